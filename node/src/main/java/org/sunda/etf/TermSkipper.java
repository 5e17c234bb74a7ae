package org.sunda.etf;

import java.util.Arrays;

/// Passes over terms without making them. What is open is kept on a stack on the heap, one `long` per level: how many
/// terms are
/// still to come in it, above a mark for what kind of level it is.
final class TermSkipper {
    private static final int FIRST_LEVELS = 16;

    /// The two lowest bits of a level.
    private static final int PLAIN = 0;

    /// The last term of the level is the tail of a list: when that is a list itself, it is not a deeper level.
    private static final int LIST = 1;

    /// Not a level: the rest of the number is where a closure must end.
    private static final int FUN_END = 2;

    private static final int KIND_BITS = 2;
    private static final long ONE = 1L << KIND_BITS;

    private final TermReader reader;
    private long[] levels = new long[FIRST_LEVELS];
    private int open;

    /// How many of the open ones are closures, which take two places each.
    private int funs;

    TermSkipper(TermReader reader) {
        this.reader = reader;
    }

    void skip() {
        skip(1);
    }

    /// Passes over so many terms.
    void skip(int terms) {
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

    private void endFun(long end) {
        if (reader.position() != end) {
            throw reader.malformed("a fun does not end where its Size says (protocol section c)");
        }
        open--;
        funs--;
    }

    private void skipOne(boolean isTail) {
        int tag = reader.nextTag();
        switch (tag) {
            case Tags.SMALL_TUPLE_EXT, Tags.LARGE_TUPLE_EXT -> push(reader.tupleArity(tag), PLAIN);
            case Tags.MAP_EXT -> push(2L * reader.mapSize(tag), PLAIN);
            case Tags.LIST_EXT -> {
                if (isTail) {
                    open--;
                }
                push(reader.listLength(tag) + 1L, LIST);
            }
            case Tags.NEW_FUN_EXT -> openFun();
            case Tags.RECORD_EXT ->
                push(TermDecoder.recordHeader(reader).fields().size(), PLAIN);
            case Tags.STRING_EXT -> reader.skipBytes(reader.unsignedShort());
            case Tags.BINARY_EXT -> reader.skipBytes(reader.unsignedInt());
            default -> TermDecoder.leaf(reader, tag);
        }
    }

    private void openFun() {
        long end = reader.funBodySize() + reader.position();
        int free = reader.skipFunHeader();
        push(end, FUN_END);
        funs++;
        push(free, PLAIN);
    }

    private void push(long count, int kind) {
        if (open - funs > reader.limits().depth()) {
            throw TermDecoder.tooDeep(reader);
        }
        if (open == levels.length) {
            levels = Arrays.copyOf(levels, 2 * open);
        }
        levels[open++] = count << KIND_BITS | kind;
    }
}
