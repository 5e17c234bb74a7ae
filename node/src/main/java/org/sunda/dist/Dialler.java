package org.sunda.dist;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;

/// Makes the connections that this node wants: each attempt on its own virtual thread, from the look-up of
/// the address to the end of the handshake, within one deadline.
final class Dialler {
    private static final System.Logger LOG = System.getLogger("org.sunda.dist");

    private final DistributionConfig config;
    private final DistributionListener listener;
    private final Handshake.Self self;
    private final SecureRandom random;
    private final Transports transports;
    private final Resolver resolver;

    Dialler(
            DistributionConfig config,
            DistributionListener listener,
            Handshake.Self self,
            SecureRandom random,
            Transports transports) {
        this.config = config;
        this.listener = listener;
        this.self = self;
        this.random = random;
        this.transports = transports;
        this.resolver = new Resolver(config);
    }

    /// Begins an attempt.
    void start(Attempt attempt, PeerTable table) {
        Thread.ofVirtual().name("sunda-connect " + attempt.node().text()).start(() -> run(attempt, table));
    }

    private void run(Attempt attempt, PeerTable table) {
        String failure = "it failed without a word";
        try {
            failure = dial(attempt, table);
        } catch (HandshakeException e) {
            failure = e.sentence();
        } catch (IOException e) {
            failure = e.getMessage() == null ? e.toString() : e.getMessage();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "connecting to " + attempt.node() + " failed", e);
            failure = e.toString();
        } finally {
            String cancelled = attempt.cancelled();
            if (cancelled != null) {
                failure = cancelled;
            }
            if (failure != null) {
                LOG.log(System.Logger.Level.DEBUG, "no connection to {0}: {1}", attempt.node(), failure);
            }
            table.ended(attempt, failure);
        }
    }

    /// Answers why it failed, or null when there is a connection, be it another.
    private @Nullable String dial(Attempt attempt, PeerTable table) throws IOException, HandshakeException {
        requireName(attempt.node());
        if (!config.allows(attempt.node())) {
            throw new HandshakeException(attempt.node() + " is not among the peers that this node allows");
        }
        Handshake.requireSuitable(self, attempt.node());
        if (table.gaveName(attempt.node())) {
            throw new HandshakeException(
                    attempt.node() + " has its name from this node and listens nowhere: only it can connect");
        }
        if (!table.awaitTurn(attempt)) {
            return null;
        }
        Deadline deadline = Deadline.in(config.handshakeDeadline());
        SocketChannel channel = connect(attempt, resolver.resolve(attempt.node(), deadline), deadline);
        boolean handedOver = false;
        try {
            Handshake handshake = new InitiatorHandshake(self, attempt.node(), config.cookies(), random.nextInt());
            Transport transport = transports.dialled(channel, attempt.node());
            HandshakeDriver driver = new HandshakeDriver(
                    handshake,
                    transport,
                    deadline,
                    new Questions(attempt, table),
                    config.limits().handshakeBytes());
            switch (driver.run()) {
                case HandshakeDriver.Outcome.Established(Handshake.Peer peer) -> {
                    if (table.claim(attempt)) {
                        Connection connection = new Connection(transport, self, peer, config, listener, table);
                        table.install(connection);
                        handedOver = true;
                        connection.start();
                    }
                    return null;
                }
                case HandshakeDriver.Outcome.GaveWay(String sentence) -> {
                    channel.close();
                    return table.awaitOther(attempt, deadline) ? null : sentence + ", but it never came";
                }
                case HandshakeDriver.Outcome.Refused(String sentence) -> {
                    warn(attempt, table, sentence);
                    return sentence;
                }
            }
        } finally {
            if (!handedOver) {
                channel.close();
            }
        }
    }

    /// Of a connection that is kept, the [Keeper] tells.
    private void warn(Attempt attempt, PeerTable table, String sentence) {
        if (table.isPending(attempt) && !config.kept().containsKey(attempt.node())) {
            LOG.log(System.Logger.Level.WARNING, "connecting to {0} failed: {1}", attempt.node(), sentence);
        }
    }

    private static void requireName(Atom node) throws HandshakeException {
        HandshakeMessages.node(node.text());
    }

    /// The first address that answers takes it; each has its share of the time.
    static SocketChannel connect(Attempt attempt, List<SocketAddress> addresses, Deadline deadline) throws IOException {
        List<String> failures = new ArrayList<>();
        for (int i = 0; i < addresses.size(); i++) {
            SocketAddress address = addresses.get(i);
            try {
                return connect(attempt, address, deadline.share(addresses.size() - i));
            } catch (IOException e) {
                failures.add(text(address) + " (" + e.getMessage() + ")");
            }
        }
        throw new IOException("nobody answers at " + String.join(" and ", failures));
    }

    private static SocketChannel connect(Attempt attempt, SocketAddress address, Deadline deadline) throws IOException {
        boolean isLocal = address instanceof UnixDomainSocketAddress;
        SocketChannel channel = isLocal ? SocketChannel.open(StandardProtocolFamily.UNIX) : SocketChannel.open();
        try (Alarm alarm = Alarm.set(deadline, channel)) {
            attempt.use(channel);
            try {
                channel.connect(address);
            } finally {
                alarm.stop();
            }
            Transports.hurry(channel);
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private static String text(SocketAddress address) {
        return address instanceof InetSocketAddress host
                ? host.getAddress().getHostAddress() + ":" + host.getPort()
                : address.toString();
    }

    /// What the handshake asks of the table.
    private record Questions(Attempt attempt, PeerTable table) implements HandshakeDriver.Table {
        @Override
        public Handshake.Verdict ask(Atom peer) {
            throw new IllegalStateException("an initiator does not ask whether it may connect");
        }

        @Override
        public boolean pending() {
            return table.isPending(attempt);
        }

        @Override
        public void claim(Atom peer) {
            throw new IllegalStateException("an initiator claims when the handshake is over");
        }
    }
}
