package org.sunda.term;

/// A tuple of none, or of more than five; made by [Tuple#of].
public final class TupleN implements Tuple {
    private final Term[] elements;

    TupleN(Term[] elements) {
        this.elements = elements;
    }

    @Override
    public int arity() {
        return elements.length;
    }

    @Override
    public Term element(int index) {
        return elements[index];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TupleN tuple && TermOrder.equal(this, tuple);
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
