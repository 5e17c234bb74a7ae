package org.sunda.process;

import org.sunda.term.Term;

/// Unwinds the stack of a process that has ended or is ending. Do not catch it; it is an [Error] so that `catch
/// (Exception e)` lets it pass.
public final class ProcessExit extends Error {
    private static final long serialVersionUID = 1L;

    private final transient Term reason;

    ProcessExit(Term reason) {
        super("exit " + reason, null, false, false);
        this.reason = reason;
    }

    /// The exit reason of the process.
    public Term reason() {
        return reason;
    }
}
