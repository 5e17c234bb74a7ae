package org.sunda.process;

/// What a blocking process does, from start to end, on a virtual thread of its own.
@FunctionalInterface
public interface ProcessBody {
    /// Runs the process. When this returns, the process exits `normal`; what it throws becomes the exit reason, as
    /// [ExitReason] says. Let [ProcessExit] pass: it ends the process.
    void run(BlockingSelf self) throws Exception;
}
