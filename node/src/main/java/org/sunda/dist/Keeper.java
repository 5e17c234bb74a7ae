package org.sunda.dist;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.sunda.peer.Reconnect;
import org.sunda.signal.NodeDownException;
import org.sunda.term.Atom;

/// Keeps the connections of [DistributionConfig#kept]: for each a virtual thread that makes it, waits for
/// its end, pauses, and starts again, until this node stops. Why there is none is logged once, not for each
/// attempt.
final class Keeper {
    private static final System.Logger LOG = System.getLogger("org.sunda.dist");

    private final PeerBook book;
    private final Router router;

    Keeper(PeerBook book, Router router) {
        this.book = book;
        this.router = router;
    }

    /// Keeps the connection to that node from now on.
    void start(Atom node, Reconnect how) {
        Backoff backoff = new Backoff(how, () -> ThreadLocalRandom.current().nextDouble());
        Thread.ofVirtual().name("sunda-keep " + node.text()).start(() -> keep(node, how, backoff));
    }

    private void keep(Atom node, Reconnect how, Backoff backoff) {
        String told = null;
        Duration pause = Duration.ZERO;
        while (isOpenAfter(pause, node)) {
            Duration stood = Duration.ZERO;
            try {
                Connection connection = router.connect(node);
                if (told != null) {
                    LOG.log(System.Logger.Level.INFO, "{0} is connected", node);
                    told = null;
                }
                long since = System.nanoTime();
                awaitEnd(connection);
                stood = Duration.ofNanos(System.nanoTime() - since);
            } catch (NodeDownException e) {
                told = tell(node, how, told, String.valueOf(e.getMessage()));
            }
            pause = backoff.pause(stood);
        }
    }

    private static String tell(Atom node, Reconnect how, @Nullable String told, String failure) {
        if (!failure.equals(told)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "{0}; the next attempts to connect to {1} come every {2} to {3} ms, and are not logged",
                    failure,
                    node,
                    how.first().toMillis(),
                    how.longest().toMillis());
        }
        return failure;
    }

    private void awaitEnd(Connection connection) {
        book.lock();
        try {
            while (connection.equals(router.up(connection.peer())) && !book.isClosed()) {
                if (!book.awaitChange(null)) {
                    return;
                }
            }
        } finally {
            book.unlock();
        }
    }

    /// Pauses, unless the peer connects itself meanwhile; false when this node stops.
    private boolean isOpenAfter(Duration pause, Atom node) {
        Deadline deadline = Deadline.in(pause);
        book.lock();
        try {
            while (!book.isClosed() && router.up(node) == null && book.awaitChange(deadline)) {
                // Something else has changed.
            }
            return !book.isClosed();
        } finally {
            book.unlock();
        }
    }
}
