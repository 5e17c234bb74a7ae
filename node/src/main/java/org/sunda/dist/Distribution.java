package org.sunda.dist;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sunda.signal.Busy;
import org.sunda.signal.BusyException;
import org.sunda.signal.NodeDownException;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;

/// A node's place in the cluster: it listens, is known to epmd, and has at most one [Connection] per peer.
/// Any thread may use it.
public final class Distribution implements AutoCloseable {
    /// Creations below were those of old nodes, 0 is none (protocol section a.4).
    private static final int FIRST_CREATION = 4;

    private final DistributionConfig config;
    private final DistributionListener listener;
    private final SecureRandom random = new SecureRandom();

    /// What exists from [#start] on.
    private record Running(
            Acceptor acceptor, @Nullable EpmdRegistration registration, Router router, int port, int creation) {}

    private volatile @Nullable Running running;

    /// Nothing happens before [#start].
    public Distribution(DistributionConfig config, DistributionListener listener) {
        this.config = config;
        this.listener = new GuardedListener(listener);
    }

    /// Listens and registers.
    ///
    /// @throws IOException when the port or the name is in use, epmd cannot be reached, or a file of TLS
    /// cannot be used
    /// @throws IllegalStateException when it was started before
    public synchronized void start() throws IOException {
        if (running != null) {
            throw new IllegalStateException(config.node() + " was started before");
        }
        Transports transports = Transports.of(config.tls());
        Acceptor acceptor = Acceptor.open(config, listener, random, transports);
        try {
            EpmdRegistration registration = register(acceptor.port());
            int creation = registration == null ? randomCreation() : registration.creation();
            Handshake.Self self = new Handshake.Self(config.node(), creation, Flags.ours(config));
            Dialler dialler = new Dialler(config, listener, self, random, transports);
            PeerBook book = new PeerBook();
            PeerTable table = new PeerTable(config, listener, book, dialler);
            Router router = new Router(config, listener, book, table);
            running = new Running(acceptor, registration, router, acceptor.port(), creation);
            acceptor.start(self, table);
            Keeper keeper = new Keeper(book, router);
            config.kept().forEach(keeper::start);
        } catch (IOException | RuntimeException e) {
            acceptor.close();
            throw e;
        }
    }

    private @Nullable EpmdRegistration register(int port) throws IOException {
        InetSocketAddress epmd = config.epmd();
        if (epmd == null) {
            return null;
        }
        String alive = NodeName.of(config.node()).alive();
        return EpmdRegistration.start(epmd, new EpmdMessages.Alive(alive, port, config.hidden()));
    }

    private int randomCreation() {
        int creation = random.nextInt();
        return Integer.compareUnsigned(creation, FIRST_CREATION) < 0 ? creation + FIRST_CREATION : creation;
    }

    /// The creation of this incarnation of the node; known after [#start].
    public int creation() {
        return running().creation();
    }

    /// The port on which this node listens; known after [#start].
    public int port() {
        return running().port();
    }

    /// Sends a signal to a node. Where there is no connection, one is made in the background and the signal
    /// waits for it; if that fails it goes to [DistributionListener#undeliverable]. Signals leave in the
    /// order in which they were sent.
    ///
    /// @throws BusyException as [Connection#send] does
    /// @throws IllegalArgumentException when the signal cannot be encoded, or the node is this one
    public void send(Atom node, Signal signal) {
        send(node, signal, config.busy());
    }

    /// As [#send(Atom, Signal)], for a sender that has chosen what becomes of the signal while the
    /// connection is busy, or too much waits for one that is being made.
    public void send(Atom node, Signal signal, Busy busy) {
        requireOther(node);
        running().router().send(node, signal, busy);
    }

    private void requireOther(Atom node) {
        if (node.equals(config.node())) {
            throw new IllegalArgumentException("a signal to " + node + ", which is this node, needs no distribution");
        }
    }

    /// How many messages were dropped because too many waited for connections that were being made. Those
    /// of a connection are in its [Connection#stats].
    public long dropped() {
        return running().router().dropped();
    }

    /// The connection to a node, made if there is none. Waits; not for use in a [DistributionListener].
    ///
    /// @throws NodeDownException when it cannot be made
    public Connection connect(Atom node) {
        if (ReaderThread.isCurrent()) {
            throw new IllegalStateException("connect waits, which the thread that reads a connection must not");
        }
        return running().router().connect(node);
    }

    /// The connection to a node, or null when there is none.
    public @Nullable Connection connection(Atom node) {
        return running().router().up(node);
    }

    /// The connections there are.
    public List<Connection> connections() {
        return running().router().connections();
    }

    /// Ends the connection to a node, and waits until its end was announced (except on a thread that reads
    /// a connection).
    ///
    /// @return whether there was one
    public boolean disconnect(Atom node) {
        return running().router().disconnect(node);
    }

    /// Ends everything: the name is free again and no further connection is made. Waits until the end of
    /// each connection was announced (except on a thread that reads a connection).
    @Override
    public void close() {
        Running open = running;
        if (open == null) {
            return;
        }
        open.acceptor().close();
        open.router().close();
        if (open.registration() != null) {
            open.registration().close();
        }
    }

    private Running running() {
        Running open = running;
        if (open == null) {
            throw new IllegalStateException(config.node() + " has not been started");
        }
        return open;
    }
}
