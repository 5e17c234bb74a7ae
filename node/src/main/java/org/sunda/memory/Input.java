package org.sunda.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A reader's place in [Bytes]. Reading past the end throws [IndexOutOfBoundsException] and leaves the
/// place where it was; ask [#remaining] first where the bytes are not one's own. For one thread at a
/// time.
///
/// It reads from an array, the window, as [Output] writes to one: on the heap that is the segment's own
/// array, else some bytes are copied out of the segment at a time.
public final class Input {
    /// How many bytes are copied at a time of a segment that is not on the heap.
    private static final int WINDOW = 4 * 1024;

    private static final byte[] NONE = {};

    private List<MemorySegment> segments = List.of();
    private long size;

    /// The open segment, where it starts among all bytes, and which one comes after it. Of bytes that
    /// all lie in one array there is none before somebody asks for it.
    private @Nullable MemorySegment segment;

    private long segmentStart;
    private int nextSegment;
    private boolean onHeap;

    /// What is ahead: from `at` to before `end`. The place among all bytes is `at` after `base`.
    private byte[] window = NONE;

    private int at;
    private int end;
    private long base;

    /// The window of segments that are not on the heap.
    private byte[] copy = NONE;

    /// A reader at the first byte, as [Bytes#open] makes one.
    Input(Bytes bytes) {
        reset(bytes);
    }

    private Input(Input other) {
        this.segments = other.segments;
        this.size = other.size;
        this.segment = other.segment;
        this.segmentStart = other.segmentStart;
        this.nextSegment = other.nextSegment;
        this.onHeap = other.onHeap;
        if (onHeap) {
            this.window = other.window;
            this.at = other.at;
            this.end = other.end;
            this.base = other.base;
        } else {
            this.base = other.position();
        }
    }

    /// Goes to the first byte of other bytes, so that one reader does for many messages.
    ///
    /// @throws IllegalStateException when those bytes were released
    public void reset(Bytes bytes) {
        size = bytes.size();
        segmentStart = 0;
        nextSegment = 0;
        byte[] array = bytes.array();
        if (array != null) {
            segments = List.of();
            segment = null;
            openArray(array, bytes.offset(), (int) size);
            return;
        }
        segments = bytes.segments();
        segment = MemorySegment.NULL;
        if (segments.isEmpty()) {
            openArray(NONE, 0, 0);
        } else {
            openSegment();
        }
    }

    /// Another reader at the same place, which then goes its own way.
    public Input fork() {
        return new Input(this);
    }

    /// How many bytes have been read.
    public long position() {
        return base + at;
    }

    /// How many bytes there are in all, read or not.
    public long size() {
        return size;
    }

    /// How many bytes are left.
    public long remaining() {
        return size - base - at;
    }

    /// How many bytes at least are left, without a look at all that is: those that lie together here.
    public int ahead() {
        return end - at;
    }

    /// The next byte, unsigned, without passing it.
    public int peekUnsignedByte() {
        if (at == end) {
            refill();
        }
        return window[at] & 0xff;
    }

    /// The next byte, unsigned.
    public int readUnsignedByte() {
        if (at == end) {
            refill();
        }
        return window[at++] & 0xff;
    }

    /// The next 16 bits, unsigned.
    public int readUnsignedShort() {
        if (end - at >= Short.BYTES) {
            int value = (short) Output.SHORT.get(window, at) & 0xffff;
            at += Short.BYTES;
            return value;
        }
        return (int) readAcross(Short.BYTES);
    }

    /// The next 32 bits.
    public int readInt() {
        if (end - at >= Integer.BYTES) {
            int value = (int) Output.INT.get(window, at);
            at += Integer.BYTES;
            return value;
        }
        return (int) readAcross(Integer.BYTES);
    }

