package org.sunda.term;

/// A port identifier. `creation` is an unsigned 32-bit number, `id` an unsigned 64-bit one.
public record Port(Atom node, long id, int creation) implements Term {
    @Override
    public String toString() {
        return TermPrinter.print(this);
    }
}
