package org.sunda.memory;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Bytes being written. It grows by linking a further segment, so writing the last of many gigabytes
/// costs what the first byte did, and nothing that was written is moved to make room. For one thread at
/// a time.
///
/// Without an allocator its memory is garbage collected, and there is nothing to give back. With one,
/// the output owns its segments until [#take] makes the taken [Bytes] their owner, or [#release] gives
/// them back.
///
/// Small writes go to an array, the window: that takes half the time of writing to a segment, on the
/// heap or off it. On the heap a full window is linked as it is. Otherwise it leaves the cache for the
/// segments in one copy, and what is large goes there at once.
public final class Output {
    static final VarHandle SHORT = view(short[].class);
    static final VarHandle INT = view(int[].class);
    static final VarHandle LONG = view(long[].class);

    /// Most messages are small: the first window holds one of them, each further one doubles.
    private static final int FIRST_WINDOW = 256;

    /// What one gathering write takes comfortably, and small enough for a garbage collector's regions.
    private static final int LARGEST_ON_HEAP = 64 * 1024;

    /// A window that is used again and again stays in the processor's nearest cache.
    private static final int LARGEST_BEFORE_POOL = 8 * 1024;

    /// From how many bytes on a segment is linked. Below, linking somebody's segment (an object, an
    /// entry in each gathering write) costs more than copying it.
    public static final int SMALLEST_LINKED = 4 * 1024;

    private static final Allocator HEAP = Allocator.heap();

    private final Chain chain;
    private final boolean pooled;

    /// What is not in the chain starts at `start`, the next byte goes to `filled`.
    private byte[] window = {};

    private int start;
    private int filled;

    /// On the heap: windows that were filled since the last [#take], and those that a [#clear] made free.
    private final List<byte[]> full = new ArrayList<>();

    private final List<byte[]> spare = new ArrayList<>();

    /// Part of the window was taken: it must not be used again.
    private boolean windowIsShared;

    /// An empty one, in garbage collected memory.
    public Output() {
        this(HEAP);
    }

    /// An empty one, in memory of that allocator.
    public Output(Allocator allocator) {
        this.pooled = !(allocator instanceof HeapAllocator);
        this.chain = new Chain(allocator);
    }

    /// An empty one, in garbage collected memory, which expects that many bytes: up to so many lie
    /// together from the first message on.
    public Output(int expected) {
        this(HEAP);
        window = new byte[Math.clamp(expected, FIRST_WINDOW, LARGEST_ON_HEAP)];
    }

