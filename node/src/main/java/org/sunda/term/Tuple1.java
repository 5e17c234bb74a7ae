package org.sunda.term;

/// A tuple of 1.
public record Tuple1(Term first) implements Tuple {
    @Override
    public int arity() {
        return 1;
    }

    @Override
    public Term element(int index) {
        return switch (index) {
            case 0 -> first;
            default -> throw new IndexOutOfBoundsException(index);
        };
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Tuple1 tuple && TermOrder.equal(this, tuple);
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
