package org.sunda.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.dist.DistributionTest.A;
import static org.sunda.dist.DistributionTest.B;
import static org.sunda.dist.DistributionTest.C;
import static org.sunda.dist.DistributionTest.loopback;
import static org.sunda.dist.DistributionTest.message;
import static org.sunda.dist.RecordingListener.next;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sunda.etf.ExternalTerm;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Terms;
import org.sunda.term.Tuple;

/// Peers with the right cookie that break the rules of the protocol, on real sockets: node `b` closes the
/// connection with a sentence that names the rule, and goes on serving `c`.
///
/// The rules, by section of the protocol page, and where each is shown:
/// - a.1 mandatory flags: `HandshakeTest`, and here on sockets; flags that lie: here.
/// - a.4 messages of the handshake (tags, lengths, names, cookies, statuses, challenges, NAME_ME):
///   `HandshakeTest` and `HandshakeMessagesTest`; a deadline, garbage and too many at once: `AcceptorTest`;
///   a cut at any byte in either role, one name for two nodes: here.
/// - a.6 silence: `ConnectionTest`; other tick times, and peers that read nothing: `CareTest`; jumps of the
///   clock: `TickClockTest`.
/// - b.1 control messages (operation, arity, types, whose pids, payloads), b.6 ids of unlinks, b.7 spawn
///   requests: `ControlCodecTest`, and each of them here on a socket.
/// - b.3 framing: `FrameReaderTest` and `ConnectionTest`; a cut at any byte, lengths that lie, a flood of
///   ticks: here.
/// - b.4 and b.5 atom cache and fragments: with their decoders.
class BadPeersTest {
    private static final Cookies COOKIES = Cookies.of("secret");

    /// Without distribution headers: a frame is 112, a term, and perhaps another term.
    private static final long PLAIN = Flags.OURS & ~Flags.DFLAG_DIST_HDR_ATOM_CACHE & ~Flags.DFLAG_FRAGMENTS;

    private static final Pid P = new Pid(A, 1, 0, 77);
    private static final Pid TO = new Pid(B, 1, 0, 5);
    private static final Pid THIRD = new Pid(Atom.of("d@127.0.0.1"), 1, 0, 5);
    private static final Ref REF = Ref.of(A, 77, 1);
    private static final Ref REF_B = Ref.of(B, 5, 1);
    private static final Term MFA = Term.parse("{m, f, 0}");

    private final List<AutoCloseable> open = new ArrayList<>();
    private final RecordingListener listener = new RecordingListener();
    private final RecordingListener atC = new RecordingListener();
    private Distribution b;
    private Distribution c;

