package org.sunda.process;

import org.sunda.term.Term;

/// What a reactive process does for each message. No two calls run at the same time, and each sees what the
/// former one did; which thread runs them may change. A handler must not block.
@FunctionalInterface
public interface Handler {
    /// Called once, before the first message.
    default void started(Self self) throws Exception {}

    /// Handles one message. What it throws ends the process, as [ExitReason] says.
    void handle(Term message, Self self) throws Exception;

    /// The class whose code this is, for those who look at the process: another one than its own where it
    /// only adapts that to messages.
    default Class<?> code() {
        return getClass();
    }

    /// Called once, after the process has ended; it can no longer act.
    default void stopped(Term reason) {}
}
