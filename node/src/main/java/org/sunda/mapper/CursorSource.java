package org.sunda.mapper;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;
import org.sunda.etf.Tags;
import org.sunda.etf.TermReader;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.Int;
import org.sunda.term.SmallInt;
import org.sunda.term.Term;

/// Terms in bytes, read without making a tree of them.
final class CursorSource extends Source {
    private static final byte[] NONE = {};

    private final TermReader reader;

    /// What [#kind] saw.
    private int tag;

    /// An atom that was put back, to be read again before anything else.
    private @Nullable Atom unread;

    /// The elements of an open list that came as one string of bytes; it has ended when `at` is at its end.
    private byte[] string = NONE;

    private int at;
    private boolean inString;

    CursorSource(TermReader reader, int mostDepth) {
        super(mostDepth);
        this.reader = reader;
    }

    @Override
    Kind kind() {
        if (inString) {
            return Kind.INTEGER;
        }
        if (unread != null) {
            return Kind.ATOM;
        }
        tag = reader.peekTag();
        return Kind.ofTag(tag);
    }

    @Override
    long readLong(String expected) {
        if (inString) {
            return string[at++] & 0xff;
        }
        if (tag == Tags.SMALL_INTEGER_EXT || tag == Tags.INTEGER_EXT) {
            return reader.readLong();
        }
        return longOf(reader.readTerm(), expected);
    }

    static long longOf(Term integer, String expected) {
        if (integer instanceof SmallInt(long value)) {
            return value;
        }
        throw MappingException.expected(expected, describe(integer));
    }

    @Override
    BigInteger readBigInteger() {
        return inString ? BigInteger.valueOf(string[at++] & 0xff) : reader.readBigInteger();
    }

    @Override
    double readDouble() {
        return reader.readDouble();
    }

    @Override
    Atom readAtom() {
        Atom atom = unread;
        if (atom != null) {
            unread = null;
            return atom;
        }
        return reader.readAtom();
    }

    @Override
    void unread(Atom atom) {
        unread = atom;
    }

    @Override
    Binary readBinary() {
        return reader.readBinary();
    }

    @Override
    @Nullable
    String readUtf8() {
        return reader.readUtf8();
    }

    @Override
    byte @Nullable [] readByteList() {
        return tag == Tags.STRING_EXT ? reader.readString() : null;
    }

    @Override
    Term readTerm() {
        if (inString) {
            return Int.of(string[at++] & 0xff);
        }
        return unread != null ? readAtom() : reader.readTerm();
    }

    @Override
    void skip() {
        if (inString || unread != null) {
            readTerm();
        } else {
            reader.skipTerm();
        }
    }

    @Override
    TreeSource buffered() {
        return inside(readTerm());
    }

    @Override
    String found() {
        Kind kind = kind();
        return switch (kind) {
            case INTEGER, FLOAT, ATOM, BINARY -> describe(readTerm());
            case LIST -> tag == Tags.NIL_EXT ? "[]" : kind.words();
            case TUPLE -> "a tuple of " + reader.readTupleHeader();
            case MAP -> "a map of " + reader.readMapHeader();
            case PID, PORT, REFERENCE, FUN, RECORD -> kind.words();
        };
    }

    @Override
    int tuple() {
        return reader.readTupleHeader();
    }

    @Override
    int map() {
        return reader.readMapHeader();
    }

    @Override
    int list() {
        return stretch();
    }

    @Override
    int moreOfList() {
        if (inString) {
            inString = false;
            return 0;
        }
        if (kind() != Kind.LIST) {
            throw MappingException.expected("a proper list", "one that ends in " + found());
        }
        return stretch();
    }

    /// A list's tail may be a list again, and one without elements may have such a tail too.
    private int stretch() {
        while (tag == Tags.LIST_EXT) {
            int length = reader.readListHeader();
            if (length > 0) {
                return length;
            }
            if (kind() != Kind.LIST) {
                throw unexpected("a list");
            }
        }
        if (tag == Tags.NIL_EXT) {
            reader.readNil();
            return 0;
        }
        string = reader.readString();
        at = 0;
        inString = string.length > 0;
        return string.length;
    }

    @Override
    void leave() {}
}
