package org.sunda.dist;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.sunda.memory.Bytes;
import org.sunda.signal.Busy;
import org.sunda.signal.BusyException;
import org.sunda.signal.NodeDownException;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;

/// Brings signals to peers, by the connection that stands or by one that is made for them, and makes and
/// ends connections on demand.
final class Router {
    /// Ends of connections are announced by listeners that must not block; one that does shall not hold
    /// up a stop for ever.
    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(10);

    private final DistributionConfig config;
    private final DistributionListener listener;
    private final PeerBook book;
    private final PeerTable table;
    private final LongAdder dropped = new LongAdder();

    Router(DistributionConfig config, DistributionListener listener, PeerBook book, PeerTable table) {
        this.config = config;
        this.listener = listener;
        this.book = book;
        this.table = table;
    }

    /// Sends a signal, or lets it wait for the connection.
    void send(Atom node, Signal signal, Busy busy) {
        Bytes encoded = null;
        while (true) {
            Connection up = up(node);
            if (up != null && up.offer(signal, encoded, busy)) {
                return;
            }
            if (encoded == null) {
                encoded = ControlEncoder.encodePayload(signal);
            }
            if (enqueue(node, new Peer.Queued(signal, encoded), busy)) {
                return;
            }
        }
    }

    /// The connection that takes signals for that node now, or null.
    @Nullable
    Connection up(Atom node) {
        Peer peer = book.find(node);
        return peer == null ? null : peer.up();
    }

    /// All connections that take signals now.
    List<Connection> connections() {
        return book.all().stream().map(Peer::up).filter(Objects::nonNull).toList();
    }

    /// Answers false when there is a connection that takes the signal meanwhile.
    private boolean enqueue(Atom node, Peer.Queued queued, Busy busy) {
        Deadline deadline = Deadline.in(longestWait(busy));
        book.lock();
        try {
            while (!book.isClosed()) {
                Peer peer = book.peer(node);
                if (peer.up() != null) {
                    return false;
                }
                if (peer.hasRoomFor(queued, config.busyBytes())) {
                    peer.enqueue(queued);
                    table.startWhereNeeded(peer);
                    return true;
                }
                if (!queued.signal().mayBeRefused()) {
                    break;
                }
                if (busy instanceof Busy.Drop) {
                    dropped.increment();
                    return true;
                }
                if (ReaderThread.isCurrent()) {
                    break;
                }
                if (!book.awaitChange(deadline)) {
                    throw new BusyException(
                            node, "signals for " + config.busyBytes() + " bytes wait already for a connection to it");
                }
            }
        } finally {
            book.removeIfIdle(node);
            book.unlock();
        }
        listener.undeliverable(node, queued.signal());
        return true;
    }

    private static Duration longestWait(Busy busy) {
        return switch (busy) {
            case Busy.Wait(Duration longest) -> longest;
            case Busy.Fail _, Busy.Drop _ -> Duration.ZERO;
        };
    }

    /// How many messages were dropped here.
    long dropped() {
        return dropped.sum();
    }

    /// The connection to a node; begins an attempt where there is none.
    Connection connect(Atom node) {
        book.lock();
        try {
            Attempt followed = null;
            while (true) {
                requireOpen(node);
                Peer peer = book.peer(node);
                Connection up = peer.up();
                if (up != null) {
                    return up;
                }
                followed = follow(peer, followed);
                if (!book.awaitChange(null)) {
                    throw new NodeDownException(node, "the wait for the connection was interrupted");
                }
            }
        } finally {
            book.removeIfIdle(node);
            book.unlock();
        }
    }

    private void requireOpen(Atom node) {
        if (book.isClosed()) {
            throw new NodeDownException(node, book.whyClosed());
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
        return table.start(peer);
    }

    /// Ends the connection to a node, and waits for its end where it can.
    boolean disconnect(Atom node) {
        book.lock();
        try {
            Peer peer = book.find(node);
            if (peer == null) {
                return false;
            }
            peer.cancelAttempt("this node disconnected");
            Connection connection = peer.connection();
            if (connection == null) {
                return false;
            }
            connection.close("this node disconnected");
            Deadline deadline = Deadline.in(LONGEST_CLOSE);
            while (peer.connection() == connection && !ReaderThread.isCurrent() && book.awaitChange(deadline)) {
                // Only the reader thread of the connection can end it.
            }
            return true;
        } finally {
            book.unlock();
        }
    }

    /// Ends everything, and waits for that where it can.
    void close() {
        book.lock();
        try {
            table.closeAll("this node has been stopped");
            Deadline deadline = Deadline.in(LONGEST_CLOSE);
            while (!book.all().isEmpty() && !ReaderThread.isCurrent() && book.awaitChange(deadline)) {
                // Peers leave the table as their connections, attempts and handshakes end.
            }
        } finally {
            book.unlock();
        }
    }
}
