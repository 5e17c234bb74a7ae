package org.sunda.bench.bytes;

import java.lang.foreign.Arena;
import java.util.ArrayDeque;
import java.util.Deque;

/// Memory that this process holds until somebody else in it needs that much.
///
/// The host of a virtual machine may take away what is free there, and to get it again takes longer than all that is
/// measured here. What is let go of right before it is needed is still there.
final class Ballast implements AutoCloseable {
    /// More than C's allocator ever keeps: what is freed goes back to the system.
    private static final long PIECE = 64 << 20;

    private final Deque<Arena> pieces = new ArrayDeque<>();
    private long held;

    /// Takes so many bytes.
    Ballast(long bytes) {
        while (held + PIECE <= bytes) {
            Arena piece = Arena.ofConfined();
            // It comes filled with zeros, and so touched.
            piece.allocate(PIECE);
            pieces.add(piece);
            held += PIECE;
        }
    }

    /// How many bytes are held now.
    long held() {
        return held;
    }

    /// Lets go of all that is more than this.
    void keep(long bytes) {
        while (held > bytes) {
            pieces.remove().close();
            held -= PIECE;
        }
    }

    @Override
    public void close() {
        keep(0);
    }
}
