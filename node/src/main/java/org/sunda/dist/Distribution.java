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
    private final DistributionConfig config;
    private final DistributionListener listener;
    private final SecureRandom random = new SecureRandom();

    /// What exists from [#start] on.
    private record Running(
            @Nullable Acceptor acceptor, @Nullable EpmdRegistration registration, Router router, Handshake.Self self) {}

    private volatile @Nullable Running running;

    /// Nothing happens before [#start].
    public Distribution(DistributionConfig config, DistributionListener listener) {
        this.config = config;
        this.listener = new GuardedListener(listener);
    }

    /// Listens and registers; or connects to the peer that gives the node its name, and waits for that.
    ///
    /// @throws IOException when the port or the name is in use, epmd cannot be reached, or a file of TLS
    /// cannot be used; or when the peer gives no name
    /// @throws IllegalStateException when it was started before
    public synchronized void start() throws IOException {
        if (running != null) {
            throw new IllegalStateException(config.node() + " was started before");
        }
        Transports transports = Transports.of(config.tls());
        Atom giver = config.giver();
        if (giver == null) {
            listen(transports);
        } else {
            beNamed(giver, transports);
        }
    }

    private void listen(Transports transports) throws IOException {
        Acceptor acceptor = Acceptor.open(config, listener, random, transports);
        try {
            EpmdRegistration registration = register(acceptor.port());
            int creation = registration == null ? Creation.random(random) : registration.creation();
            Handshake.Self self = new Handshake.Self(config.node(), creation, Flags.ours(config));
            PeerBook book = new PeerBook();
            PeerTable table = table(book, self, transports);
            Router router = new Router(config, listener, book, table);
            running = new Running(acceptor, registration, router, self);
            acceptor.start(self, table);
            keep(book, router);
        } catch (IOException | RuntimeException e) {
            acceptor.close();
            throw e;
        }
    }

    private void beNamed(Atom giver, Transports transports) throws IOException {
        NameRequest.Granted granted = new NameRequest(config, transports, random).ask(giver);
        Handshake.Self self = granted.self();
        PeerBook book = new PeerBook();
        PeerTable table = table(book, self, transports);
        Router router = new Router(config, listener, book, table);
        running = new Running(null, null, router, self);
        Connection connection = new Connection(granted.transport(), self, granted.giver(), config, listener, table);
        table.claim(new Attempt(giver));
        table.install(connection);
        connection.start();
        keep(book, router);
    }

    private PeerTable table(PeerBook book, Handshake.Self self, Transports transports) {
        Dialler dialler = new Dialler(config, listener, self, random, transports);
        return new PeerTable(config, listener, book, dialler, new DynamicNames(random));
    }

    private void keep(PeerBook book, Router router) {
        Keeper keeper = new Keeper(book, router);
        config.kept().forEach(keeper::start);
    }

    private @Nullable EpmdRegistration register(int port) throws IOException {
        InetSocketAddress epmd = config.epmd();
        if (epmd == null) {
            return null;
        }
        String alive = NodeName.of(config.node()).alive();
        return EpmdRegistration.start(epmd, new EpmdMessages.Alive(alive, port, config.hidden()));
    }

    /// The creation of this incarnation of the node; known after [#start].
    public int creation() {
        return running().self().creation();
    }

    /// The name of this node; known after [#start].
    public Atom node() {
        return running().self().node();
    }

    /// The port on which this node listens, 0 when it does not; known after [#start].
    public int port() {
        Acceptor acceptor = running().acceptor();
        return acceptor == null ? 0 : acceptor.port();
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
        Running open = running();
        if (node.equals(open.self().node())) {
            throw new IllegalArgumentException("a signal to " + node + ", which is this node, needs no distribution");
        }
        open.router().send(node, signal, busy);
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
        if (open.acceptor() != null) {
            open.acceptor().close();
        }
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
