package org.sunda.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.dist.DistributionTest.A;
import static org.sunda.dist.DistributionTest.B;
import static org.sunda.dist.DistributionTest.message;
import static org.sunda.dist.RecordingListener.next;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sunda.term.Atom;
import org.sunda.term.Terms;

/// One node, `b`, and callers that are peers, or not.
class AcceptorTest {
    private static final Cookies COOKIES = Cookies.of("secret");
    private static final int PATIENCE_MILLIS = 20_000;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final RecordingListener listener = new RecordingListener();

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    private Distribution start(DistributionConfig.Builder config) throws IOException {
        Distribution b = new Distribution(config.build(), listener);
        open.add(b);
        b.start();
        return b;
    }

    private Socket call(Distribution b) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), b.port());
        socket.setSoTimeout(PATIENCE_MILLIS);
        open.add(socket);
        return socket;
    }

    private FakePeer connect(Distribution b, Atom name) throws IOException {
        FakePeer peer = FakePeer.connect(b.port(), name, B, COOKIES);
        open.add(peer);
        return peer;
    }

    private static void assertHungUp(Socket caller) throws IOException {
        try {
            assertThat(caller.getInputStream().readAllBytes()).hasSizeLessThan(200);
        } catch (SocketException e) {
            assertThat(e).as("what was not read when it hung up").hasMessageContaining("reset");
        }
    }

    private static byte[] framed(byte[] message) {
        return ByteBuffer.allocate(2 + message.length)
                .putShort((short) message.length)
                .put(message)
                .array();
    }

    private static byte[] name(Atom node) {
        return framed(new HandshakeMessages.Name(Flags.OURS, 77, node.text()).encode());
    }

    @Test
    void shouldServeOthersWhenCallersSendGarbageAtEachStep() throws Exception {
        Distribution b = start(DistributionTest.config(B));
        byte[] reply = framed(new HandshakeMessages.ChallengeReply(1, new byte[16]).encode());
        List<byte[]> calls = List.of(
                "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
                Hex.bytes("0000"),
                Hex.bytes("ffff"),
                Hex.bytes("0001 4e"),
                Hex.bytes("0007 6e 0005 00034ef7"),
                framed(new HandshakeMessages.Name(0, 77, "a@127.0.0.1").encode()),
                framed(new HandshakeMessages.Name(Flags.OURS, 77, "no node").encode()),
                join(name(A), Hex.bytes("0003 72 0102")),
                join(name(A), Hex.bytes("0003 73 6f6b")),
                join(name(A), reply),
                new byte[100_000]);
        for (byte[] bytes : calls) {
            Socket caller = call(b);
            try {
                caller.getOutputStream().write(bytes);
            } catch (SocketException e) {
                assertThat(e).hasMessageMatching(".*(reset|pipe).*");
            }
            assertHungUp(caller);
        }
        connect(b, A).send(message(A, "sink", Terms.atom("x")));

        assertThat(next(listener.events)).isEqualTo("up a@127.0.0.1");
        next(listener.signals);
        assertThat(listener.events).isEmpty();
    }

    private static byte[] join(byte[] first, byte[] second) {
        return ByteBuffer.allocate(first.length + second.length)
                .put(first)
                .put(second)
                .array();
    }

    @Test
    void shouldHangUpOnSilentCallersWhenTheDeadlinePasses() throws Exception {
        Distribution b = start(DistributionTest.config(B).handshakeDeadline(Duration.ofMillis(300)));
        List<Socket> silent = new ArrayList<>();
        byte[] start = name(A);
        for (int length = 0; length <= start.length; length++) {
            Socket caller = call(b);
            caller.getOutputStream().write(Arrays.copyOf(start, length));
            silent.add(caller);
        }
        for (Socket caller : silent) {
            assertHungUp(caller);
        }
        assertThat(listener.events).isEmpty();
    }

    @Test
    void shouldShakeHandsWhenBytesComeOneByOne() throws Exception {
        Distribution b = start(DistributionTest.config(B));
        Socket caller = call(b);
        drip(caller, name(A));
        byte[] status = readFramed(caller);
        assertThat(new String(status, StandardCharsets.US_ASCII)).isEqualTo("sok");
        HandshakeMessages.Challenge challenge = HandshakeMessages.Challenge.decode(readFramed(caller));
        byte[] cookie = COOKIES.bytesFor(B);
        byte[] proof = HandshakeMessages.digest(cookie, challenge.challenge());
        drip(caller, framed(new HandshakeMessages.ChallengeReply(5, proof).encode()));

        HandshakeMessages.ChallengeAck ack = HandshakeMessages.ChallengeAck.decode(readFramed(caller));

        assertThat(Handshake.proves(ack.digest(), cookie, 5)).isTrue();
        assertThat(next(listener.events)).isEqualTo("up a@127.0.0.1");
    }

    private static void drip(Socket caller, byte[] bytes) throws IOException {
        caller.setTcpNoDelay(true);
        for (byte each : bytes) {
            caller.getOutputStream().write(each);
            caller.getOutputStream().flush();
        }
    }

    private static byte[] readFramed(Socket caller) throws IOException {
        byte[] length = caller.getInputStream().readNBytes(2);
        return caller.getInputStream()
                .readNBytes(Short.toUnsignedInt(ByteBuffer.wrap(length).getShort()));
    }

    @Test
    void shouldServeAGoodPeerWhenAHundredAreHalfOpen() throws Exception {
        Distribution b = start(DistributionTest.config(B));
        for (int i = 0; i < 100; i++) {
            call(b).getOutputStream().write(i % 2 == 0 ? new byte[0] : name(Atom.of("x" + i + "@127.0.0.1")));
        }
        long start = System.nanoTime();
        connect(b, A);

        assertThat(next(listener.events)).isEqualTo("up a@127.0.0.1");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void shouldGiveUpTheOldestWhenTooManyAreHalfOpen() throws Exception {
        Distribution b = start(DistributionTest.config(B).halfOpen(3));
        Socket oldest = call(b);
        oldest.getOutputStream().write(name(Atom.of("x@127.0.0.1")));
        readFramed(oldest);
        List<Socket> others = List.of(call(b), call(b), call(b));

        assertHungUp(oldest);

        connect(b, A);
        assertThat(next(listener.events)).isEqualTo("up a@127.0.0.1");
        assertThat(others).isNotEmpty();
    }

    // Two connections from one peer.

    @Test
    void shouldTakeTheNewConnectionWhenPeerRestartedSilently() throws Exception {
        Distribution b = start(DistributionTest.config(B));
        FakePeer before = connect(b, A);
        assertThat(next(listener.events)).isEqualTo("up a@127.0.0.1");

        FakePeer after = connect(b, A);

        assertThat(next(listener.events)).isEqualTo("down a@127.0.0.1");
        assertThat(next(listener.events)).isEqualTo("up a@127.0.0.1");
        assertThat(next(listener.reasons)).contains("takes its place");
        assertThat(before.readMessage()).isNull();
        b.send(A, message(B, "sink", Terms.atom("x")));
        assertThat(after.readMessage()).isNotEmpty();
        assertThat(listener.events).isEmpty();
    }

    @Test
    void shouldKeepTheOldConnectionWhenTheNewOneLacksTheCookie() throws Exception {
        Distribution b = start(DistributionTest.config(B));
        FakePeer genuine = connect(b, A);
        assertThat(next(listener.events)).isEqualTo("up a@127.0.0.1");

        assertThatThrownBy(() -> FakePeer.connect(b.port(), A, B, Cookies.of("guess")))
                .hasMessageContaining("cookie");

        genuine.send(message(A, "sink", Terms.atom("x")));
        next(listener.signals);
        assertThat(listener.events).isEmpty();
    }

    @Test
    void shouldNotDisturbAnAttemptWhenTheCallerLacksTheCookie() throws Exception {
        // b dials a; meanwhile somebody says to be a, is told ok_simultaneous, and proves nothing.
        try (FakePeer.Listener a = FakePeer.Listener.open()) {
            Atom later = Atom.of("z@127.0.0.1");
            Distribution b = start(DistributionTest.config(B).peer(later, a.address()));
            b.send(later, message(B, "sink", Terms.atom("x")));
            SocketChannel dialled = a.server().accept();
            Socket impostor = call(b);
            impostor.getOutputStream().write(name(later));
            assertThat(new String(readFramed(impostor), StandardCharsets.US_ASCII))
                    .isEqualTo("sok_simultaneous");
            impostor.getOutputStream().write(framed(new HandshakeMessages.ChallengeReply(1, new byte[16]).encode()));
            assertHungUp(impostor);

            FakePeer peer = FakePeer.shakeAccepted(dialled, later, COOKIES);
            open.add(peer);

            assertThat(peer.readMessage()).isNotEmpty();
            assertThat(next(listener.events)).isEqualTo("up z@127.0.0.1");
        }
    }

    @Test
    void shouldUseThePeersConnectionWhenBothDialAndThePeersNameIsGreater() throws Exception {
        try (FakePeer.Listener z = FakePeer.Listener.open()) {
            Atom later = Atom.of("z@127.0.0.1");
            Distribution b = start(DistributionTest.config(B).peer(later, z.address()));
            b.send(later, message(B, "sink", Terms.atom("x")));
            try (SocketChannel dialled = z.server().accept()) {
                FakePeer peer = connect(b, later);

                assertThat(peer.readMessage()).as("what waited for the attempt").isNotEmpty();
                assertThat(next(listener.events)).isEqualTo("up z@127.0.0.1");
                dialled.socket().setSoTimeout(PATIENCE_MILLIS);
                assertHungUp(dialled.socket());
                assertThat(listener.undeliverable).isEmpty();
            }
        }
    }

    @Test
    void shouldSayNokWhenBothDialAndOwnNameIsGreater() throws Exception {
        try (FakePeer.Listener a = FakePeer.Listener.open()) {
            Distribution b = start(DistributionTest.config(B).peer(A, a.address()));
            b.send(A, message(B, "sink", Terms.atom("x")));
            SocketChannel dialled = a.server().accept();
            Socket caller = call(b);
            caller.getOutputStream().write(name(A));
            assertThat(new String(readFramed(caller), StandardCharsets.US_ASCII))
                    .isEqualTo("snok");
            assertHungUp(caller);

            FakePeer peer = FakePeer.shakeAccepted(dialled, A, COOKIES);
            open.add(peer);
            assertThat(peer.readMessage()).isNotEmpty();
        }
    }

    @Test
    void shouldWaitForThePeersConnectionWhenItSaysNok() throws Exception {
        try (FakePeer.Listener a = FakePeer.Listener.open()) {
            Distribution b = start(DistributionTest.config(B).peer(A, a.address()));
            b.send(A, message(B, "sink", Terms.atom("x")));
            assertThatThrownBy(() -> FakePeer.accept(a, A, COOKIES, Handshake.Verdict.NOK))
                    .hasMessageContaining("keeps that attempt");

            FakePeer peer = connect(b, A);

            assertThat(peer.readMessage()).as("what waited").isNotEmpty();
            assertThat(listener.undeliverable).isEmpty();
        }
    }

    @Test
    void shouldTakeBackTheAttemptWhenPeerSaysAliveAndIsRight() throws Exception {
        try (FakePeer.Listener z = FakePeer.Listener.open()) {
            Atom later = Atom.of("z@127.0.0.1");
            Distribution b = start(DistributionTest.config(B).peer(later, z.address()));
            b.send(later, message(B, "sink", Terms.atom("x")));
            FakePeer dialled = FakePeer.accept(z, later, COOKIES, Handshake.Verdict.ALIVE);
            open.add(dialled);
            assertThat(dialled.readMessage())
                    .as("no connection is there: true was said")
                    .isNotEmpty();
        }
    }
}