    private static VarHandle view(Class<?> array) {
        return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.BIG_ENDIAN);
    }

    /// How many bytes have been written since the last [#take] or [#clear].
    public long position() {
        return chain.size() + (filled - start);
    }

    /// Writes the low 8 bits.
    public void writeByte(int value) {
        int at = reserve(Byte.BYTES);
        window[at] = (byte) value;
    }

    /// Writes the low 16 bits.
    public void writeShort(int value) {
        int at = reserve(Short.BYTES);
        SHORT.set(window, at, (short) value);
    }

    /// Writes 32 bits.
    public void writeInt(int value) {
        int at = reserve(Integer.BYTES);
        INT.set(window, at, value);
    }

    /// Writes 64 bits.
    public void writeLong(long value) {
        int at = reserve(Long.BYTES);
        LONG.set(window, at, value);
    }

    /// Writes an IEEE 754 double.
    public void writeDouble(double value) {
        writeLong(Double.doubleToRawLongBits(value));
    }

    /// Writes the low 1 to 8 bytes of a number, the highest of them first: a tag and what follows it in
    /// one step.
    public void writeLow(long value, int bytes) {
        int at = reserve(Long.BYTES);
        LONG.set(window, at, value << Long.SIZE - bytes * Byte.SIZE);
        // What is too much will be overwritten by what comes next.
        filled = at + bytes;
    }

    /// Copies bytes in.
    public void write(byte[] bytes, int offset, int length) {
        if (length <= window.length - filled) {
            System.arraycopy(bytes, offset, window, filled, length);
            filled += length;
        } else {
            Objects.checkFromIndexSize(offset, length, bytes.length);
            copy(MemorySegment.ofArray(bytes).asSlice(offset, length));
        }
    }

    /// Copies bytes in.
    public void write(byte[] bytes) {
        write(bytes, 0, bytes.length);
    }

    /// Writes a segment: a small one is copied, a large one is linked as it is and must never change again.
    public void write(MemorySegment bytes) {
        if (bytes.byteSize() < SMALLEST_LINKED) {
            copy(bytes);
        } else {
            closeWindow();
            chain.link(bytes);
        }
    }

    /// Writes all of them; the same holds as for [#write(MemorySegment)].
    public void write(Bytes bytes) {
        for (MemorySegment each : bytes.segments()) {
            write(each);
        }
    }

    /// Overwrites four bytes that were written since the last [#take], but not linked, as for a length
    /// that is known only at the end.
    ///
    /// @throws IndexOutOfBoundsException when no four bytes lie there
    public void patchInt(long position, int value) {
        Objects.checkFromIndexSize(position, Integer.BYTES, position());
        for (int i = 0; i < Integer.BYTES; i++) {
            byte part = (byte) (value >>> Integer.SIZE - (i + 1) * Byte.SIZE);
            long inWindow = position + i - chain.size();
            if (inWindow >= 0) {
                window[start + (int) inWindow] = part;
            } else {
                chain.patch(position + i, part);
            }
        }
    }

    /// Copies what was written since the last [#take] or [#clear], if it all lies together and there is
    /// room for it.
    ///
    /// @return whether it was copied
    public boolean copyTo(ByteBuffer target) {
        int length = filled - start;
        if (chain.size() > 0 || length > target.remaining()) {
            return false;
        }
        target.put(window, start, length);
        return true;
    }

    /// Appends what was written since the last [#take] or [#clear] to another output, and starts anew,
    /// empty. What lies together here is copied, so that the memory stays here.
    public void moveTo(Output target) {
        if (chain.size() == 0) {
            target.write(window, start, filled - start);
            clear();
        } else {
            target.write(take());
        }
    }

    /// Hands over what was written and starts anew, empty. With an allocator, who gets the bytes must
    /// release them.
    public Bytes take() {
        if (!pooled && chain.size() == 0) {
            return takeWindow();
        }
        closeWindow();
        full.clear();
        windowIsShared = !pooled && filled > 0;
        return chain.take();
    }

    /// Hands over what is in the window, which is all there is.
    private Bytes takeWindow() {
        if (filled == start) {
            return Bytes.EMPTY;
        }
        Bytes bytes = new Bytes(window, start, filled - start);
        start = filled;
        windowIsShared = true;
        return bytes;
    }

    /// Forgets what was written since the last [#take], and keeps the memory for what is written next.
    public void clear() {
        chain.clear();
        while (!full.isEmpty()) {
            spare.add(full.removeLast());
        }
        filled = start;
    }

    /// Forgets what was written since the last [#take], and gives the memory back.
    public void release() {
        chain.release();
        full.clear();
        spare.clear();
        windowIsShared = false;
        window = new byte[0];
        start = 0;
        filled = 0;
    }

    private int reserve(int bytes) {
        if (window.length - filled < bytes) {
            nextWindow(bytes);
        }
        int at = filled;
        filled += bytes;
        return at;
    }

    private void copy(MemorySegment bytes) {
        long length = bytes.byteSize();
        if (pooled && length > LARGEST_BEFORE_POOL) {
            closeWindow();
            chain.copy(bytes);
            return;
        }
        long done = 0;
        while (done < length) {
            if (filled == window.length) {
                nextWindow(length - done);
            }
            int part = Math.clamp(length - done, 0, window.length - filled);
            MemorySegment.copy(bytes, done, MemorySegment.ofArray(window), filled, part);
            filled += part;
            done += part;
        }
    }

    /// Makes room, as much as is wanted or as a window has.
    private void nextWindow(long wanted) {
        closeWindow();
        if (!pooled && !windowIsShared && window.length > 0) {
            full.add(window);
        }
        windowIsShared = false;
        if (!spare.isEmpty()) {
            window = spare.removeLast();
        } else if (!pooled || window.length < LARGEST_BEFORE_POOL) {
            int largest = pooled ? LARGEST_BEFORE_POOL : LARGEST_ON_HEAP;
            int doubled = Math.clamp(2L * window.length, FIRST_WINDOW, largest);
            window = new byte[Math.clamp(wanted, doubled, largest)];
        }
        start = 0;
        filled = 0;
    }

    /// Puts what the window holds at the end of the chain. On the heap the rest of the window stays in
    /// use; else all of it is free again.
    private void closeWindow() {
        if (filled == start) {
            return;
        }
        MemorySegment bytes = MemorySegment.ofArray(window).asSlice(start, filled - start);
        if (pooled) {
            chain.copy(bytes);
            filled = start;
        } else {
            chain.link(bytes);
            start = filled;
        }
    }
}
