package org.sunda.dist;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;

/// The rules by which there is at most one connection to each peer (protocol section a.4).
///
/// Who may become the connection is decided twice: when a peer says its name, so that of two simultaneous
/// attempts one gives way, and again once it has proved the cookie ([#claim]), when it takes the place of
/// what is there. So a caller without the cookie changes nothing.
final class PeerTable implements ConnectionOwner {
    private final DistributionConfig config;
    private final DistributionListener listener;
    private final PeerBook book;
    private final Dialler dialler;

    /// Guarded by the lock of the book.
    private final DynamicNames names;

    PeerTable(
            DistributionConfig config,
            DistributionListener listener,
            PeerBook book,
            Dialler dialler,
            DynamicNames names) {
        this.config = config;
        this.listener = listener;
        this.book = book;
        this.dialler = dialler;
        this.names = names;
    }

    // What the acceptor asks for.

    /// What to answer to a peer that has said its name.
    Handshake.Verdict offer(Atom node, Inbound inbound) {
        book.lock();
        try {
            if (book.isClosed() || !config.allows(node)) {
                return Handshake.Verdict.NOT_ALLOWED;
            }
            Peer peer = book.peer(node);
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
            book.unlock();
        }
    }

    /// A name for a peer that has none, or null when it may not connect.
    Handshake.Event.@Nullable Named name(String host, Inbound inbound) {
        book.lock();
        try {
            if (book.isClosed() || config.allowsSomeOnly()) {
                return null;
            }
            Handshake.Event.Named named = names.lend(host, node -> book.find(node) != null);
            inbound.claimedName(named.node());
            book.peer(named.node()).inbounds().add(inbound);
            return named;
        } finally {
            book.unlock();
        }
    }

    /// Whether a peer has, or had, its name from this node.
    boolean gaveName(Atom node) {
        book.lock();
        try {
            return names.gave(node);
        } finally {
            book.unlock();
        }
    }

    /// Takes the place of the connection for a peer that has proved the cookie. A connection that is
    /// there ends first, and so does an attempt of this node.
    ///
    /// @throws HandshakeException when the place is not free in time
    void claim(Atom node, Inbound inbound, Deadline deadline) throws HandshakeException {
        book.lock();
        try {
            Peer peer = book.peer(node);
            while (peer.owner() != null && !book.isClosed()) {
                Connection connection = peer.connection();
                if (connection != null) {
                    connection.close("a new connection of the same node takes its place");
                }
                if (!book.awaitChange(deadline)) {
                    throw new HandshakeException("the older connection to " + node + " did not end in time");
                }
            }
            if (book.isClosed()) {
                throw new HandshakeException("this node stops");
            }
            names.proved(node);
            peer.owner(inbound);
            peer.cancelAttempt("the peer has connected itself");
            peer.attempt(null);
            book.changed();
        } finally {
            book.unlock();
        }
    }

    /// A handshake that the peer began is over, with a connection or without.
    void release(Inbound inbound) {
        Atom node = inbound.claimedName();
        if (node == null) {
            return;
        }
        List<Peer.Queued> lost;
        book.lock();
        try {
            Peer peer = book.peer(node);
            peer.inbounds().remove(inbound);
            releaseOwner(peer, inbound);
            lost = settle(peer);
        } finally {
            book.unlock();
        }
        undeliverable(node, lost);
    }

    // What the dialler asks for.

    /// Waits for handshakes that the peer began before: their connection would do.
    ///
    /// @return false when there is one, and the attempt is needless
    boolean awaitTurn(Attempt attempt) {
        Deadline deadline = Deadline.in(config.handshakeDeadline());
        book.lock();
        try {
            Peer peer = book.peer(attempt.node());
            while (peer.owner() == null && !peer.inbounds().isEmpty() && attempt.cancelled() == null) {
                if (!book.awaitChange(deadline)) {
                    break;
                }
            }
            attempt.dial();
            return peer.owner() == null;
        } finally {
            book.unlock();
        }
    }

    /// Gives way to the connection that the peer makes, and waits for it.
    ///
    /// @return false when it does not come before the deadline
    boolean awaitOther(Attempt attempt, Deadline deadline) {
        book.lock();
        try {
            Peer peer = book.peer(attempt.node());
            attempt.giveWay();
            while (peer.owner() == null && attempt.cancelled() == null) {
                if (!book.awaitChange(deadline)) {
                    break;
                }
            }
            return peer.owner() != null;
        } finally {
            book.unlock();
        }
    }

    /// Whether no other connection has taken the attempt's place.
    boolean isPending(Attempt attempt) {
        book.lock();
        try {
            return attempt.cancelled() == null && book.peer(attempt.node()).owner() == null;
        } finally {
            book.unlock();
        }
    }

