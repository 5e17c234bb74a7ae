package org.sunda.term;

/// A text is not a term. The message says where, as `line:column`, what was expected and what stands there instead.
public final class TermSyntaxException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final int line;
    private final int column;

    TermSyntaxException(int line, int column, String problem) {
        super(line + ":" + column + ": " + problem);
        this.line = line;
        this.column = column;
    }

    /// The line of what is wrong, counted from 1.
    public int line() {
        return line;
    }

    /// The column of what is wrong, counted from 1 in characters (code points).
    public int column() {
        return column;
    }
}
