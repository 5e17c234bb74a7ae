package org.sunda.etf;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import org.sunda.memory.Input;
import org.sunda.term.Binary;

/// The bytes below a [TermReader]: asked for only after it is known that they are there, with the term
/// being read kept in mind for what an error says.
final class ByteCursor {
    /// A slice costs about as much memory as a copy of this length.
    private static final int SMALLEST_SLICE = 256;

    /// A slice keeps the whole message alive, so it is made only where at least this part of the message
    /// is wanted, as the BEAM does: a program that keeps one small binary of each message must not keep
    /// all messages.
    private static final int MESSAGE_PER_SLICE = 4;

    /// From here on a copy costs more than what a slice may keep: a message of gigabytes would be there
    /// twice.
    private static final int ALWAYS_SLICED = 1 << 20;

    /// The longest array that every JVM makes.
    private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private final Input in;

    /// Where `in` starts, counted from the first byte of the message.
    private final long base;

    /// The term being read: where it starts, and its tag or -1.
    private long start;

    private int tag = -1;

    ByteCursor(Input in, long base) {
        this.in = in;
        this.base = base;
    }

    long position() {
        return base + in.position();
    }

    long remaining() {
        return in.remaining();
    }

    /// Where the term being read starts.
    long start() {
        return start;
    }

    int peekTag() {
        start = position();
        tag = -1;
        need(1);
        return in.peekUnsignedByte();
    }

    int nextTag() {
        start = position();
        tag = -1;
        need(1);
        tag = in.readUnsignedByte();
        return tag;
    }

    /// Goes back in mind, not in place, to a term after one inside it was read.
    void backTo(long start, int tag) {
        this.start = start;
        this.tag = tag;
    }

    int unsignedByte() {
        need(Byte.BYTES);
        return in.readUnsignedByte();
    }

    int unsignedShort() {
        need(Short.BYTES);
        return in.readUnsignedShort();
    }

    int signedInt() {
        need(Integer.BYTES);
        return in.readInt();
    }

    long unsignedInt() {
        return Integer.toUnsignedLong(signedInt());
    }

    long signedLong() {
        need(Long.BYTES);
        return in.readLong();
    }

    <T extends @Nullable Object> T read(int length, Input.BytesFunction<T> function) {
        need(length);
        return in.read(length, function);
    }

    /// The length, which an array here must hold.
    int arrayLength(long length) {
        if (length > LONGEST_ARRAY) {
            throw malformed(length + " bytes are more than an array here holds");
        }
        return (int) length;
    }

    byte[] copy(int length) {
        need(length);
        byte[] bytes = new byte[length];
        in.read(bytes, 0, length);
        return bytes;
    }

    /// Bytes to be kept: a view or a copy, whichever keeps less memory alive.
    MemorySegment keep(long length) {
        need(length);
        return isWorthSlicing(length) || length > LONGEST_ARRAY
                ? in.readSegment(length)
                : MemorySegment.ofArray(copy((int) length));
    }

    /// The same for a binary, which when it is small needs no segment for an array of its own, and when it is large
    /// may stay in the pieces in which it came.
    Binary keepBinary(long length) {
        if (length < SMALLEST_SLICE) {
            return Binary.wrap(copy((int) length));
        }
        need(length);
        return isInPieces(length) ? Binary.wrap(in.readBytes(length).segments()) : Binary.wrap(keep(length));
    }

    private boolean isInPieces(long length) {
        return in.ahead() < length && isWorthSlicing(length) && ahead().byteSize() < length;
    }

    boolean isWorthSlicing(long length) {
        return length >= SMALLEST_SLICE && (length * MESSAGE_PER_SLICE >= in.size() || length >= ALWAYS_SLICED);
    }

    /// What lies ahead in one piece.
    MemorySegment ahead() {
        return in.peekSegment();
    }

