package org.sunda.gateway.java;

import org.jspecify.annotations.Nullable;
import org.sunda.term.Term;

/// A call that raises an error at its caller, with that reason.
public final class JavaCallException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Term reason;

    JavaCallException(Term reason, @Nullable Throwable cause) {
        super(reason.toString(), cause);
        this.reason = reason;
    }

    /// `{java_exception, Class, Message, Frames}`, `{badarg, Message}` or `{no_term, Message}`; the parts are binaries,
    /// `Frames` a list of them.
    public Term reason() {
        return reason;
    }
}
