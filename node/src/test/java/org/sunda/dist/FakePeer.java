package org.sunda.dist;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;

/// A peer that does exactly what a test says, after a right handshake.
final class FakePeer implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int SMALL_BUFFER = 16 * 1024;

    /// What a peer can do that sends its messages without distribution headers, whole.
    static final long PLAIN = Flags.OURS & ~Flags.DFLAG_DIST_HDR_ATOM_CACHE & ~Flags.DFLAG_FRAGMENTS;

    private final SocketChannel channel;
    private final TimedSocket socket;

    private FakePeer(SocketChannel channel) {
        this.channel = channel;
        this.socket = new TimedSocket(channel.socket(), Deadline.in(PATIENCE));
    }

    /// Where the other side listens, as a name to give the fake peer.
    record Listener(ServerSocketChannel server) implements AutoCloseable {
        static Listener open() throws IOException {
            ServerSocketChannel server = ServerSocketChannel.open();
            server.setOption(StandardSocketOptions.SO_RCVBUF, SMALL_BUFFER);
            return new Listener(server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
        }

        InetSocketAddress address() throws IOException {
            return (InetSocketAddress) server.getLocalAddress();
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }

    /// Knows nothing of the table of peers: says yes to all.
    private record Yes(Handshake.Verdict verdict, boolean stillPending) implements HandshakeDriver.Table {
        @Override
        public Handshake.Verdict ask(Atom peer) {
            return verdict;
        }

        @Override
        public boolean pending() {
            return stillPending;
        }

        @Override
        public void claim(Atom peer) {}
    }

    private static Handshake.Self self(Atom name, long flags) {
        return new Handshake.Self(name, 77, flags);
    }

    /// Connects to a node and shakes hands with it.
    static FakePeer connect(int port, Atom name, Atom node, Cookies cookies) throws IOException {
        return connect(port, name, node, cookies, PLAIN);
    }

    static FakePeer connect(int port, Atom name, Atom node, Cookies cookies, long flags) throws IOException {
        SocketChannel channel = SocketChannel.open();
        channel.setOption(StandardSocketOptions.SO_RCVBUF, SMALL_BUFFER);
        channel.connect(DistributionTest.loopback(port));
        return shake(
                channel,
                new InitiatorHandshake(self(name, flags), node, cookies, 1),
                new Yes(Handshake.Verdict.OK, true));
    }

    /// Takes one connection and shakes hands with it.
    static FakePeer accept(Listener listener, Atom name, Cookies cookies, Handshake.Verdict verdict)
            throws IOException {
        SocketChannel channel = listener.server().accept();
        return shake(channel, new AcceptorHandshake(self(name, PLAIN), cookies, 2), new Yes(verdict, true));
    }

    /// Shakes hands on a connection that was taken before.
    static FakePeer shakeAccepted(SocketChannel channel, Atom name, Cookies cookies) throws IOException {
        return shake(
                channel, new AcceptorHandshake(self(name, PLAIN), cookies, 2), new Yes(Handshake.Verdict.OK, true));
    }

    private static FakePeer shake(SocketChannel channel, Handshake handshake, HandshakeDriver.Table table)
            throws IOException {
        HandshakeDriver driver =
                new HandshakeDriver(handshake, new PlainTransport(channel), Deadline.in(PATIENCE), table, 4096);
        HandshakeDriver.Outcome outcome = driver.run();
        if (outcome instanceof HandshakeDriver.Outcome.Established) {
            return new FakePeer(channel);
        }
        channel.close();
        throw new IOException("no handshake: " + outcome);
    }

    /// Sends bytes as they are.
    void write(byte[] bytes) throws IOException {
        socket.write(bytes);
    }

    /// Sends a signal as a node would.
    void send(Signal signal) throws IOException {
        write(frame(signal));
    }

    /// The frame that such a peer sends, with its length.
    static byte[] frame(Signal signal) {
        ControlEncoder encoder = new ControlEncoder(PLAIN, 77, new SentAtoms());
        return encoder.encode(signal, null) ? encoder.takeFrame().toByteArray() : new byte[0];
    }

    void tick() throws IOException {
        write(new byte[Integer.BYTES]);
    }

    /// The next frame without its length: empty for a tick; null when the other side has hung up.
    byte @Nullable [] readFrame() throws IOException {
        try {
            int length = ByteBuffer.wrap(socket.read(Integer.BYTES)).getInt();
            return socket.read(length);
        } catch (EOFException _) {
            return null;
        }
    }

    /// The next frame that is no tick.
    byte @Nullable [] readMessage() throws IOException {
        byte[] frame = readFrame();
        while (frame != null && frame.length == 0) {
            frame = readFrame();
        }
        return frame;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
