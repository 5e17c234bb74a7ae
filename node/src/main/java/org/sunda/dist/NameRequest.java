package org.sunda.dist;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.security.SecureRandom;
import org.sunda.term.Atom;

/// The first connection of a node that has no name: to the peer that gives it one (protocol section a.4,
/// NAME_ME). Blocks, within one deadline.
final class NameRequest {
    private final DistributionConfig config;
    private final Transports transports;
    private final SecureRandom random;

    NameRequest(DistributionConfig config, Transports transports, SecureRandom random) {
        this.config = config;
        this.transports = transports;
        this.random = random;
    }

    /// The node as it is called now, and its connection to the one that named it.
    record Granted(Handshake.Self self, Handshake.Peer giver, Transport transport) {}

    /// Asks a peer for a name.
    ///
    /// @throws IOException when it cannot be reached, or gives none; one sentence says why
    Granted ask(Atom giver) throws IOException {
        try {
            return request(giver);
        } catch (IOException e) {
            throw new IOException("this node gets no name from " + giver + ": " + e.getMessage(), e);
        }
    }

    private Granted request(Atom giver) throws IOException {
        Deadline deadline = Deadline.in(config.handshakeDeadline());
        SocketChannel channel =
                Dialler.connect(new Attempt(giver), new Resolver(config).resolve(giver, deadline), deadline);
        boolean isGranted = false;
        try {
            Handshake.Self nameless = new Handshake.Self(config.node(), Creation.NONE, Flags.ours(config));
            InitiatorHandshake handshake = new InitiatorHandshake(nameless, giver, config.cookies(), random.nextInt());
            Transport transport = transports.dialled(channel, giver);
            HandshakeDriver driver = new HandshakeDriver(
                    handshake,
                    transport,
                    deadline,
                    new Questions(),
                    config.limits().handshakeBytes());
            Handshake.Peer peer = established(driver.run());
            isGranted = true;
            return new Granted(handshake.self(), peer, transport);
        } finally {
            if (!isGranted) {
                channel.close();
            }
        }
    }

    private static Handshake.Peer established(HandshakeDriver.Outcome outcome) throws IOException {
        return switch (outcome) {
            case HandshakeDriver.Outcome.Established(Handshake.Peer peer) -> peer;
            case HandshakeDriver.Outcome.GaveWay(String sentence) -> throw new IOException(sentence);
            case HandshakeDriver.Outcome.Refused(String sentence) -> throw new IOException(sentence);
        };
    }

    /// A node without a name is known to nobody: nothing is asked of a table.
    private record Questions() implements HandshakeDriver.Table {
        @Override
        public Handshake.Verdict ask(Atom peer) {
            throw new IllegalStateException("an initiator does not ask whether it may connect");
        }

        @Override
        public boolean pending() {
            throw new IllegalStateException("nobody knows a connection to a node without a name");
        }

        @Override
        public void claim(Atom peer) {
            throw new IllegalStateException("an initiator claims when the handshake is over");
        }
    }
}
