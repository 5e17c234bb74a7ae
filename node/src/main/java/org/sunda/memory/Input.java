package org.sunda.memory;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// A reader's place in [Bytes]. Reading past the end throws [IndexOutOfBoundsException] and leaves the place where it
/// was; ask [#remaining] first where the bytes are not one's own. For one thread at a time.
public final class Input {
    /// The longest array that every JVM makes.
    private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(BIG_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(BIG_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(BIG_ENDIAN);

    private final List<MemorySegment> segments;
    private final long size;

    private MemorySegment segment;
    private int segmentIndex;
    private long segmentSize;

    /// Where in the open segment the next byte is, and where the open segment starts among all bytes.
    private long at;

    private long segmentStart;

    Input(Bytes bytes) {
        this.segments = bytes.segments();
        this.size = bytes.size();
        this.segment = segments.isEmpty() ? MemorySegment.NULL : segments.getFirst();
        this.segmentSize = segment.byteSize();
    }

    private Input(Input other) {
        this.segments = other.segments;
        this.size = other.size;
        this.segment = other.segment;
        this.segmentIndex = other.segmentIndex;
        this.segmentSize = other.segmentSize;
        this.at = other.at;
        this.segmentStart = other.segmentStart;
    }

    /// Another reader at the same place, which then goes its own way.
    public Input fork() {
        return new Input(this);
    }

    /// How many bytes have been read.
    public long position() {
        return segmentStart + at;
    }

    /// How many bytes are left.
    public long remaining() {
        return size - position();
    }

    /// The next byte, unsigned, without passing it.
    public int peekUnsignedByte() {
        toNonEmpty();
        return segment.get(ValueLayout.JAVA_BYTE, at) & 0xff;
    }

    /// The next byte, unsigned.
    public int readUnsignedByte() {
        int value = peekUnsignedByte();
        at++;
        return value;
    }

    /// The next 16 bits, unsigned.
    public int readUnsignedShort() {
        if (segmentSize - at >= Short.BYTES) {
            int value = segment.get(SHORT, at) & 0xffff;
            at += Short.BYTES;
            return value;
        }
        return (int) readAcross(Short.BYTES);
    }

    /// The next 32 bits.
    public int readInt() {
        if (segmentSize - at >= Integer.BYTES) {
            int value = segment.get(INT, at);
            at += Integer.BYTES;
            return value;
        }
        return (int) readAcross(Integer.BYTES);
    }

    /// The next 64 bits.
    public long readLong() {
        if (segmentSize - at >= Long.BYTES) {
            long value = segment.get(LONG, at);
            at += Long.BYTES;
            return value;
        }
        return readAcross(Long.BYTES);
    }

    /// The next IEEE 754 double.
    public double readDouble() {
        return Double.longBitsToDouble(readLong());
    }

    /// Copies the next bytes out.
    public void read(byte[] target, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, target.length);
        if (length <= segmentSize - at) {
            MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, at, target, offset, length);
            at += length;
            return;
        }
        requireRemaining(length);
        read(MemorySegment.ofArray(target).asSlice(offset), length);
    }

    /// What lies ahead in one piece, as a view and without passing it: nothing only when no byte is left.
    public MemorySegment peekSegment() {
        if (at == segmentSize && remaining() > 0) {
            toNonEmpty();
        }
        return segment.asSlice(at);
    }

    /// The next bytes as one segment: a view of these bytes where they lie together, else a copy. A copy too long for
    /// an array lies outside the heap, until nobody knows it any more.
    public MemorySegment readSegment(long length) {
        requireRemaining(length);
        if (length > 0) {
            toNonEmpty();
        }
        if (segmentSize - at >= length) {
            MemorySegment slice = segment.asSlice(at, length);
            at += length;
            return slice;
        }
        MemorySegment copy = length <= LONGEST_ARRAY
                ? MemorySegment.ofArray(new byte[(int) length])
                : Arena.ofAuto().allocate(length);
        read(copy, length);
        return copy;
    }

    private void read(MemorySegment target, long length) {
        long done = 0;
        while (done < length) {
            toNonEmpty();
            long part = Math.min(length - done, segmentSize - at);
            MemorySegment.copy(segment, at, target, done, part);
            at += part;
            done += part;
        }
    }

    /// Passes over bytes.
    public void skip(long length) {
        requireRemaining(length);
        long left = length;
        while (left > segmentSize - at) {
            left -= segmentSize - at;
            nextSegment();
        }
        at += left;
    }

    /// The next bytes, as a view.
    public Bytes readBytes(long length) {
        requireRemaining(length);
        List<MemorySegment> parts = new ArrayList<>();
        long left = length;
        while (left > 0) {
            toNonEmpty();
            long part = Math.min(left, segmentSize - at);
            parts.add(part == segmentSize ? segment : segment.asSlice(at, part));
            at += part;
            left -= part;
        }
        return parts.isEmpty() ? Bytes.EMPTY : Bytes.of(parts);
    }

    /// All that is left, as a view; this reader is then at the end.
    public Bytes readRest() {
        return readBytes(remaining());
    }

    private long readAcross(int bytes) {
        requireRemaining(bytes);
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value = value << Byte.SIZE | readUnsignedByte();
        }
        return value;
    }

    private void requireRemaining(long length) {
        if (length < 0 || length > remaining()) {
            throw new IndexOutOfBoundsException(
                    length + " bytes asked for at " + position() + ", but only " + remaining() + " are left");
        }
    }

    private void toNonEmpty() {
        while (at == segmentSize) {
            if (segmentIndex + 1 >= segments.size()) {
                throw new IndexOutOfBoundsException("no byte is left at " + position());
            }
            nextSegment();
        }
    }

    private void nextSegment() {
        segmentStart += segmentSize;
        at = 0;
        segment = segments.get(++segmentIndex);
        segmentSize = segment.byteSize();
    }
}
