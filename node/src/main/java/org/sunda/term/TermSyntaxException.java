package org.sunda.term;

/// A text is not a term. The message says what was expected and where, as `line:column`.
public final class TermSyntaxException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /// Names what is wrong, and where, in one sentence.
    public TermSyntaxException(String message) {
        super(message);
    }
}
