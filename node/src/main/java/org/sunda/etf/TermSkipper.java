package org.sunda.etf;

import java.util.Arrays;

/// Passes over terms without making them. What is open is kept on a stack on the heap, one `long` per
/// level: how many terms are still to come in it, above two bits for what kind of level it is.
final class TermSkipper {
    private static final int FIRST_LEVELS = 16;

    private static final int PLAIN = 0;

    /// The last term of the level is the tail of a list: when that is a list itself, it is not a deeper
    /// level.
    private static final int LIST = 1;

    /// Not a level: the rest of the number is where a closure must end.
    private static final int FUN_END = 2;

    private static final int KIND_BITS = 2;
    private static final long ONE = 1L << KIND_BITS;

    private final TermReader reader;
    private final ByteCursor bytes;
    private final int depth;

    private long[] levels = new long[FIRST_LEVELS];
    private int open;
    private int funEnds;

    TermSkipper(TermReader reader) {
        this.reader = reader;
        this.bytes = reader.bytes();
        this.depth = reader.limits().depth();
    }

    /// Passes over so many terms.
    void skip(int terms) {
        open = 0;
        funEnds = 0;
        push(terms, PLAIN);
        while (open > 0) {
            long top = levels[open - 1];
            if (kind(top) == FUN_END) {
                endFun(top >> KIND_BITS);
            } else if (top >> KIND_BITS == 0) {
                open--;
            } else {
                levels[open - 1] = top - ONE;
                skipOne(kind(top) == LIST && top >> KIND_BITS == 1);
            }
        }
    }

    private static int kind(long level) {
        return (int) level & (1 << KIND_BITS) - 1;
    }

    private void skipOne(boolean isTail) {
        int tag = bytes.nextTag();
        switch (tag) {
            case Tags.SMALL_TUPLE_EXT, Tags.LARGE_TUPLE_EXT -> openPlain(reader.tupleArity(tag));
            case Tags.MAP_EXT -> openPlain(2L * reader.mapSize(tag));
            case Tags.LIST_EXT -> openList(reader.listLength(tag), isTail);
            case Tags.RECORD_EXT -> openRecord();
            case Tags.NEW_FUN_EXT -> openFun();
            default -> skipLeaf(tag);
        }
    }

    private void skipLeaf(int tag) {
        switch (tag) {
            case Tags.SMALL_INTEGER_EXT, Tags.INTEGER_EXT, Tags.SMALL_BIG_EXT, Tags.LARGE_BIG_EXT ->
                IntegerReader.skip(bytes, tag, reader.limits());
            case Tags.STRING_EXT -> skipString();
            case Tags.BINARY_EXT, Tags.BIT_BINARY_EXT -> BinaryReader.skip(bytes, tag);
            case Tags.NEW_FLOAT_EXT, Tags.FLOAT_EXT -> reader.doubleOf(tag);
            default -> TermDecoder.leaf(reader, tag);
        }
    }

    /// Passes over a string, and in a long list over those that follow it too.
    private void skipString() {
        bytes.skip(bytes.unsignedShort());
        long top = levels[open - 1];
        long elements = (top >> KIND_BITS) - 1;
        if (kind(top) != FUN_END && elements >= PackedList.SHORTEST) {
            levels[open - 1] -= bytes.passTexts((int) elements, null, 0) * ONE;
        }
    }

    private void openPlain(long terms) {
        if (terms > 0) {
            push(terms, PLAIN);
        }
    }

    private void openList(int length, boolean isTail) {
        if (isTail) {
            open--;
        }
        push(length + 1L, LIST);
    }

    private void openRecord() {
        int fields = TermDecoder.recordHeader(reader).fields().size();
        bytes.requireTerms(fields);
        openPlain(fields);
    }

    private void openFun() {
        long at = bytes.position();
        long end = at + Integer.BYTES + FunReader.bodySize(reader);
        reader.noteClosure(at, end);
        push(end, FUN_END);
        funEnds++;
        openPlain(FunReader.skipHeader(reader));
    }

    private void endFun(long end) {
        if (bytes.position() != end) {
            throw FunReader.endsElsewhere(bytes);
        }
        open--;
        funEnds--;
    }

    /// The terms to be passed over are in the lowest level, so that one level more than the limit may be
    /// open.
    private void push(long count, int kind) {
        if (open - funEnds > depth) {
            throw TermDecoder.tooDeep(reader);
        }
        if (open == levels.length) {
            levels = Arrays.copyOf(levels, 2 * open);
        }
        levels[open++] = count << KIND_BITS | kind;
    }
}
