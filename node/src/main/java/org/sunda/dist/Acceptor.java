package org.sunda.dist;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;

/// Takes the connections that other nodes make: each handshake on its own virtual thread, within one
/// deadline, so that a silent caller holds up nobody. Of too many handshakes at once the oldest is given
/// up: an honest peer needs milliseconds.
final class Acceptor implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("org.sunda.dist");

    private final ServerSocketChannel server;
    private final @Nullable UnixServer local;
    private final DistributionConfig config;
    private final DistributionListener listener;
    private final SecureRandom random;
    private final AuditLog audit = new AuditLog();
    private final Transports transports;

    /// Oldest first. Guarded by itself.
    private final SequencedSet<Inbound> halfOpen = new LinkedHashSet<>();

    private Acceptor(
            ServerSocketChannel server,
            @Nullable UnixServer local,
            DistributionConfig config,
            DistributionListener listener,
            SecureRandom random,
            Transports transports) {
        this.server = server;
        this.local = local;
        this.config = config;
        this.listener = listener;
        this.random = random;
        this.transports = transports;
    }

    /// Listens; nobody is accepted before [#start].
    ///
    /// @throws IOException when the address is not of this host, or its port in use
    static Acceptor open(
            DistributionConfig config, DistributionListener listener, SecureRandom random, Transports transports)
            throws IOException {
        InetSocketAddress address = new InetSocketAddress(listenAddress(config), config.port());
        ServerSocketChannel server = ServerSocketChannel.open();
        try {
            server.bind(address);
        } catch (BindException e) {
            server.close();
            throw new IOException(
                    config.node() + " cannot listen at " + address.getAddress().getHostAddress() + ":"
                            + address.getPort() + ": " + e.getMessage(),
                    e);
        }
        try {
            Path file = config.unixSocket();
            UnixServer local = file == null ? null : UnixServer.open(file);
            return new Acceptor(server, local, config, listener, random, transports);
        } catch (IOException e) {
            server.close();
            throw e;
        }
    }

    /// A host name may stand for another loopback address than 127.0.0.1 (Debian writes 127.0.1.1 for the
    /// host's own), and peers on this host go by the name.
    private static InetAddress listenAddress(DistributionConfig config) throws UnknownHostException {
        InetAddress configured = config.listenAddress();
        if (configured != null) {
            return configured;
        }
        try {
            InetAddress named = InetAddress.getByName(NodeName.of(config.node()).host());
            if (named.isLoopbackAddress()) {
                return named;
            }
        } catch (UnknownHostException e) {
            LOG.log(System.Logger.Level.DEBUG, "{0} has no address: {1}", config.node(), e.getMessage());
        }
        return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    }

    /// Where it listens.
    int port() {
        return server.socket().getLocalPort();
    }

    /// Accepts from now on.
    void start(Handshake.Self self, PeerTable table) {
        accept(server, self, table);
        if (local != null) {
            accept(local.channel(), self, table);
        }
    }

    private void accept(ServerSocketChannel from, Handshake.Self self, PeerTable table) {
        Thread.ofVirtual().name("sunda-accept " + config.node().text()).start(() -> acceptAll(from, self, table));
    }

    /// Accepts no more, and ends handshakes that are not over.
    @Override
    public void close() {
        try (local) {
            server.close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "could not close the listening socket: {0}", e.getMessage());
        }
        List<Inbound> open;
        synchronized (halfOpen) {
            open = List.copyOf(halfOpen);
        }
        open.forEach(Inbound::close);
    }

    private void acceptAll(ServerSocketChannel from, Handshake.Self self, PeerTable table) {
        Arrivals arrivals = new Arrivals(config.handshakesPerSecond(), System.nanoTime());
        while (from.isOpen()) {
            try {
                Inbound inbound = new Inbound(from.accept());
                SocketAddress caller = inbound.channel().getRemoteAddress();
                if (arrivals.admits(caller, System.nanoTime())) {
                    enter(inbound);
                    Thread.ofVirtual().name("sunda-handshake").start(() -> serve(inbound, self, table));
                } else {
                    inbound.close();
                    refused(caller, "more come from there than handshakesPerSecond, " + config.handshakesPerSecond());
                }
            } catch (IOException e) {
                if (from.isOpen()) {
                    LOG.log(System.Logger.Level.WARNING, "could not accept a connection: {0}", e.getMessage());
                    Pause.afterFailedAccept();
                }
            }
        }
    }

    private void enter(Inbound inbound) {
        Inbound oldest = null;
        synchronized (halfOpen) {
            if (halfOpen.size() >= config.halfOpen()) {
                oldest = halfOpen.removeFirst();
            }
            halfOpen.add(inbound);
        }
        if (oldest != null) {
            oldest.evict();
        }
        if (!server.isOpen()) {
            inbound.close();
        }
    }

    private void serve(Inbound inbound, Handshake.Self self, PeerTable table) {
        Connection connection = null;
        try {
            connection = shakeHands(inbound, self, table);
        } catch (IOException | RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "a handshake failed", e);
        } finally {
            synchronized (halfOpen) {
                halfOpen.remove(inbound);
            }
            if (connection == null) {
                inbound.close();
            }
            table.release(inbound);
            if (connection != null) {
                connection.start();
            }
        }
    }

    private @Nullable Connection shakeHands(Inbound inbound, Handshake.Self self, PeerTable table) throws IOException {
        SocketChannel channel = inbound.channel();
        Transports.hurry(channel);
        String caller = channel.getRemoteAddress() instanceof InetSocketAddress address
                ? address.toString()
                : "a process of this host";
        Deadline deadline = Deadline.in(config.handshakeDeadline());
        Transport transport = transports.accepted(channel);
        HandshakeDriver driver = new HandshakeDriver(
                new AcceptorHandshake(self, config.cookies(), random.nextInt()),
                transport,
                deadline,
                new Questions(inbound, table, deadline),
                config.limits().handshakeBytes());
        return switch (driver.run()) {
            case HandshakeDriver.Outcome.Established(Handshake.Peer peer) -> {
                Connection connection = new Connection(transport, self, peer, config, listener, table);
                table.install(connection);
                yield connection;
            }
            case HandshakeDriver.Outcome.GaveWay(String sentence) -> {
                LOG.log(System.Logger.Level.DEBUG, "a connection from {0} gave way: {1}", caller, sentence);
                yield null;
            }
            case HandshakeDriver.Outcome.Refused(String sentence) -> {
                refused(inbound, caller, sentence);
                yield null;
            }
        };
    }

    private void refused(Inbound inbound, String caller, String sentence) {
        if (!server.isOpen()) {
            return;
        }
        String why = inbound.isEvicted()
                ? "more than " + config.halfOpen() + " callers are in the handshake, and this one is the oldest"
                : sentence;
        refused(caller, why);
    }

    private void refused(Object caller, String why) {
        if (audit.mayLog()) {
            audit.log("a connection from " + caller + " is refused: " + why);
        }
    }

    /// What the handshake asks of the table.
    private record Questions(Inbound inbound, PeerTable table, Deadline deadline) implements HandshakeDriver.Table {
        @Override
        public Handshake.Verdict ask(Atom peer) {
            return table.offer(peer, inbound);
        }

        @Override
        public Handshake.Event.@Nullable Named name(String host) {
            return table.name(host, inbound);
        }

        @Override
        public boolean pending() {
            throw new IllegalStateException("an acceptor does not ask whether it still connects");
        }

        @Override
        public void claim(Atom peer) throws HandshakeException {
            table.claim(peer, inbound, deadline);
        }
    }
}