    @BeforeEach
    void start() throws IOException {
        listener.onDeliver = (connection, signal) -> {
            if (connection.peer().equals(C)) {
                connection.send(message(B, "echoed", Terms.atom("x")));
            }
        };
        b = start(DistributionTest.config(B), listener);
        c = start(DistributionTest.config(C).peer(B, loopback(b.port())), atC);
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    private Distribution start(DistributionConfig.Builder config, DistributionListener to) throws IOException {
        Distribution distribution = new Distribution(config.build(), to);
        open.add(distribution);
        distribution.start();
        return distribution;
    }

    private FakePeer connect() throws IOException, InterruptedException {
        FakePeer peer = FakePeer.connect(b.port(), A, B, COOKIES, PLAIN);
        open.add(peer);
        assertThat(next(listener.events)).isEqualTo("up a@127.0.0.1");
        return peer;
    }

    private void assertDown(String... sentence) throws InterruptedException {
        assertThat(next(listener.events)).isEqualTo("down a@127.0.0.1");
        assertThat(next(listener.reasons)).contains(sentence);
    }

    /// A round trip with the good peer, by the connection that it has had from the first one on.
    private void assertOthersAreServed() throws InterruptedException {
        boolean isFirst = c.connection(B) == null;
        c.send(B, message(C, "echo", Terms.atom("x")));
        next(atC.signals);
        if (isFirst) {
            assertThat(next(listener.events)).isEqualTo("up c@127.0.0.1");
        }
        assertThat(listener.events).isEmpty();
        listener.signals.clear();
    }

    private static byte[] frame(Term control, @Nullable Term payload) {
        byte[] first = ExternalTerm.encode(control);
        byte[] second = payload == null ? new byte[0] : ExternalTerm.encode(payload);
        return ByteBuffer.allocate(Integer.BYTES + 1 + first.length + second.length)
                .putInt(1 + first.length + second.length)
                .put((byte) 112)
                .put(first)
                .put(second)
                .array();
    }

    // Control messages.

    record Wrong(String rule, Term control, @Nullable Term payload) {
        @Override
        public String toString() {
            return rule + ": " + control;
        }
    }

    private static Term control(int op, Term... rest) {
        List<Term> all = new ArrayList<>(List.of(rest));
        all.addFirst(Terms.integer(op));
        return Tuple.of(all.toArray(Term[]::new));
    }

    static Stream<Wrong> wrong() {
        Term none = Terms.list();
        Term reason = Terms.atom("x");
        return Stream.of(
                new Wrong("UNLINK", control(4, P, TO), null),
                new Wrong("no control message 9", control(9, P, TO), null),
                new Wrong("no control message 99", control(99), null),
                new Wrong("empty tuple", Tuple.of(), null),
                new Wrong("malformed", Terms.atom("link"), null),
                new Wrong("a tuple of 3", control(1, P), null),
                new Wrong("without its payload", control(22, P, TO), null),
                new Wrong("has no payload", control(1, P, TO), reason),
                new Wrong("a pid of d@127.0.0.1, but a@127.0.0.1 sent it", control(1, THIRD, TO), null),
                new Wrong("a pid of d@127.0.0.1, but a@127.0.0.1 sent it", control(24, THIRD, TO), reason),
                new Wrong("a pid of d@127.0.0.1, but a@127.0.0.1 sent it", control(26, THIRD, TO), reason),
                new Wrong("a pid of d@127.0.0.1, but a@127.0.0.1 sent it", control(19, THIRD, TO, REF), null),
                new Wrong("a pid of d@127.0.0.1, but a@127.0.0.1 sent it", control(20, THIRD, TO, REF), null),
                new Wrong("a pid of d@127.0.0.1, but this is b@127.0.0.1", control(1, P, THIRD), null),
                new Wrong("starts at 1", control(35, Terms.integer(0), P, TO), null),
                new Wrong("malformed", control(35, Terms.atom("x"), P, TO), null),
                new Wrong("malformed", control(6, P, Atom.EMPTY, TO), reason),
                new Wrong("malformed", control(33, P, TO), reason),
                new Wrong("malformed", control(19, P, Terms.integer(1), REF), null),
                new Wrong("request id of another node", control(29, REF_B, P, P, MFA, none), none),
                new Wrong("request id of another node", control(31, REF, TO, Terms.integer(0), P), null),
                new Wrong("{M, F, Arity}", control(29, REF, P, P, Terms.atom("m"), none), none),
                new Wrong("{M, F, Arity}", control(29, REF, P, P, Term.parse("{m, f}"), none), none));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void shouldCloseWithTheRuleWhenPeerSendsWhatItMustNot(Wrong wrong) throws Exception {
        assertOthersAreServed();
        FakePeer peer = connect();
        peer.write(frame(wrong.control(), wrong.payload()));
        if (wrong.rule().startsWith("{M")) {
            assertThat(next(listener.events)).isEqualTo("down a@127.0.0.1");
            assertThat(next(listener.reasons)).containsAnyOf(wrong.rule(), "malformed");
        } else {
            assertThat(next(listener.events)).isEqualTo("down a@127.0.0.1");
            assertThat(next(listener.reasons).replace("'", "")).contains(wrong.rule(), "protocol");
        }
        assertThat(listener.signals).isEmpty();
        assertThat(peer.readMessage()).isNull();
        assertOthersAreServed();
    }

    // A cut at any byte.

    @Test
    void shouldDeliverNothingAndServeOthersWhenAFrameIsCutAtAnyByte() throws Exception {
        assertOthersAreServed();
        byte[] frame = frame(control(6, P, Atom.EMPTY, Terms.atom("sink")), Terms.binary(new byte[20]));
        for (int length = 0; length < frame.length; length++) {
            FakePeer peer = connect();
            peer.write(Arrays.copyOf(frame, length));
            peer.close();
            assertDown("clos");
            assertThat(listener.signals).isEmpty();
        }
        assertOthersAreServed();
        connect().write(frame);
        assertThat(next(listener.signals)).isInstanceOf(Signal.RegSend.class);
    }

    @Test
    void shouldServeOthersWhenACallerCutsTheHandshakeAtAnyByte() throws Exception {
        byte[] name = framed(new HandshakeMessages.Name(Flags.OURS, 77, A.text()).encode());
        byte[] reply = framed(new HandshakeMessages.ChallengeReply(1, new byte[16]).encode());
        for (int length = 0; length < name.length + reply.length; length++) {
            try (Socket caller = new Socket(InetAddress.getLoopbackAddress(), b.port())) {
                caller.getOutputStream().write(name, 0, Math.min(length, name.length));
                if (length > name.length) {
                    caller.getOutputStream().write(reply, 0, length - name.length);
                }
            }
        }
        assertOthersAreServed();
        connect();
    }

    /// The whole of what side B says, each message cut at each byte: the one who dialled is told, and may
    /// dial again.
    @Test
    void shouldTellTheSenderWhenTheOneThatItDialsCutsTheHandshakeAtAnyByte() throws Exception {
        try (FakePeer.Listener server = FakePeer.Listener.open()) {
            RecordingListener atD = new RecordingListener();
            Distribution d =
                    start(DistributionTest.config(Atom.of("d@127.0.0.1")).peer(A, server.address()), atD);
            byte[] said = join(
                    framed(new HandshakeMessages.Status("ok").encode()),
                    framed(new HandshakeMessages.Challenge(Flags.OURS, 9, 77, A.text()).encode()),
                    framed(new HandshakeMessages.ChallengeAck(new byte[16]).encode()));
            for (int length = 0; length <= said.length; length++) {
                d.send(A, message(B, "sink", Terms.integer(length)));
                try (SocketChannel caller = server.server().accept()) {
                    caller.socket().getOutputStream().write(said, 0, length);
                }
                Signal.RegSend lost = (Signal.RegSend) next(atD.undeliverable);
                assertThat(lost.payload().term()).isEqualTo(Terms.integer(length));
            }
            assertThat(atD.events).isEmpty();
        }
    }

    private static byte[] framed(byte[] message) {
        return ByteBuffer.allocate(Short.BYTES + message.length)
                .putShort((short) message.length)
                .put(message)
                .array();
    }

    private static byte[] join(byte[]... parts) {
        ByteBuffer all = ByteBuffer.allocate(
                Stream.of(parts).mapToInt(part -> part.length).sum());
        Stream.of(parts).forEach(all::put);
        return all.array();
    }

    // Lies.

    @Test
    void shouldTakeLittleMemoryWhenManyPeersAnnounceMuch() throws Exception {
        byte[] announced =
                ByteBuffer.allocate(5).putInt(512 << 20).put((byte) 112).array();
        for (int i = 0; i < 64; i++) {
            // 32 GiB in all.
            FakePeer peer = FakePeer.connect(b.port(), Atom.of("x" + i + "@127.0.0.1"), B, COOKIES, PLAIN);
            open.add(peer);
            assertThat(next(listener.events)).startsWith("up x");
            peer.write(announced);
            peer.write(new byte[10_000]);
        }
        assertOthersAreServed();
        assertThat(b.connections()).hasSize(65);
    }

    @Test
    void shouldServeOthersWhenAPeerFloodsItWithTicks() throws Exception {
        assertOthersAreServed();
        FakePeer peer = connect();
        for (int i = 0; i < 64; i++) {
            peer.write(new byte[1 << 18]);
        }
        peer.write(frame(control(6, P, Atom.EMPTY, Terms.atom("sink")), Terms.atom("x")));
        assertThat(next(listener.signals)).isInstanceOf(Signal.RegSend.class);
        CareTest.awaitMessagesIn(b.connect(A), 1);
        assertOthersAreServed();
    }

    @Test
    void shouldAgreeOnlyOnWhatItKnowsWhenPeerClaimsEveryFlag() throws Exception {
        FakePeer peer = FakePeer.connect(b.port(), A, B, COOKIES, PLAIN | 0xf8000000L | 0x7fff_ff80_0000_0000L);
        open.add(peer);
        assertThat(next(listener.events)).isEqualTo("up a@127.0.0.1");
        peer.write(frame(control(6, P, Atom.EMPTY, Terms.atom("sink")), Terms.atom("x")));
        assertThat(next(listener.signals)).isInstanceOf(Signal.RegSend.class);
    }

    @Test
    void shouldNotConnectWhenPeerLacksAMandatoryFlag() {
        for (int bit = 0; bit < Long.SIZE; bit++) {
            long flag = 1L << bit;
            if (Flags.has(Flags.MANDATORY, flag)) {
                long flags = PLAIN & ~Flags.DFLAG_MANDATORY_25_DIGEST & ~flag;
                assertThatThrownBy(() -> FakePeer.connect(b.port(), A, B, COOKIES, flags))
                        .as("without 0x%x", flag)
                        .hasMessageContaining("not_allowed");
            }
        }
        assertThat(listener.events).isEmpty();
    }

    /// It said that it does not know them, and gets no answers that it could not read.
    @Test
    void shouldStayUpWhenPeerSendsWhatItSaidItCannot() throws Exception {
        FakePeer peer = FakePeer.connect(b.port(), A, B, COOKIES, Flags.MANDATORY);
        open.add(peer);
        assertThat(next(listener.events)).isEqualTo("up a@127.0.0.1");
        peer.write(frame(control(29, REF, P, P, MFA, Terms.list()), Terms.list()));
        peer.write(frame(control(24, P, TO), Terms.atom("x")));
        peer.write(frame(control(22, P, TO), Terms.atom("x")));
        for (int i = 0; i < 3; i++) {
            next(listener.signals);
        }
        Connection connection = b.connect(A);
        connection.send(new Signal.SpawnReply(REF, P, false, false, Atom.of("system_limit")));
        connection.send(message(B, "sink", Terms.atom("x")));
        assertThat(peer.readMessage()).startsWith(112, 131, 104, 4, 97, 6);
        assertOthersAreServed();
    }

    // One name, two nodes.

    @Test
    void shouldKnowTheLastOneOnlyWhenTwoNodesHaveOneName() throws Exception {
        RecordingListener atFirst = new RecordingListener();
        RecordingListener atSecond = new RecordingListener();
        Distribution first = start(DistributionTest.config(A).peer(B, loopback(b.port())), atFirst);
        Distribution second = start(DistributionTest.config(A).peer(B, loopback(b.port())), atSecond);
        first.connect(B);
        assertThat(next(listener.events)).isEqualTo("up a@127.0.0.1");
        second.connect(B);
        assertDown("takes its place");
        assertThat(next(listener.events)).isEqualTo("up a@127.0.0.1");
        assertThat(next(atFirst.events)).isEqualTo("up b@127.0.0.1");
        assertThat(next(atFirst.events)).isEqualTo("down b@127.0.0.1");

        b.send(A, message(B, "sink", Terms.atom("x")));
        assertThat(next(atSecond.signals)).isInstanceOf(Signal.RegSend.class);
        assertThat(atFirst.signals).isEmpty();
        assertThat(b.connect(A).peerCreation()).isEqualTo(second.creation());
        assertOthersAreServed();
    }

    @Test
    void shouldKeepTheFirstWhenTheThiefOfANameDoesNotInsist() throws Exception {
        FakePeer genuine = connect();
        try (Socket thief = new Socket(InetAddress.getLoopbackAddress(), b.port())) {
            thief.getOutputStream().write(framed(new HandshakeMessages.Name(Flags.OURS, 78, A.text()).encode()));
            assertThat(thief.getInputStream().readNBytes(8))
                    .endsWith("alive".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            thief.getOutputStream().write(framed(new HandshakeMessages.Status("false").encode()));
            assertThat(thief.getInputStream().read()).isNegative();
        }
        genuine.write(frame(control(6, P, Atom.EMPTY, Terms.atom("sink")), Terms.atom("x")));
        assertThat(next(listener.signals)).isInstanceOf(Signal.RegSend.class);
        assertThat(listener.events).isEmpty();
    }

    // Slow ones.

    @Test
    void shouldServeOthersWhenAPeerReadsNothing() throws Exception {
        assertOthersAreServed();
        connect();
        Thread sender = Thread.startVirtualThread(() -> {
            for (int i = 0; i < 100; i++) {
                b.send(A, message(B, "sink", Terms.binary(new byte[1 << 20])));
            }
        });
        for (int i = 0; i < 100; i++) {
            assertOthersAreServed();
        }
        b.disconnect(A);
        assertDown("disconnected");
        sender.interrupt();
        assertThat(sender.join(Duration.ofSeconds(20))).isTrue();
    }
}
