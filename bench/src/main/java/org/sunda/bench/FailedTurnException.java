package org.sunda.bench;

/// A contender could not do its task: it ran out of memory, or refused. The message goes into the table.
public final class FailedTurnException extends Exception {
    private static final long serialVersionUID = 1;

    /// @param message what happened, in a few words
    public FailedTurnException(String message) {
        super(message);
    }
}
