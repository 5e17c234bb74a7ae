package org.sunda.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/// Segments in the order of their bytes: parts of own ones, which came from the allocator, and others that
/// were linked.
final class Chain {
    /// The largest size that allocators keep ready: less bookkeeping for outputs of gigabytes.
    private static final long LARGEST_SEGMENT = 1024 * 1024;

    private final Allocator allocator;

    private final List<MemorySegment> parts = new ArrayList<>();
    private long closedBytes;

    /// What came from the allocator since the last [#take], the open one last among the first `used`. After
    /// a [#clear] there are more of them.
    private final List<Segment> own = new ArrayList<>();

    private int used;

    /// The open segment: what is not among the parts starts at `start`, the next byte goes to `filled`.
    private MemorySegment open = MemorySegment.NULL;

    private long start;
    private long filled;

    Chain(Allocator allocator) {
        this.allocator = allocator;
    }

    long size() {
        return closedBytes + (filled - start);
    }

    /// Adds somebody's segment.
    void link(MemorySegment bytes) {
        closePart();
        parts.add(bytes);
        closedBytes += bytes.byteSize();
    }

    /// Copies bytes to the end of the open segment, and of as many further ones as it takes.
    void copy(MemorySegment bytes) {
        long length = bytes.byteSize();
        long done = 0;
        while (done < length) {
            if (filled == open.byteSize()) {
                next(length - done);
            }
            long part = Math.min(length - done, open.byteSize() - filled);
            MemorySegment.copy(bytes, done, open, filled, part);
            filled += part;
            done += part;
        }
    }

    /// As large as what is there already, so that few segments do for many bytes, and a small message takes
    /// a small one.
    private void next(long wanted) {
        closePart();
        if (used == own.size()) {
            own.add(allocator.allocate(Math.min(Math.max(wanted, closedBytes), LARGEST_SEGMENT)));
        }
        open = own.get(used++).memory();
        start = 0;
        filled = 0;
    }

    private void closePart() {
        if (filled > start) {
            parts.add(open.asSlice(start, filled - start));
            closedBytes += filled - start;
            start = filled;
        }
    }

    /// Overwrites one byte. Lengths are patched soon after they are written: the way from the end is the
    /// short one.
    void patch(long position, byte value) {
        long at = position - closedBytes;
        if (at >= 0) {
            open.set(ValueLayout.JAVA_BYTE, start + at, value);
            return;
        }
        int i = parts.size();
        while (at < 0) {
            at += parts.get(--i).byteSize();
        }
        parts.get(i).set(ValueLayout.JAVA_BYTE, at, value);
    }

    /// Everything, with the own segments in use, which are the taker's from now on.
    Bytes take() {
        closePart();
        Bytes bytes;
        if (used == own.size()) {
            bytes = new Bytes(copyOf(parts), closedBytes, copyOf(own));
            own.clear();
        } else {
            List<Segment> taken = own.subList(0, used);
            bytes = new Bytes(copyOf(parts), closedBytes, copyOf(taken));
            taken.clear();
        }
        clear();
        return bytes;
    }

    /// Most messages are one segment, which needs no array on its way into a list.
    private static <T> List<T> copyOf(List<T> list) {
        return switch (list.size()) {
            case 0 -> List.of();
            case 1 -> List.of(list.getFirst());
            default -> List.copyOf(list);
        };
    }

    /// Forgets everything, and keeps the own segments.
    void clear() {
        parts.clear();
        closedBytes = 0;
        used = 0;
        open = MemorySegment.NULL;
        start = 0;
        filled = 0;
    }

    /// Forgets everything, and gives the own segments back.
    void release() {
        clear();
        own.forEach(Segment::release);
        own.clear();
    }
}
