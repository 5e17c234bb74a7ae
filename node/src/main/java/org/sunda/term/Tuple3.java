package org.sunda.term;

/// A tuple of 3.
public record Tuple3(Term first, Term second, Term third) implements Tuple {
    @Override
    public int arity() {
        return 3;
    }

    @Override
    public Term element(int index) {
        return switch (index) {
            case 0 -> first;
            case 1 -> second;
            case 2 -> third;
            default -> throw new IndexOutOfBoundsException(index);
        };
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Tuple3 tuple && TermOrder.equal(this, tuple);
    }

    @Override
    public int hashCode() {
        return TermHash.of(this);
    }

    @Override
    public String toString() {
        return TermPrinter.print(this);
    }
}
