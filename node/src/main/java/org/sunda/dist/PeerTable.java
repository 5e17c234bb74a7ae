package org.sunda.dist;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.sunda.memory.Bytes;
import org.sunda.signal.BusyException;
import org.sunda.signal.NodeDownException;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;

/// Which peers there are, and the rules by which there is at most one connection to each (protocol section a.4).
///
/// One lock guards it all; under it nothing is sent, read or told. Only the question whether a peer is up needs no
/// lock.
///
/// Who may become the connection is decided twice: when a peer says its name, so that of two simultaneous attempts
/// one gives way, and again once it has proved the cookie ([#claim]), when it takes the place of what is there. So a
/// caller without the cookie changes nothing.
final class PeerTable implements ConnectionOwner {
    /// Ends of connections are announced by listeners that must not block; one that does shall not hold up a stop for
    /// ever.
    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(10);

    private final DistributionConfig config;
    private final DistributionListener listener;

    /// Begins an attempt, without waiting for it.
    private final Dialler dialler;

    private final Map<Atom, Peer> peers = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean closed;

    PeerTable(DistributionConfig config, DistributionListener listener, Dialler dialler) {
        this.config = config;
        this.listener = listener;
        this.dialler = dialler;
    }

    // What the rest of the node asks for.

    /// Sends a signal, or lets it wait for the connection.
    void send(Atom node, Signal signal) {
        Bytes encoded = null;
        while (true) {
            Connection up = up(node);
            if (up != null && up.offer(signal, encoded)) {
                return;
            }
            if (encoded == null) {
                encoded = ControlEncoder.encodePayload(signal);
            }
            if (enqueue(node, new Peer.Queued(signal, encoded))) {
                return;
            }
        }
    }

    /// The connection that takes signals for that node now, or null.
    @Nullable
    Connection up(Atom node) {
        Peer peer = peers.get(node);
        return peer == null ? null : peer.up();
    }

    /// All connections that take signals now.
    List<Connection> connections() {
        return peers.values().stream().map(Peer::up).filter(Objects::nonNull).toList();
    }

    /// Answers false when there is a connection that takes the signal meanwhile.
    private boolean enqueue(Atom node, Peer.Queued queued) {
        Deadline deadline = Deadline.in(config.busyDeadline());
        lock.lock();
        try {
            while (!closed) {
                Peer peer = peer(node);
                if (peer.up() != null) {
                    return false;
                }
                if (peer.hasRoomFor(queued, config.busyBytes())) {
                    peer.enqueue(queued);
                    startWhereNeeded(peer);
                    return true;
                }
                if (ReaderThread.isCurrent() || !queued.signal().mayBeRefused()) {
                    break;
                }
                if (!awaitChange(deadline)) {
                    throw new BusyException(
                            node, "signals for " + config.busyBytes() + " bytes wait already for a connection to it");
                }
            }
        } finally {
            removeIfIdle(node);
            lock.unlock();
        }
        listener.undeliverable(node, queued.signal());
        return true;
    }

    /// The connection to a node; begins an attempt where there is none.
    Connection connect(Atom node) {
        lock.lock();
        try {
            Attempt followed = null;
            while (true) {
                requireOpen(node);
                Peer peer = peer(node);
                Connection up = peer.up();
                if (up != null) {
                    return up;
                }
                followed = follow(peer, followed);
                if (!awaitChange(null)) {
                    throw new NodeDownException(node, "the wait for the connection was interrupted");
                }
            }
        } finally {
            removeIfIdle(node);
            lock.unlock();
        }
    }

    private void requireOpen(Atom node) {
        if (closed) {
            throw new NodeDownException(node, "this node has been stopped");
        }
    }

    /// The attempt to wait for, or null when a connection is about to stand by other means.
    private @Nullable Attempt follow(Peer peer, @Nullable Attempt followed) {
        String failure = followed == null ? null : followed.failure();
        if (failure != null) {
            throw new NodeDownException(peer.node(), failure);
        }
        Attempt attempt = peer.attempt();
        if (attempt != null) {
            return attempt;
        }
        if (peer.owner() != null) {
            return followed;
        }
        if (followed != null) {
            throw new NodeDownException(peer.node(), "the connection ended as soon as it stood");
        }
        return start(peer);
    }

