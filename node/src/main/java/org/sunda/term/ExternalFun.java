package org.sunda.term;

/// `fun Module:Function/Arity`.
public record ExternalFun(Atom module, Atom function, int arity) implements Fun {

    /// Refuses an arity outside 0 to 255.
    public ExternalFun {
        if (arity < 0 || arity > 255) {
            throw new IllegalArgumentException("an arity is 0 to 255, not " + arity);
        }
    }

    @Override
    public String toString() {
        return TermPrinter.print(this);
    }
}