    /// The next 64 bits.
    public long readLong() {
        if (end - at >= Long.BYTES) {
            long value = (long) Output.LONG.get(window, at);
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
        if (length <= end - at) {
            System.arraycopy(window, at, target, offset, length);
            at += length;
            return;
        }
        Objects.checkFromIndexSize(offset, length, target.length);
        requireRemaining(length);
        readAcross(MemorySegment.ofArray(target).asSlice(offset, length));
    }

    /// What a function makes of the next bytes, which are lent to it without a copy where they lie
    /// together.
    public <T extends @Nullable Object> T read(int length, BytesFunction<T> function) {
        if (length >= 0 && length <= end - at) {
            int offset = at;
            at += length;
            return function.apply(window, offset, length);
        }
        requireRemaining(length);
        byte[] bytes = new byte[length];
        read(bytes, 0, length);
        return function.apply(bytes, 0, length);
    }

    /// Makes something of bytes that are only lent to it: it neither changes nor keeps them.
    @FunctionalInterface
    public interface BytesFunction<T extends @Nullable Object> {
        /// Makes it.
        T apply(byte[] bytes, int offset, int length);
    }

    /// What lies ahead in one piece, as a view and without passing it: nothing only when no byte is left.
    public MemorySegment peekSegment() {
        if (at == end && remaining() > 0) {
            refill();
        }
        return segment().asSlice(position() - segmentStart);
    }

    /// The next bytes as one segment: a view of these bytes where they lie together, else a copy. A copy
    /// too long for an array lies outside the heap, until nobody knows it any more.
    public MemorySegment readSegment(long length) {
        requireRemaining(length);
        MemorySegment ahead = peekSegment();
        if (ahead.byteSize() >= length) {
            pass(length);
            return ahead.asSlice(0, length);
        }
        MemorySegment copy = HeapAllocator.allocateMemory(length);
        readAcross(copy);
        return copy;
    }

    /// Passes over bytes.
    public void skip(long length) {
        if (length >= 0 && length <= end - at) {
            at += (int) length;
            return;
        }
        requireRemaining(length);
        long target = position() + length;
        while (target > segmentStart + segment().byteSize()) {
            openSegment();
        }
        pass(target - position());
    }

    /// Copies the next bytes out: as many as there is room for, or are left.
    public void read(ByteBuffer target) {
        MemorySegment room = MemorySegment.ofBuffer(target);
        long length = Math.min(target.remaining(), remaining());
        readAcross(room.asSlice(0, length));
        target.position(target.position() + (int) length);
    }

    /// The next bytes, as a view.
    public Bytes readBytes(long length) {
        requireRemaining(length);
        if (segments.isEmpty() && length > 0) {
            int from = at;
            at += (int) length;
            return new Bytes(window, from, (int) length);
        }
        List<MemorySegment> parts = new ArrayList<>();
        long left = length;
        while (left > 0) {
            MemorySegment ahead = peekSegment();
            long part = Math.min(left, ahead.byteSize());
            parts.add(ahead.asSlice(0, part));
            pass(part);
            left -= part;
        }
        return parts.isEmpty() ? Bytes.EMPTY : Bytes.of(parts);
    }

    /// All that is left, as a view; this reader is then at the end.
    public Bytes readRest() {
        return readBytes(remaining());
    }

    private void readAcross(MemorySegment target) {
        long done = 0;
        while (done < target.byteSize()) {
            MemorySegment ahead = peekSegment();
            long part = Math.min(target.byteSize() - done, ahead.byteSize());
            MemorySegment.copy(ahead, 0, target, done, part);
            pass(part);
            done += part;
        }
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

    /// Passes over bytes of the open segment.
    private void pass(long length) {
        if (length <= end - at) {
            at += (int) length;
        } else {
            base = position() + length;
            at = 0;
            end = 0;
        }
    }

    /// Makes sure that a byte is ahead.
    private void refill() {
        if (remaining() == 0) {
            throw new IndexOutOfBoundsException("no byte is left at " + position());
        }
        while (position() - segmentStart == segment().byteSize()) {
            openSegment();
        }
        if (!onHeap) {
            copyWindow();
        }
    }

    private void copyWindow() {
        long from = position() - segmentStart;
        int length = (int) Math.min(segment().byteSize() - from, WINDOW);
        if (copy.length < length) {
            copy = new byte[length];
        }
        MemorySegment.copy(segment(), ValueLayout.JAVA_BYTE, from, copy, 0, length);
        window = copy;
        base += at;
        at = 0;
        end = length;
    }

    /// Goes to the first byte of the next segment.
    private void openSegment() {
        segmentStart += segment().byteSize();
        MemorySegment next = segments.get(nextSegment++);
        segment = next;
        if (next.heapBase().orElse(null) instanceof byte[] array) {
            openArray(array, (int) next.address(), (int) next.byteSize());
        } else {
            onHeap = false;
            base = segmentStart;
            at = 0;
            end = 0;
        }
    }

    private void openArray(byte[] array, int offset, int length) {
        onHeap = true;
        window = array;
        at = offset;
        end = offset + length;
        base = segmentStart - offset;
    }

    private MemorySegment segment() {
        MemorySegment open = segment;
        if (open == null) {
            open = MemorySegment.ofArray(window).asSlice(-base, size);
            segment = open;
        }
        return open;
    }
}
