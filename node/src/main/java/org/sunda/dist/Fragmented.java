package org.sunda.dist;

import java.nio.ByteBuffer;
import org.sunda.etf.Tags;
import org.sunda.memory.Bytes;
import org.sunda.memory.Input;

/// A long message on its way out, cut into fragments (protocol section b.5), each of them a frame. For
/// one thread at a time.
final class Fragmented {
    /// Length, version, kind, and two numbers of 64 bits.
    private static final int HEAD_BYTES = Integer.BYTES + 2 + 2 * Long.BYTES;

    private final byte[] references;
    private final Input terms;
    private final long controlBytes;
    private final int bytesPerFragment;
    private final long count;

    /// Of the open fragment: how many bytes have still to be copied.
    private int left;

    /// How many fragments are to be opened yet.
    private long toCome;

    /// @param references the part of the header that names the atoms
    /// @param terms control message and payload
    /// @param controlBytes how many bytes of them are the control message, which is never cut
    /// @param bytesPerFragment how many bytes of the payload each fragment has
    Fragmented(byte[] references, Bytes terms, long controlBytes, int bytesPerFragment) {
        this.references = references;
        this.terms = terms.open();
        this.controlBytes = controlBytes;
        this.bytesPerFragment = bytesPerFragment;
        this.count = Math.ceilDiv(terms.size() - controlBytes, bytesPerFragment);
        this.toCome = count;
    }

    /// How many bytes all fragments take, with their lengths.
    long frameBytes() {
        return terms.size() + references.length + count * HEAD_BYTES;
    }

    /// Whether the open fragment has not been copied to its end.
    boolean isInFragment() {
        return left > 0;
    }

    /// Whether all is copied.
    boolean isDone() {
        return toCome == 0 && left == 0;
    }

    /// Copies what there is room for, opening the next fragment where none is open: there must be room
    /// for its header.
    void copyTo(ByteBuffer target, long sequence) {
        if (left == 0) {
            open(target, sequence);
        }
        int limit = target.limit();
        int count = Math.min(left, target.remaining());
        target.limit(target.position() + count);
        terms.read(target);
        target.limit(limit);
        left -= count;
    }

    private void open(ByteBuffer target, long sequence) {
        boolean isFirst = toCome == count;
        long whole = isFirst ? controlBytes + bytesPerFragment : bytesPerFragment;
        left = (int) Math.min(whole, terms.remaining());
        int length = HEAD_BYTES - Integer.BYTES + left + (isFirst ? references.length : 0);
        target.putInt(length)
                .put((byte) Tags.VERSION)
                .put((byte) (isFirst ? PacketReader.FIRST_FRAGMENT : PacketReader.NEXT_FRAGMENT))
                .putLong(sequence)
                .putLong(toCome);
        if (isFirst) {
            target.put(references);
        }
        toCome--;
    }
}
