package org.sunda.dist;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;

/// The peers of whom something is known, and the one lock that guards all of it. Under the lock nothing is
/// sent, read or told; only [#find] needs no lock.
final class PeerBook {
    private final Map<Atom, Peer> peers = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /// Why no further connection is made; null while they are.
    private @Nullable String closed;

    void lock() {
        lock.lock();
    }

    void unlock() {
        lock.unlock();
    }

    /// What is known of a peer, or null; also without the lock.
    @Nullable
    Peer find(Atom node) {
        return peers.get(node);
    }

    /// What is known of a peer, from now on.
    Peer peer(Atom node) {
        return peers.computeIfAbsent(node, Peer::new);
    }

    /// All of whom something is known; also without the lock.
    Collection<Peer> all() {
        return peers.values();
    }

    /// Forgets a peer of whom nothing is left.
    void removeIfIdle(Atom node) {
        Peer peer = peers.get(node);
        if (peer != null && peer.isIdle()) {
            peers.remove(node);
        }
    }

    /// Whether this node stops: no further connection is made.
    boolean isClosed() {
        return closed != null;
    }

    /// Why this node stops, or has stopped.
    String whyClosed() {
        return closed == null ? "it has not been stopped" : closed;
    }

    void close(String reason) {
        if (closed == null) {
            closed = reason;
        }
    }

    /// Lets all look again that wait for a change.
    void changed() {
        changed.signalAll();
    }

    /// Waits until something may have changed; callers look again, and call again.
    ///
    /// @param deadline null for none
    /// @return false when the deadline passed, or the thread was interrupted
    @SuppressWarnings("WaitNotInLoop") // the loop is the caller's
    boolean awaitChange(@Nullable Deadline deadline) {
        try {
            if (deadline == null) {
                changed.await();
                return true;
            }
            return deadline.remainingNanos() > 0 && changed.awaitNanos(deadline.remainingNanos()) > 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
