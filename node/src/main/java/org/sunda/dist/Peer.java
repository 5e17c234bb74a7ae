package org.sunda.dist;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sunda.memory.Bytes;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;

/// What is known of one peer: ways towards a connection, the connection, and what waits for it. Guarded by
/// the lock of the [PeerBook], but for [#up].
final class Peer {
    /// What a signal costs while it waits, besides its payload: itself and arrays that are not full.
    private static final int SIGNAL_BYTES = 512;

    /// A signal that waits for a connection, with its payload encoded.
    record Queued(Signal signal, @Nullable Bytes encoded) {
        long bytes() {
            return SIGNAL_BYTES + (encoded == null ? 0 : encoded.size());
        }
    }

    private final Atom node;

    /// Handshakes that the peer began and that may succeed.
    private final Set<Inbound> inbounds = new HashSet<>();

    /// The attempt of this node, if one goes on; none while there is an owner.
    private @Nullable Attempt attempt;

    /// The [Inbound] or [Attempt] that has become, or is about to become, the connection; until that has
    /// ended.
    private @Nullable Object owner;

    /// The connection, from before its thread starts until its end was announced.
    private @Nullable Connection connection;

    /// The connection, while signals may go straight to it: what waited before has left. Read without the
    /// lock.
    private volatile @Nullable Connection up;

    private final ArrayDeque<Queued> queue = new ArrayDeque<>();
    private long queuedBytes;

    Peer(Atom node) {
        this.node = node;
    }

    Atom node() {
        return node;
    }

    Set<Inbound> inbounds() {
        return inbounds;
    }

    @Nullable
    Attempt attempt() {
        return attempt;
    }

    void attempt(@Nullable Attempt value) {
        attempt = value;
    }

    /// Ends the attempt of this node, if one goes on.
    void cancelAttempt(String reason) {
        Attempt open = attempt;
        if (open != null) {
            open.cancel(reason);
        }
    }

    @Nullable
    Object owner() {
        return owner;
    }

    void owner(@Nullable Object value) {
        owner = value;
    }

    @Nullable
    Connection connection() {
        return connection;
    }

    void connection(@Nullable Connection value) {
        connection = value;
    }

    /// The connection that takes signals now, or null.
    @Nullable
    Connection up() {
        Connection ready = up;
        return ready != null && ready.isOpen() ? ready : null;
    }

    void up(@Nullable Connection value) {
        up = value;
    }

    boolean hasQueued() {
        return !queue.isEmpty();
    }

    /// Whether that may wait too; the first one always may.
    boolean hasRoomFor(Queued queued, long mostBytes) {
        return queue.isEmpty() || queuedBytes + queued.bytes() <= mostBytes;
    }

    void enqueue(Queued queued) {
        queue.add(queued);
        queuedBytes += queued.bytes();
    }

    /// All that waits, oldest first; then nothing does.
    List<Queued> takeQueued() {
        List<Queued> all = new ArrayList<>(queue);
        queue.clear();
        queuedBytes = 0;
        return all;
    }

    /// Whether nothing is known of it that matters.
    boolean isIdle() {
        return inbounds.isEmpty() && attempt == null && owner == null && queue.isEmpty();
    }
}