    /// Ends the connection to a node, and waits for its end where it can.
    boolean disconnect(Atom node) {
        lock.lock();
        try {
            Peer peer = peers.get(node);
            if (peer == null) {
                return false;
            }
            cancel(peer, "this node disconnected");
            Connection connection = peer.connection();
            if (connection == null) {
                return false;
            }
            connection.close("this node disconnected");
            Deadline deadline = Deadline.in(LONGEST_CLOSE);
            while (peer.connection() == connection && !ReaderThread.isCurrent() && awaitChange(deadline)) {
                // Only the reader thread of the connection can end it.
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /// Ends everything, and waits for that where it can.
    void close() {
        lock.lock();
        try {
            closed = true;
            for (Peer peer : peers.values()) {
                cancel(peer, "this node stops");
                Connection connection = peer.connection();
                if (connection != null) {
                    connection.close("this node stops");
                }
            }
            changed.signalAll();
            Deadline deadline = Deadline.in(LONGEST_CLOSE);
            while (!peers.isEmpty() && !ReaderThread.isCurrent() && awaitChange(deadline)) {
                // Peers leave the table as their connections, attempts and handshakes end.
            }
        } finally {
            lock.unlock();
        }
    }

    // What the acceptor asks for.

    /// What to answer to a peer that has said its name.
    Handshake.Verdict offer(Atom node, Inbound inbound) {
        lock.lock();
        try {
            if (closed) {
                return Handshake.Verdict.NOT_ALLOWED;
            }
            Peer peer = peer(node);
            Attempt attempt = peer.attempt();
            boolean simultaneous = attempt != null && attempt.isDialling() && peer.owner() == null;
            if (simultaneous && config.node().compareTo(node) > 0) {
                return Handshake.Verdict.NOK;
            }
            inbound.claimedName(node);
            peer.inbounds().add(inbound);
            if (peer.owner() != null) {
                return Handshake.Verdict.ALIVE;
            }
            return simultaneous ? Handshake.Verdict.OK_SIMULTANEOUS : Handshake.Verdict.OK;
        } finally {
            lock.unlock();
        }
    }

    /// Takes the place of the connection for a peer that has proved the cookie. A connection that is there ends
    /// first, and so does an attempt of this node.
    ///
    /// @throws HandshakeException when the place is not free in time
    void claim(Atom node, Inbound inbound, Deadline deadline) throws HandshakeException {
        lock.lock();
        try {
            Peer peer = peer(node);
            while (peer.owner() != null && !closed) {
                Connection connection = peer.connection();
                if (connection != null) {
                    connection.close("a new connection of the same node takes its place");
                }
                if (!awaitChange(deadline)) {
                    throw new HandshakeException("the older connection to " + node + " did not end in time");
                }
            }
            if (closed) {
                throw new HandshakeException("this node stops");
            }
            peer.owner(inbound);
            cancel(peer, "the peer has connected itself");
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// A handshake that the peer began is over, with a connection or without.
    void release(Inbound inbound) {
        Atom node = inbound.claimedName();
        if (node == null) {
            return;
        }
        List<Peer.Queued> lost;
        lock.lock();
        try {
            Peer peer = peer(node);
            peer.inbounds().remove(inbound);
            releaseOwner(peer, inbound);
            lost = settle(peer);
        } finally {
            lock.unlock();
        }
        undeliverable(node, lost);
    }

    // What the dialler asks for.

    /// Waits for handshakes that the peer began before: their connection would do.
    ///
    /// @return false when there is one, and the attempt is needless
    boolean awaitTurn(Attempt attempt) {
        Deadline deadline = Deadline.in(config.handshakeDeadline());
        lock.lock();
        try {
            Peer peer = peer(attempt.node());
            while (peer.owner() == null && !peer.inbounds().isEmpty() && attempt.cancelled() == null) {
                if (!awaitChange(deadline)) {
                    break;
                }
            }
            attempt.dial();
            return peer.owner() == null;
        } finally {
            lock.unlock();
        }
    }

    /// Waits for the connection that the peer makes instead.
    ///
    /// @return false when it does not come before the deadline
    boolean awaitOther(Attempt attempt, Deadline deadline) {
        lock.lock();
        try {
            Peer peer = peer(attempt.node());
            while (peer.owner() == null && attempt.cancelled() == null) {
                if (!awaitChange(deadline)) {
                    break;
                }
            }
            return peer.owner() != null;
        } finally {
            lock.unlock();
        }
    }

    /// Whether no other connection has taken the attempt's place.
    boolean isPending(Attempt attempt) {
        lock.lock();
        try {
            return attempt.cancelled() == null && peer(attempt.node()).owner() == null;
        } finally {
            lock.unlock();
        }
    }

    /// Takes the place of the connection for an attempt that has succeeded.
    ///
    /// @return false when another connection has it
    boolean claim(Attempt attempt) {
        lock.lock();
        try {
            Peer peer = peer(attempt.node());
            if (closed || attempt.cancelled() != null || peer.owner() != null) {
                return false;
            }
            peer.owner(attempt);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /// An attempt is over. Unless there is a connection by whatever means, what waited for it is undeliverable.
    ///
    /// @param failure why it failed, if it did
    void ended(Attempt attempt, @Nullable String failure) {
        List<Peer.Queued> lost = List.of();
        lock.lock();
        try {
            Peer peer = peer(attempt.node());
            releaseOwner(peer, attempt);
            if (peer.owner() == null) {
                attempt.fail(failure == null ? "the attempt was given up" : failure);
                lost = peer.takeQueued();
            }
        } finally {
            lock.unlock();
        }
        undeliverable(attempt.node(), lost);
        lock.lock();
        try {
            Peer peer = peer(attempt.node());
            peer.attempt(null);
            lost = settle(peer);
        } finally {
            lock.unlock();
        }
        undeliverable(attempt.node(), lost);
    }

    // What connections tell.

    /// A connection that was claimed has been made; its thread has not started yet.
    void install(Connection connection) {
        lock.lock();
        try {
            peer(connection.peer()).connection(connection);
            changed.signalAll();
            if (closed) {
                connection.close("this node stops");
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void opened(Connection connection) {
        listener.up(connection);
        List<Peer.Queued> waited = takeQueuedOrOpen(connection);
        while (!waited.isEmpty()) {
            for (Peer.Queued queued : waited) {
                if (!connection.offer(queued.signal(), queued.encoded())) {
                    listener.undeliverable(connection.peer(), queued.signal());
                }
            }
            waited = takeQueuedOrOpen(connection);
        }
    }

    /// What waits, or nothing, and then signals go straight to the connection.
    private List<Peer.Queued> takeQueuedOrOpen(Connection connection) {
        lock.lock();
        try {
            Peer peer = peer(connection.peer());
            List<Peer.Queued> waited = peer.takeQueued();
            if (waited.isEmpty()) {
                peer.up(connection);
            }
            changed.signalAll();
            return waited;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void ended(Connection connection, String reason) {
        lock.lock();
        try {
            peer(connection.peer()).up(null);
        } finally {
            lock.unlock();
        }
        listener.down(connection.peer(), reason);
        List<Peer.Queued> lost;
        lock.lock();
        try {
            Peer peer = peer(connection.peer());
            peer.connection(null);
            peer.owner(null);
            lost = settle(peer);
        } finally {
            lock.unlock();
        }
        undeliverable(connection.peer(), lost);
    }

    private void undeliverable(Atom node, List<Peer.Queued> lost) {
        lost.forEach(queued -> listener.undeliverable(node, queued.signal()));
    }

    // All below: under the lock.

    private Peer peer(Atom node) {
        return peers.computeIfAbsent(node, Peer::new);
    }

    private static void releaseOwner(Peer peer, Object claimant) {
        if (claimant.equals(peer.owner()) && peer.connection() == null) {
            peer.owner(null);
        }
    }

    /// After something about a peer has ended: what waits gets its attempt, who waits looks again, and a peer of whom
    /// nothing is left leaves the table.
    ///
    /// @return what will never be sent, since no further connection is made
    private List<Peer.Queued> settle(Peer peer) {
        List<Peer.Queued> lost = closed ? peer.takeQueued() : List.of();
        startWhereNeeded(peer);
        removeIfIdle(peer.node());
        changed.signalAll();
        return lost;
    }

    private void removeIfIdle(Atom node) {
        Peer peer = peers.get(node);
        if (peer != null && peer.isIdle()) {
            peers.remove(node);
        }
    }

    private void startWhereNeeded(Peer peer) {
        if (peer.hasQueued() && peer.attempt() == null && peer.owner() == null && !closed) {
            start(peer);
        }
    }

    private Attempt start(Peer peer) {
        Attempt attempt = new Attempt(peer.node());
        peer.attempt(attempt);
        dialler.start(attempt, this);
        return attempt;
    }

    private static void cancel(Peer peer, String reason) {
        Attempt attempt = peer.attempt();
        if (attempt != null) {
            attempt.cancel(reason);
        }
    }

    /// Waits until something may have changed; callers look again, and call again.
    ///
    /// @param deadline null for none
    /// @return false when the deadline passed, or the thread was interrupted
    @SuppressWarnings("WaitNotInLoop") // the loop is the caller's
    private boolean awaitChange(@Nullable Deadline deadline) {
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
