package org.sunda.memory;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.GatheringByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.List;

/// The way of [Bytes] into a channel, however many there are and however few of them it takes at a time.
/// For one thread at a time.
///
/// ```java
/// new BytesWriter(bytes).writeTo(fileChannel);
/// ```
public final class BytesWriter {
    /// What systems take in one gathering write (`IOV_MAX`).
    private static final int MOST_BUFFERS = 1024;

    /// What they take in one write is just below 2 GiB.
    private static final long MOST_BYTES = 1L << 30;

    /// The JDK copies what is on the heap into a buffer of its own as large as all of it, and keeps that
    /// for the thread.
    private static final long MOST_HEAP_BYTES = 1L << 20;

    private final List<MemorySegment> segments;
    private final long size;
    private long written;

    /// What comes after the batch: this segment, from `offset` on.
    private int next;

    private long offset;

    /// What is being written, in order; used up before `first`.
    private ByteBuffer[] batch = {};

    private int first;

    /// All of those bytes. They must not be released before they are written.
    public BytesWriter(Bytes bytes) {
        segments = bytes.segments();
        size = bytes.size();
    }

    /// How many bytes the channel has taken.
    public long written() {
        return written;
    }

    /// How many it has not.
    public long remaining() {
        return size - written;
    }

    /// Writes until all is written, or the channel takes no more: then it does not block, and this is to be
    /// called again when it can be written to.
    ///
    /// @return whether all is written
    /// @throws IOException from the channel; [#written] then says how far it came
    public boolean writeTo(WritableByteChannel channel) throws IOException {
        while (written < size) {
            if (first == batch.length) {
                fillBatch();
            }
            long taken = channel instanceof GatheringByteChannel gathering
                    ? gathering.write(batch, first, batch.length - first)
                    : channel.write(batch[first]);
            written += taken;
            while (first < batch.length && !batch[first].hasRemaining()) {
                first++;
            }
            if (taken == 0) {
                return written == size;
            }
        }
        return true;
    }

    private void fillBatch() {
        List<ByteBuffer> buffers = new ArrayList<>();
        long taken = 0;
        while (buffers.size() < MOST_BUFFERS && next < segments.size()) {
            MemorySegment segment = segments.get(next);
            long room = (segment.isNative() ? MOST_BYTES : MOST_HEAP_BYTES) - taken;
            if (room <= 0) {
                break;
            }
            long part = Math.min(segment.byteSize() - offset, room);
            buffers.add(segment.asSlice(offset, part).asByteBuffer());
            taken += part;
            offset += part;
            if (offset == segment.byteSize()) {
                next++;
                offset = 0;
            }
        }
        batch = buffers.toArray(ByteBuffer[]::new);
        first = 0;
    }
}
