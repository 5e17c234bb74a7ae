package org.sunda.term;

/// A list that keeps one object per element.
final class TermList implements ListTerm {
    /// The list `[]`; its own tail. Kept here, not in [ListTerm], so that neither class needs the other to be
    /// initialised.
    static final TermList NIL = new TermList();

    private final Term[] elements;
    private final Term tail;

    private TermList() {
        this.elements = new Term[0];
        this.tail = this;
    }

    TermList(Term[] elements, Term tail) {
        this.elements = elements;
        this.tail = tail;
    }

    @Override
    public int size() {
        return elements.length;
    }

    @Override
    public Term get(int index) {
        return elements[index];
    }

    @Override
    public Term tail() {
        return tail;
    }

    @Override
    public boolean equals(Object other) {
        return this == other || other instanceof ListTerm list && TermOrder.equal(this, list);
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