    /// Passes over strings and small binaries as long as one follows the other in one piece of memory:
    /// two loads for each, since a scan of a long list does nothing else.
    ///
    /// @param most how many at most
    /// @param offsets gets where each starts, counted from the first, at `from` and after it; null for
    /// nobody
    /// @return how many
    int passTexts(int most, int @Nullable [] offsets, int from) {
        MemorySegment ahead = in.peekSegment();
        long end = Math.min(ahead.byteSize(), LONGEST_ARRAY);
        long at = 0;
        int count = 0;
        while (count < most && end - at >= Integer.BYTES) {
            int head = ahead.get(INT, at);
            long size = switch (head >>> 3 * Byte.SIZE) {
                case Tags.STRING_EXT -> 3 + (head >>> Byte.SIZE & 0xffff);
                case Tags.BINARY_EXT -> smallBinary(ahead, at, head);
                case Tags.NIL_EXT -> 1;
                default -> 0;
            };
            if (size == 0 || size > end - at) {
                break;
            }
            if (offsets != null) {
                offsets[from + count] = (int) at;
            }
            at += size;
            count++;
        }
        in.skip(at);
        return count;
    }

    /// The bytes of one string or small binary with its tag, wherever they lie; none when something else
    /// comes.
    byte[] copyText() {
        Input ahead = in.fork();
        long size = in.remaining() < 1 + Integer.BYTES ? Math.min(in.remaining(), 1) : 1 + Integer.BYTES;
        int tag = size == 0 ? -1 : ahead.readUnsignedByte();
        size = switch (tag) {
            case Tags.STRING_EXT -> size == 1 ? 0 : 3 + ahead.readUnsignedShort();
            case Tags.BINARY_EXT -> size == 1 ? 0 : size + Integer.toUnsignedLong(ahead.readInt());
            case Tags.NIL_EXT -> 1;
            default -> 0;
        };
        boolean isThere = size <= in.remaining() && (tag != Tags.BINARY_EXT || size < SMALLEST_SLICE);
        return isThere ? copy((int) size) : new byte[0];
    }

    /// How many bytes a binary takes, tag and length with it; 0 for one that is better looked at alone.
    private static int smallBinary(MemorySegment ahead, long at, int head) {
        boolean isSmall = (head & 0xff_ffff) == 0 && ahead.byteSize() - at > Integer.BYTES;
        return isSmall ? 1 + Integer.BYTES + (ahead.get(ValueLayout.JAVA_BYTE, at + Integer.BYTES) & 0xff) : 0;
    }

    void skip(long length) {
        need(length);
        in.skip(length);
    }

    /// As many elements as are announced, once it is known that there may be so many.
    ///
    /// @param terms how many terms they take
    int count(long announced, long terms) {
        requireTerms(terms);
        if (terms > LONGEST_ARRAY) {
            throw malformed(announced + " elements are more than an array here holds");
        }
        return (int) announced;
    }

    /// Refuses more terms than bytes, since each takes at least one: nothing is ever allocated for those
    /// that only were announced.
    void requireTerms(long terms) {
        if (terms > in.remaining()) {
            throw malformed(terms + " terms are to come, but only " + in.remaining() + " bytes are left");
        }
    }

    private void need(long bytes) {
        if (bytes > in.ahead() && bytes > in.remaining()) {
            throw malformed("the bytes end inside a term: " + bytes + " are needed, " + in.remaining() + " are left");
        }
    }

    /// For a term that is not what was asked for, or none at all.
    MalformedTermException unexpected(String wanted) {
        return malformed(
                switch (tag) {
                    case Tags.LOCAL_EXT -> "a term in local form means something only to the node that made it";
                    case Tags.FUN_EXT -> "closures in the form from before OTP 23 are not read any more";
                    case Tags.COMPRESSED -> "a compressed term stands only directly after the version byte";
                    default -> "this is not " + wanted;
                });
    }

    MalformedTermException malformed(String what) {
        return new MalformedTermException(what, start, tag);
    }
}
