package org.sunda.process;

import org.sunda.term.Pid;
import org.sunda.term.Term;

/// Unwinds the stack of a process that has ended or is ending. Do not catch it; it is an [Error] so that `catch
/// (Exception e)` lets it pass.
public final class ProcessExit extends Error {
    private static final long serialVersionUID = 1L;

    private final transient Pid process;
    private final transient Term reason;

    ProcessExit(Pid process, Term reason) {
        super(null, null, false, false);
        this.process = process;
        this.reason = reason;
    }

    /// The exit reason of the process.
    public Term reason() {
        return reason;
    }

    /// Whether it is that process which has ended: on one stack there may be several.
    boolean isOf(Pid pid) {
        return process.equals(pid);
    }

    /// The reason in words; made only when somebody asks, since a reason may be large.
    @Override
    public String getMessage() {
        return "exit " + reason.toString(ExitReason.PRINTED);
    }
}
