package org.sunda.mapper;

import java.math.BigInteger;
import org.sunda.term.Atom;
import org.sunda.term.Term;

/// Where terms are written, each from its outside in: as bytes or as a tree.
abstract sealed class Sink permits WriterSink, TreeSink {
    private final int mostDepth;
    private int depth;

    Sink(int mostDepth) {
        this.mostDepth = mostDepth;
    }

    abstract void integer(long value);

    abstract void integer(BigInteger value);

    /// A finite number.
    abstract void real(double value);

    abstract void atom(Atom atom);

    /// A binary of those bytes, which nobody changes any more.
    abstract void binary(byte[] bytes);

    /// A binary of a copy of those bytes.
    abstract void copyOf(byte[] bytes);

    /// The list of the characters of a text, which are all well-formed Unicode.
    abstract void charlist(String text);

    abstract void term(Term term);

    abstract void tuple(int arity);

    abstract void list(int length);

    abstract void map(int size);

    abstract void leave();

    abstract void leaveList();

    /// Opens a tuple of so many elements.
    final void openTuple(int arity) {
        enter();
        tuple(arity);
    }

    /// Opens a list of so many elements, which [#endList] ends.
    final void openList(int length) {
        enter();
        list(length);
    }

    /// Opens a map of so many keys, each with its value.
    final void openMap(int size) {
        enter();
        map(size);
    }

    private void enter() {
        if (depth == mostDepth) {
            throw new MappingException("deeper than the " + mostDepth + " levels that this mapper writes");
        }
        depth++;
    }

    /// Ends the tuple or map opened last.
    final void end() {
        depth--;
        leave();
    }

    /// Ends the list opened last.
    final void endList() {
        depth--;
        leaveList();
    }

    /// A tree of its own that goes on at this depth.
    final TreeSink inside() {
        return new TreeSink(mostDepth - depth);
    }
}
