package org.sunda.memory;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/// Bytes being written. It grows by linking a further segment, so writing the last of many gigabytes costs what the
/// first
/// byte did. For one thread at a time.
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

    private final List<MemorySegment> full = new ArrayList<>();
    private MemorySegment segment = MemorySegment.ofArray(new byte[FIRST_SEGMENT]);
    private int capacity = FIRST_SEGMENT;
    private int filled;
    private long fullBytes;

    /// An empty one.
    public Output() {}

    /// How many bytes have been written.
    public long position() {
        return fullBytes + filled;
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
        copy(MemorySegment.ofArray(bytes).asSlice(offset, length));
    }

    /// Copies bytes in.
    public void write(byte[] bytes) {
        copy(MemorySegment.ofArray(bytes));
    }

    /// Writes a segment: a small one is copied, a large one is linked as it is and must never change again.
    public void write(MemorySegment bytes) {
        if (bytes.byteSize() < SMALLEST_LINKED) {
            copy(bytes);
            return;
        }
        closeSegment();
        full.add(bytes);
        fullBytes += bytes.byteSize();
    }

    /// Writes all of them; the same holds as for [#write(MemorySegment)].
    public void write(Bytes bytes) {
        for (MemorySegment each : bytes.segments()) {
            write(each);
        }
    }

    /// Overwrites four bytes that have been written already, as a length is that is known only at the end. The four
    /// bytes
    /// must have been written by one [#writeInt].
    public void patchInt(long position, int value) {
        long at = position - fullBytes;
        if (at >= 0) {
            segment.set(INT, at, value);
            return;
        }
        // Lengths are patched soon after they are written: the way from the end is the short one.
        for (int i = full.size() - 1; i >= 0; i--) {
            at += full.get(i).byteSize();
            if (at >= 0) {
                full.get(i).set(INT, at, value);
                return;
            }
        }
        throw new IndexOutOfBoundsException("position " + position);
    }

    /// Hands over what was written and starts anew, empty.
    public Bytes take() {
        closeSegment();
        Bytes bytes = new Bytes(List.copyOf(full), fullBytes);
        full.clear();
        fullBytes = 0;
        return bytes;
    }

    private void copy(MemorySegment source) {
        long done = 0;
        while (done < source.byteSize()) {
            if (filled == capacity) {
                grow();
            }
            long length = Math.min(source.byteSize() - done, capacity - filled);
            MemorySegment.copy(source, done, segment, filled, length);
            filled += (int) length;
            done += length;
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
        int next = Math.min(Math.max(capacity * 2, FIRST_SEGMENT), LARGEST_SEGMENT);
        closeSegment();
        segment = MemorySegment.ofArray(new byte[next]);
        capacity = next;
    }

    /// Puts what the open segment holds among the full ones; the rest of it stays open.
    private void closeSegment() {
        if (filled > 0) {
            full.add(segment.asSlice(0, filled));
            fullBytes += filled;
            segment = segment.asSlice(filled);
            capacity -= filled;
            filled = 0;
        }
    }
}
