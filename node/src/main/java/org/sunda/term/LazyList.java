package org.sunda.term;

import java.util.Objects;
import java.util.function.IntFunction;

/// A proper list that makes its elements when they are asked for, and keeps none.
public final class LazyList implements ListTerm {
    private final int size;
    private final IntFunction<? extends Term> element;

    LazyList(int size, IntFunction<? extends Term> element) {
        this.size = size;
        this.element = element;
    }

    /// What makes the elements.
    public IntFunction<? extends Term> source() {
        return element;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public Term get(int index) {
        return element.apply(Objects.checkIndex(index, size));
    }

    @Override
    public Term tail() {
        return ListTerm.nil();
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
