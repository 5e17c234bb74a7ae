package org.sunda.term;

/// `fun Module:Function/Arity`.
public record ExternalFun(Atom module, Atom function, int arity) implements Fun {
    /// The most arguments that a function takes.
    public static final int MAX_ARITY = 255;

    /// Refuses an arity outside 0 to 255.
    public ExternalFun {
        if (arity < 0 || arity > MAX_ARITY) {
            throw new IllegalArgumentException("an arity is 0 to " + MAX_ARITY + ", not " + arity);
        }
    }

    @Override
    public String toString() {
        return TermPrinter.print(this);
    }
}
