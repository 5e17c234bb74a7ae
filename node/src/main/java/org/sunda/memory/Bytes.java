package org.sunda.memory;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Immutable bytes in one or more linked segments; may be read by many threads at a time.
///
/// Bytes taken from an [Output] with an allocator own their memory: who holds them releases them once, and whoever else
/// is to go on with them after that holds a [#share]. All others are garbage collected, and to release them does no
/// more than end their use.
public final class Bytes {
    /// No bytes.
    public static final Bytes EMPTY = new Bytes(List.of(), 0, List.of());

    /// A buffer holds less than 2 GiB.
    private static final long LONGEST_BUFFER = 1L << 30;

    /// The array that they all lie in from `offset` on: most messages do, and a segment in a list takes longer to make
    /// than such a message to read.
    private final byte @Nullable [] array;

    private final int offset;

    /// Otherwise where they lie.
    private final List<MemorySegment> segments;

    private final long size;
    private final List<Segment> owned;

    Bytes(List<MemorySegment> segments, long size, List<Segment> owned) {
        this.array = null;
        this.offset = 0;
        this.segments = segments;
        this.size = size;
        this.owned = owned;
    }

    Bytes(byte[] array, int offset, int length) {
        this.array = array;
        this.offset = offset;
        this.segments = List.of();
        this.size = length;
        this.owned = List.of();
    }

    /// Those very bytes, which must never change again.
    public static Bytes of(byte... bytes) {
        return new Bytes(bytes, 0, bytes.length);
    }

    /// Those very segments, one after the other, which must never change again.
    public static Bytes of(List<MemorySegment> segments) {
        long size = 0;
        for (MemorySegment segment : segments) {
            size += segment.byteSize();
        }
        return new Bytes(List.copyOf(segments), size, List.of());
    }

    /// How many bytes there are.
    public long size() {
        return size;
    }

    /// The bytes themselves. Writing to them breaks all who share them.
    ///
    /// @throws IllegalStateException when these bytes were released
    public List<MemorySegment> segments() {
        if (!owned.isEmpty()) {
            owned.getFirst().memory();
        }
        return array == null ? segments : List.of(segment(array));
    }

    private MemorySegment segment(byte[] array) {
        return MemorySegment.ofArray(array).asSlice(offset, size);
    }

    /// The array that they all lie in, when they do: `size` of them from [#offset] on.
    byte @Nullable [] array() {
        return array;
    }

    int offset() {
        return offset;
    }

    /// The same bytes for one more owner, who releases them too: their memory goes back when all have done so.
    ///
    /// @throws IllegalStateException when these bytes were released
    public Bytes share() {
        return array != null
                ? this
                : new Bytes(segments(), size, owned.stream().map(Segment::share).toList());
    }

    /// Ends the use of these bytes, and gives back the memory that they own. Views of them ([#segments], [Input]) must
    /// not be used any more.
    ///
    /// @throws IllegalStateException when these bytes own memory and were released before
    public void release() {
        owned.forEach(Segment::release);
    }

    /// A reader at the first byte.
    public Input open() {
        return new Input(this);
    }

    /// The bytes for a gathering write.
    public ByteBuffer[] toByteBuffers() {
        List<ByteBuffer> buffers = new ArrayList<>(segments.size());
        for (MemorySegment segment : segments()) {
            for (long at = 0; at < segment.byteSize(); at += LONGEST_BUFFER) {
                long length = Math.min(segment.byteSize() - at, LONGEST_BUFFER);
                buffers.add(segment.asSlice(at, length).asByteBuffer());
            }
        }
        return buffers.toArray(ByteBuffer[]::new);
    }

    /// A copy in one array.
    ///
    /// @throws ArithmeticException when there are more bytes than an array holds
    public byte[] toByteArray() {
        if (array != null) {
            return Arrays.copyOfRange(array, offset, offset + (int) size);
        }
        byte[] all = new byte[Math.toIntExact(size)];
        MemorySegment target = MemorySegment.ofArray(all);
        long at = 0;
        for (MemorySegment segment : segments()) {
            MemorySegment.copy(segment, 0, target, at, segment.byteSize());
            at += segment.byteSize();
        }
        return all;
    }
}
