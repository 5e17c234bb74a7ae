package org.sunda.process;

import org.sunda.term.Term;

/// What Erlang raises by `exit(Reason)`: a call to another process failed. Not caught, it ends the calling
/// process with the same reason.
public final class ExitException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Term reason;

    /// @param reason the exit reason: `noproc`, `timeout`, `{nodedown, Node}`, or what the other process exited
    ///     with
    public ExitException(Term reason) {
        this.reason = reason;
    }

    /// The reason in words; made only when somebody asks, since a reason may be large.
    @Override
    public String getMessage() {
        return "exit " + reason.toString(ExitReason.PRINTED);
    }

    /// The exit reason.
    public Term reason() {
        return reason;
    }
}
