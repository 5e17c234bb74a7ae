package org.sunda.memory;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Bytes being written. It grows by linking a further segment, so writing the last of many gigabytes costs what the
/// first byte did. For one thread at a time.
public final class Output {
    static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(BIG_ENDIAN);
    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(BIG_ENDIAN);
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(BIG_ENDIAN);
    static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(BIG_ENDIAN);

    /// Most messages are small: the first segment holds one of them, each further one doubles up to [#LARGEST_SEGMENT].
    private static final int FIRST_SEGMENT = 256;

    /// What one gathering write takes comfortably, and small enough for a garbage collector's regions.
    private static final int LARGEST_SEGMENT = 64 * 1024;

    /// Below this, linking somebody's segment (an object, an entry in each gathering write) costs more than copying it.
    private static final int SMALLEST_LINKED = 4 * 1024;

    /// What is written and closed: parts of own segments, and segments of others that were linked.
    private final List<MemorySegment> closed = new ArrayList<>();

    private long closedBytes;

    /// The open segment: the next byte goes to `filled`, and there is room up to `capacity`.
    private MemorySegment segment = MemorySegment.ofArray(new byte[FIRST_SEGMENT]);

    private int capacity = FIRST_SEGMENT;
    private int filled;
    private int nextCapacity = 2 * FIRST_SEGMENT;

    /// An empty one.
    public Output() {}

    /// How many bytes have been written.
    public long position() {
        return closedBytes + filled;
    }

    /// Writes the low 8 bits.
    public void writeByte(int value) {
        int at = reserve(Byte.BYTES);
        segment.set(ValueLayout.JAVA_BYTE, at, (byte) value);
    }

    /// Writes the low 16 bits.
    public void writeShort(int value) {
        int at = reserve(Short.BYTES);
        segment.set(SHORT, at, (short) value);
    }

    /// Writes 32 bits.
    public void writeInt(int value) {
        int at = reserve(Integer.BYTES);
        segment.set(INT, at, value);
    }

    /// Writes 64 bits.
    public void writeLong(long value) {
        int at = reserve(Long.BYTES);
        segment.set(LONG, at, value);
    }

    /// Writes an IEEE 754 double.
    public void writeDouble(double value) {
        int at = reserve(Double.BYTES);
        segment.set(DOUBLE, at, value);
    }

    /// Copies bytes in.
    public void write(byte[] bytes, int offset, int length) {
        copy(MemorySegment.ofArray(bytes), offset, length);
    }

    /// Copies bytes in.
    public void write(byte[] bytes) {
        write(bytes, 0, bytes.length);
    }

    /// Writes a segment: a small one is copied, a large one is linked as it is and must never change again.
    public void write(MemorySegment bytes) {
        long size = bytes.byteSize();
        if (size < SMALLEST_LINKED) {
            copy(bytes, 0, size);
            return;
        }
        closeSegment();
        closed.add(bytes);
        closedBytes += size;
    }

    /// Writes all of them; the same holds as for [#write(MemorySegment)].
    public void write(Bytes bytes) {
        for (MemorySegment each : bytes.segments()) {
            write(each);
        }
    }

    /// Overwrites four bytes that one [#writeInt] wrote since the last [#take], as for a length that is known only at
    /// the end.
    ///
    /// @throws IndexOutOfBoundsException when no four bytes lie there
    public void patchInt(long position, int value) {
        long at = position - closedBytes;
        if (at >= 0) {
            Objects.checkFromIndexSize(at, Integer.BYTES, filled);
            segment.set(INT, at, value);
            return;
        }
        // Lengths are patched soon after they are written: the way from the end is the short one.
        for (int i = closed.size() - 1; i >= 0; i--) {
            at += closed.get(i).byteSize();
            if (at >= 0) {
                closed.get(i).set(INT, at, value);
                return;
            }
        }
        throw new IndexOutOfBoundsException("position " + position + " is before the first byte");
    }

    /// Hands over what was written and starts anew, empty.
    public Bytes take() {
        closeSegment();
        Bytes bytes = new Bytes(List.copyOf(closed), closedBytes);
        closed.clear();
        closedBytes = 0;
        return bytes;
    }

    private void copy(MemorySegment source, long offset, long length) {
        long done = 0;
        while (done < length) {
            if (filled == capacity) {
                grow();
            }
            long part = Math.min(length - done, capacity - filled);
            MemorySegment.copy(source, offset + done, segment, filled, part);
            filled += (int) part;
            done += part;
        }
    }

    private int reserve(int bytes) {
        if (capacity - filled < bytes) {
            grow();
        }
        int at = filled;
        filled += bytes;
        return at;
    }

    private void grow() {
        closeSegment();
        capacity = nextCapacity;
        segment = MemorySegment.ofArray(new byte[capacity]);
        nextCapacity = Math.min(2 * capacity, LARGEST_SEGMENT);
    }

    /// Puts what the open segment holds among the closed ones; the rest of it stays open.
    private void closeSegment() {
        if (filled > 0) {
            closed.add(segment.asSlice(0, filled));
            closedBytes += filled;
            segment = segment.asSlice(filled);
            capacity -= filled;
            filled = 0;
        }
    }
}