    /// Takes the place of the connection for an attempt that has succeeded.
    ///
    /// @return false when another connection has it
    boolean claim(Attempt attempt) {
        book.lock();
        try {
            Peer peer = book.peer(attempt.node());
            if (book.isClosed() || attempt.cancelled() != null || peer.owner() != null) {
                return false;
            }
            peer.owner(attempt);
            peer.attempt(null);
            return true;
        } finally {
            book.unlock();
        }
    }

    /// An attempt is over. If no connection took its place, by whatever means, what waited for it is
    /// undeliverable.
    ///
    /// @param failure why it failed, if it did
    void ended(Attempt attempt, @Nullable String failure) {
        List<Peer.Queued> lost;
        book.lock();
        try {
            Peer peer = book.peer(attempt.node());
            if (!attempt.equals(peer.attempt())) {
                releaseOwner(peer, attempt);
                lost = settle(peer);
            } else {
                attempt.fail(failure == null ? "the attempt was given up" : failure);
                lost = peer.takeQueued();
            }
        } finally {
            book.unlock();
        }
        undeliverable(attempt.node(), lost);
        if (attempt.failure() != null) {
            leave(attempt);
        }
    }

    /// Only after the listener knows what is lost may the next attempt begin.
    private void leave(Attempt attempt) {
        List<Peer.Queued> lost;
        book.lock();
        try {
            Peer peer = book.peer(attempt.node());
            if (attempt.equals(peer.attempt())) {
                peer.attempt(null);
            }
            lost = settle(peer);
        } finally {
            book.unlock();
        }
        undeliverable(attempt.node(), lost);
    }

    // What connections tell.

    /// A connection that was claimed has been made; its thread has not started yet.
    void install(Connection connection) {
        book.lock();
        try {
            book.peer(connection.peer()).connection(connection);
            book.changed();
            if (book.isClosed()) {
                connection.close("this node stops");
            }
        } finally {
            book.unlock();
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
        book.lock();
        try {
            Peer peer = book.peer(connection.peer());
            List<Peer.Queued> waited = peer.takeQueued();
            if (waited.isEmpty()) {
                peer.up(connection);
            }
            book.changed();
            return waited;
        } finally {
            book.unlock();
        }
    }

    @Override
    public void ended(Connection connection, String reason) {
        book.lock();
        try {
            book.peer(connection.peer()).up(null);
        } finally {
            book.unlock();
        }
        listener.down(connection.peer(), reason);
        List<Peer.Queued> lost;
        book.lock();
        try {
            if (Objects.equals(config.giver(), connection.peer())) {
                closeAll("this node had its name from " + connection.peer() + ", and has lost it with that connection: "
                        + "start another node, which gets another name");
            }
            Peer peer = book.peer(connection.peer());
            peer.connection(null);
            peer.owner(null);
            lost = settle(peer);
        } finally {
            book.unlock();
        }
        undeliverable(connection.peer(), lost);
    }

    private void undeliverable(Atom node, List<Peer.Queued> lost) {
        lost.forEach(queued -> listener.undeliverable(node, queued.signal()));
    }

    // All below: under the lock.

    /// Begins an attempt if something waits for a connection and nothing is under way.
    void startWhereNeeded(Peer peer) {
        if (peer.hasQueued() && peer.attempt() == null && peer.owner() == null && !book.isClosed()) {
            start(peer);
        }
    }

    /// Begins an attempt.
    Attempt start(Peer peer) {
        Attempt attempt = new Attempt(peer.node());
        peer.attempt(attempt);
        dialler.start(attempt, this);
        return attempt;
    }

    /// Ends all connections, and makes no more.
    void closeAll(String reason) {
        book.close(reason);
        for (Peer peer : book.all()) {
            peer.cancelAttempt("this node stops");
            Connection connection = peer.connection();
            if (connection != null) {
                connection.close("this node stops");
            }
        }
        book.changed();
    }

    private static void releaseOwner(Peer peer, Object claimant) {
        if (claimant.equals(peer.owner()) && peer.connection() == null) {
            peer.owner(null);
        }
    }

    /// After something about a peer has ended: what waits gets its attempt, who waits looks again, and a
    /// peer of whom nothing is left is forgotten.
    ///
    /// @return what will never be sent, since no further connection is made
    private List<Peer.Queued> settle(Peer peer) {
        List<Peer.Queued> lost = book.isClosed() ? peer.takeQueued() : List.of();
        startWhereNeeded(peer);
        book.removeIfIdle(peer.node());
        if (book.find(peer.node()) == null) {
            names.takeBack(peer.node());
        }
        book.changed();
        return lost;
    }
}
