package org.sunda.gateway.service;

import org.jspecify.annotations.Nullable;

/// Ends the work on a request; its caller gets the [Failure].
public final class FailureException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Failure failure;

    /// With that failure.
    public FailureException(Failure failure) {
        this(failure, null);
    }

    /// With that failure, and what led to it for the log.
    public FailureException(Failure failure, @Nullable Throwable cause) {
        super(failure.message(), cause);
        this.failure = failure;
    }

    /// The request is wrong.
    public static FailureException badarg(String message) {
        return new FailureException(Failure.of(Failure.Kind.BADARG, Stage.QUEUE, message));
    }

    /// What the caller gets.
    public Failure failure() {
        return failure;
    }
}
