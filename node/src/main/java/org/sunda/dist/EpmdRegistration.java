package org.sunda.dist;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Keeps a node registered at epmd: the connection stays open, and after its loss the node registers again
/// every two seconds. The creation stays that of the first registration, as a BEAM's does.
///
/// Where no epmd runs on a loopback address, this starts one in the JVM; if somebody else was first,
/// that one is used.
final class EpmdRegistration implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("org.sunda.dist");

    /// As a BEAM (protocol section a.3).
    private static final Duration RETRY = Duration.ofSeconds(2);

    /// How long epmd may take for one exchange, as with a BEAM, and a client of our own epmd too.
    private static final Duration EXCHANGE = Duration.ofSeconds(10);

    /// Starting an epmd and losing that race can happen again when the winner ends meanwhile, but not for
    /// ever.
    private static final int ATTEMPTS = 5;

    private final InetSocketAddress epmd;
    private final EpmdMessages.Alive node;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread keeper;
    private final int creation;

    /// Guarded by `this`.
    private Socket connection;

    /// Guarded by `this`: the epmd that this registration had to start.
    private @Nullable EpmdServer server;

    private EpmdRegistration(InetSocketAddress epmd, EpmdMessages.Alive node) throws IOException {
        this.epmd = epmd;
        this.node = node;
        Epmd.Registered registered;
        try {
            registered = register();
        } catch (IOException e) {
            closeServer();
            throw e;
        }
        this.connection = registered.connection();
        this.creation = registered.creation();
        this.keeper = Thread.ofVirtual().name("sunda-epmd " + node.name()).unstarted(this::keep);
    }

    /// Registers a node and keeps it registered until the registration is closed.
    ///
    /// @throws IOException when the name is in use, or epmd cannot be reached
    static EpmdRegistration start(InetSocketAddress epmd, EpmdMessages.Alive node) throws IOException {
        EpmdRegistration registration = new EpmdRegistration(epmd, node);
        registration.keeper.start();
        return registration;
    }

    /// The creation of the first registration.
    int creation() {
        return creation;
    }

    /// Gives the name back; when this returns it is free.
    @Override
    public void close() {
        closed.countDown();
        try {
            Socket socket = connection();
            if (!socket.isClosed()) {
                // Epmd frees the name and then closes its side: the keeper sees that and ends.
                socket.shutdownOutput();
            }
            keeper.join(Duration.ofSeconds(1));
            socket.close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "the registration at epmd ended badly: {0}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        closeServer();
    }

    private synchronized void closeServer() {
        if (server != null) {
            server.close();
        }
    }

    private synchronized Socket connection() {
        return connection;
    }

    private void keep() {
        awaitLoss(connection());
        while (isOpen()) {
            LOG.log(System.Logger.Level.INFO, "{0} lost its registration at epmd and registers again", node.name());
            if (registerAgain()) {
                awaitLoss(connection());
            }
        }
        // Whoever closed may not have waited for an epmd that was being started just then.
        closeServer();
    }

    private static void awaitLoss(Socket socket) {
        try (socket) {
            byte[] ignored = new byte[64];
            int count;
            do {
                count = socket.getInputStream().read(ignored);
            } while (count >= 0);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "the connection to epmd ended: {0}", e.getMessage());
        }
    }

    /// Answers whether it is registered; false when it has been closed instead.
    private boolean registerAgain() {
        boolean told = false;
        while (!awaitClosed()) {
            try {
                Socket socket = register().connection();
                synchronized (this) {
                    connection = socket;
                }
                if (!isOpen()) {
                    socket.close();
                    return false;
                }
                return true;
            } catch (IOException e) {
                if (!told) {
                    LOG.log(System.Logger.Level.WARNING, "{0} tries on to register: {1}", node.name(), e.getMessage());
                    told = true;
                }
            }
        }
        return false;
    }

    private boolean isOpen() {
        return closed.getCount() > 0;
    }

    private boolean awaitClosed() {
        try {
            return closed.await(RETRY.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            return true;
        }
    }

    private Epmd.Registered register() throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                return Epmd.register(epmd, node, Deadline.in(EXCHANGE));
            } catch (SocketTimeoutException e) {
                throw new IOException(
                        "what listens at " + epmd + " does not answer as an epmd: " + e.getMessage()
                                + "; if it is something else, name another port with ERL_EPMD_PORT",
                        e);
            } catch (ConnectException e) {
                if (!epmd.getAddress().isLoopbackAddress() || attempt == ATTEMPTS) {
                    throw new IOException(
                            "no epmd answers at " + epmd + ": start one there, or name another with ERL_EPMD_ADDRESS"
                                    + " and ERL_EPMD_PORT (" + e.getMessage() + ")",
                            e);
                }
                startServer();
            }
        }
    }

    private synchronized void startServer() throws IOException {
        closeServer();
        try {
            server = EpmdServer.start(epmd, EXCHANGE);
            LOG.log(System.Logger.Level.INFO, "no epmd ran at {0}: this JVM serves as one", epmd);
        } catch (BindException e) {
            LOG.log(System.Logger.Level.DEBUG, "somebody else started an epmd first: {0}", e.getMessage());
        }
    }
}
