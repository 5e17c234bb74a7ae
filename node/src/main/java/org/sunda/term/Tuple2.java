package org.sunda.term;

/// A tuple of 2.
public record Tuple2(Term first, Term second) implements Tuple {
    @Override
    public int arity() {
        return 2;
    }

    @Override
    public Term element(int index) {
        return switch (index) {
            case 0 -> first;
            case 1 -> second;
            default -> throw new IndexOutOfBoundsException(index);
        };
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Tuple2 tuple && TermOrder.equal(this, tuple);
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
