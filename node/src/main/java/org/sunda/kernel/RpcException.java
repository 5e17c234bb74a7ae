package org.sunda.kernel;

import org.sunda.term.Term;

/// A function called on another node has failed. `errorClass` and `reason` are what `erpc:call` raises there: class
/// `error`, `exit` or `throw` with the function's own reason, or class `erpc` with why it could not be called
/// (`noconnection`, `timeout`, `notsup`).
public final class RpcException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String errorClass;
    private final transient Term reason;

    RpcException(String errorClass, Term reason) {
        super(errorClass + " " + reason);
        this.errorClass = errorClass;
        this.reason = reason;
    }

    /// `error`, `exit`, `throw` or `erpc`.
    public String errorClass() {
        return errorClass;
    }

    /// The reason, as Erlang has it.
    public Term reason() {
        return reason;
    }
}
