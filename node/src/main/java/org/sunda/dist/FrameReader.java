package org.sunda.dist;

import java.lang.foreign.MemorySegment;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sunda.memory.Bytes;

/// Cuts what arrives into frames (protocol section b.3): four bytes of length, then as many bytes; a
/// frame of length 0 is a tick. Pure; for one thread at a time.
///
/// A frame becomes one array. A large one becomes several, each made when the one before it is full: a peer
/// that announces much and sends little takes little memory.
final class FrameReader {
    /// The longest array: a fragment of any sender goes into one, and what a garbage collector with the
    /// smallest regions still takes for an ordinary object.
    private static final int LONGEST_PIECE = 128 * 1024;

    private final long mostBytes;

    /// How many of the four bytes of the length are there, and their value.
    private int lengthBytes;

    private int length;

    /// The frame that is being read, while all of the length is there.
    private long frameBytes;

    private long gathered;
    private final List<MemorySegment> pieces = new ArrayList<>();
    private byte[] piece = new byte[0];
    private int filled;

    /// @param mostBytes the longest frame that is taken
    FrameReader(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /// The next frame, without its length; null when more bytes are needed, and then `in` has none left.
    ///
    /// @throws ProtocolException when a frame is longer than is taken
    @Nullable
    Bytes next(ByteBuffer in) throws ProtocolException {
        if (lengthBytes == 0 && in.remaining() >= Integer.BYTES) {
            lengthBytes = Integer.BYTES;
            open(Integer.toUnsignedLong(in.getInt()));
        }
        while (lengthBytes < Integer.BYTES) {
            if (!in.hasRemaining()) {
                return null;
            }
            length = length << Byte.SIZE | in.get() & 0xff;
            if (++lengthBytes == Integer.BYTES) {
                open(Integer.toUnsignedLong(length));
            }
        }
        while (gathered < frameBytes) {
            if (!in.hasRemaining()) {
                return null;
            }
            gather(in);
        }
        return close();
    }

    private void open(long bytes) throws ProtocolException {
        if (bytes > mostBytes) {
            throw new ProtocolException(
                    "a frame of " + bytes + " bytes: the limit frameBytes is " + mostBytes + " (protocol section b.3)");
        }
        frameBytes = bytes;
        gathered = 0;
        piece = new byte[(int) Math.min(bytes, LONGEST_PIECE)];
        filled = 0;
    }

    private void gather(ByteBuffer in) {
        if (filled == piece.length) {
            pieces.add(MemorySegment.ofArray(piece));
            piece = new byte[(int) Math.min(frameBytes - gathered, LONGEST_PIECE)];
            filled = 0;
        }
        int count = Math.min(in.remaining(), piece.length - filled);
        in.get(piece, filled, count);
        filled += count;
        gathered += count;
    }

    private Bytes close() {
        lengthBytes = 0;
        length = 0;
        byte[] last = piece;
        piece = new byte[0];
        if (pieces.isEmpty()) {
            return last.length == 0 ? Bytes.EMPTY : Bytes.of(last);
        }
        pieces.add(MemorySegment.ofArray(last));
        Bytes frame = Bytes.of(pieces);
        pieces.clear();
        return frame;
    }
}
