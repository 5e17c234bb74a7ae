package org.sunda.process;

import org.sunda.term.Term;

/// What Erlang raises by `error(Reason)`. Not caught, it ends a process with the reason `{Reason, []}`.
public final class ErrorException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Term reason;

    /// @param reason the error reason, such as `badarg`
    public ErrorException(Term reason) {
        this.reason = reason;
    }

    /// The reason in words; made only when somebody asks, since a reason may be large.
    @Override
    public String getMessage() {
        return "error " + reason.toString(ExitReason.PRINTED);
    }

    /// The error reason.
    public Term reason() {
        return reason;
    }
}
