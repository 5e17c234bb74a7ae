package org.sunda.term;

/// A process identifier. `id`, `serial` and `creation` are unsigned 32-bit numbers.
public record Pid(Atom node, int id, int serial, int creation) implements Term {
    @Override
    public int hashCode() {
        return TermHash.ofWords(id, serial, creation);
    }

    /// As `<node.id.serial>`: a node has no number here that could stand for its name.
    @Override
    public String toString() {
        return TermPrinter.print(this);
    }
}
