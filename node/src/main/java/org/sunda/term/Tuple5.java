package org.sunda.term;

/// A tuple of 5.
public record Tuple5(Term first, Term second, Term third, Term fourth, Term fifth) implements Tuple {
    @Override
    public int arity() {
        return 5;
    }

    @Override
    public Term element(int index) {
        return switch (index) {
            case 0 -> first;
            case 1 -> second;
            case 2 -> third;
            case 3 -> fourth;
            case 4 -> fifth;
            default -> throw new IndexOutOfBoundsException(index);
        };
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Tuple5 tuple && TermOrder.equal(this, tuple);
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
