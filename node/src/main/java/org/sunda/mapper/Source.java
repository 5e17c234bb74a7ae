package org.sunda.mapper;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.ListTerm;
import org.sunda.term.MapTerm;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// Terms to be read one after the other, each from its outside in: from bytes or from a tree. Every read is
/// preceded by [#kind], and reads what that said.
///
/// What opens a tuple, list or map goes one level deeper, and [#end] comes back from there. The levels are
/// bounded, since who reads them does so by recursion.
abstract sealed class Source permits CursorSource, TreeSource {
    /// The most of a number or atom that a message shows.
    private static final int SHOWN = 60;

    private final int mostDepth;
    private final Slots slots = new Slots();
    private int depth;

    Source(int mostDepth) {
        this.mostDepth = mostDepth;
    }

    /// What the next term is.
    abstract Kind kind();

    /// An integer.
    ///
    /// @param expected what to say when it does not fit into 64 bits
    abstract long readLong(String expected);

    /// An integer of any size.
    abstract BigInteger readBigInteger();

    /// A float.
    abstract double readDouble();

    /// An atom.
    abstract Atom readAtom();

    /// Puts back the atom read last.
    abstract void unread(Atom atom);

    /// A binary or bit string.
    abstract Binary readBinary();

    /// The text that a binary is in UTF-8; null where it is none.
    abstract @Nullable String readUtf8();

    /// The bytes of a list of bytes where it is kept as one, as text mostly is; or null, and it is still to
    /// be read.
    abstract byte @Nullable [] readByteList();

    /// A term of any kind.
    abstract Term readTerm();

    /// Passes over a term of any kind.
    abstract void skip();

    /// The next term as part of a tree, so that it can be looked at as a whole before it is read.
    abstract TreeSource buffered();

    /// What the next term is, in words; it may be passed by this.
    abstract String found();

    abstract int tuple();

    abstract int list();

    abstract int map();

    abstract void leave();

    /// Once those are read that [#openList] or this announced: how many further elements the list has, or
    /// 0.
    abstract int moreOfList();

    /// Opens a tuple.
    ///
    /// @return how many elements follow
    final int openTuple() {
        enter();
        return tuple();
    }

    /// Opens a list.
    ///
    /// @return how many elements follow, before [#moreOfList] must be asked; 0 is the end
    final int openList() {
        enter();
        return list();
    }

    /// Opens a map.
    ///
    /// @return how many keys follow, each with its value
    final int openMap() {
        enter();
        return map();
    }

    private void enter() {
        if (depth == mostDepth) {
            throw new MappingException("deeper than the " + mostDepth + " levels that this mapper reads");
        }
        depth++;
    }

    /// Goes back out of what was opened last, all of which has been read.
    final void end() {
        depth--;
        leave();
    }

    /// A source of that tree that goes on at this depth.
    final TreeSource inside(Term term) {
        return new TreeSource(term, mostDepth - depth);
    }

    /// Where the components of the records being read wait.
    final Slots slots() {
        return slots;
    }

    /// Requires the next term to be of that kind.
    final void require(Kind wanted, String expected) {
        if (kind() != wanted) {
            throw unexpected(expected);
        }
    }

    /// The next term is not what it should be.
    final MappingException unexpected(String expected) {
        return MappingException.expected(expected, found());
    }

    /// A term in words.
    static String describe(Term term) {
        Kind kind = Kind.of(term);
        return switch (kind) {
            case INTEGER -> "the integer " + term.toString(SHOWN);
            case FLOAT -> "the float " + term.toString(SHOWN);
            case ATOM -> "the atom " + term.toString(SHOWN);
            case BINARY -> describe((Binary) term);
            case LIST -> term.equals(ListTerm.nil()) ? "[]" : kind.words();
            case TUPLE -> "a tuple of " + ((Tuple) term).arity();
            case MAP -> "a map of " + ((MapTerm) term).size();
            case PID, PORT, REFERENCE, FUN, RECORD -> kind.words();
        };
    }

    /// Not what is in it: that may be long, hostile or secret.
    private static String describe(Binary binary) {
        return binary.isBinary()
                ? "a binary of " + binary.byteSize() + " bytes"
                : "a bit string of " + binary.bitSize() + " bits";
    }
}
