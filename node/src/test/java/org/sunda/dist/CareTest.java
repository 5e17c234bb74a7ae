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
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sunda.etf.Limits;
import org.sunda.memory.Bytes;
import org.sunda.peer.ConnectionStats;
import org.sunda.peer.Intake;
import org.sunda.peer.PeerPolicy;
import org.sunda.peer.Permissions;
import org.sunda.peer.Reconnect;
import org.sunda.signal.Busy;
import org.sunda.signal.BusyException;
import org.sunda.signal.NodeDownException;
import org.sunda.signal.Payload;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Terms;

/// How a node, `b`, cares for its connections. The peer, `a`, does what the test says.
class CareTest {
    private static final Cookies COOKIES = Cookies.of("secret");
    private static final Duration SHORT_TICK = Duration.ofSeconds(1);
    private static final int PATIENCE_SECONDS = 20;
    private static final Pid THEIRS = new Pid(A, 1, 0, 77);
    private static final Ref REF = Ref.of(A, 77, 5);
    private static final Atom NOPROC = Atom.of("noproc");

    private final List<AutoCloseable> open = new ArrayList<>();
    private final RecordingListener listener = new RecordingListener();
    private final ControlDecoder decoder = new ControlDecoder(A, B, new Payloads(Limits.DEFAULT, _ -> {}), _ -> {});

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

    private Distribution start(DistributionConfig.Builder config) throws IOException {
        return start(config, listener);
    }

    private FakePeer connect(Distribution b) throws IOException, InterruptedException {
        return connect(b, FakePeer.PLAIN);
    }

    private FakePeer connect(Distribution b, long flags) throws IOException, InterruptedException {
        FakePeer peer = FakePeer.connect(b.port(), A, B, COOKIES, flags);
        open.add(peer);
        assertThat(next(listener.events)).isEqualTo("up a@127.0.0.1");
        b.connect(A);
        return peer;
    }

    private static DistributionConfig.Builder config() {
        return DistributionTest.config(B);
    }

    private static DistributionConfig.Builder with(Permissions permissions) {
        return config().policy(A, PeerPolicy.DEFAULT.withPermissions(permissions));
    }

    private Signal nextSignal(FakePeer peer) throws IOException {
        Bytes frame = Bytes.of(Objects.requireNonNull(peer.readMessage()));
        PacketReader packets = new PacketReader(FakePeer.PLAIN, Limits.DEFAULT);
        return Objects.requireNonNull(decoder.decode(Objects.requireNonNull(packets.read(frame))));
    }

    private static Signal.RegSend big(int bytes) {
        return message(B, "sink", Terms.binary(new byte[bytes]));
    }

    // What the peer may do.

    @Test
    void shouldAnswerAsIfNobodyWereThereWhenPeerMayDoNothing() throws Exception {
        Distribution b = start(with(Permissions.NONE));
        FakePeer peer = connect(b);
        Pid ours = new Pid(B, 1, 0, b.creation());
        peer.send(message(A, "echo", Terms.atom("secret")));
        peer.send(new Signal.Send(THEIRS, ours, Payload.of(Terms.atom("secret"))));
        peer.send(new Signal.Exit2(THEIRS, ours, Payload.of(Terms.atom("kill"))));
        peer.send(new Signal.GroupLeader(THEIRS, ours));
        peer.send(new Signal.Link(THEIRS, ours));
        peer.send(new Signal.Monitor(THEIRS, Atom.of("echo"), REF));
        peer.send(request("os", "cmd"));

        assertThat(nextSignal(peer)).satisfies(answer -> {
            Signal.Exit exit = (Signal.Exit) answer;
            assertThat(exit.from()).isEqualTo(ours);
            assertThat(exit.reason().term()).isEqualTo(NOPROC);
        });
        assertThat(nextSignal(peer)).satisfies(answer -> {
            Signal.Down down = (Signal.Down) answer;
            assertThat(down.from()).isEqualTo(Atom.of("echo"));
            assertThat(down.ref()).isEqualTo(REF);
            assertThat(down.reason().term()).isEqualTo(NOPROC);
        });
        assertThat(nextSignal(peer)).isEqualTo(new Signal.SpawnReply(REF, THEIRS, false, false, Atom.of("notsup")));
        assertThat(listener.signals).isEmpty();
        assertThat(b.connect(A).stats().refused()).isEqualTo(7);
    }

    private static Signal request(String module, String function) {
        return new Signal.SpawnRequest(
                REF, THEIRS, THEIRS, Atom.of(module), Atom.of(function), 0, List.of(), Payload.of(Terms.list()));
    }

    @Test
    void shouldDeliverOnlyWhatIsPermittedWhenSomeIs() throws Exception {
        Distribution b = start(with(Permissions.NONE.sendingTo("echo").calling("lists")));
        FakePeer peer = connect(b);
        peer.send(message(A, "other", Terms.atom("x")));
        peer.send(request("os", "cmd"));
        peer.send(message(A, "echo", Terms.atom("x")));
        peer.send(request("lists", "seq"));

        assertThat(next(listener.signals)).isInstanceOf(Signal.RegSend.class);
        assertThat(((Signal.SpawnRequest) next(listener.signals)).module()).isEqualTo(Atom.of("lists"));
        assertThat(listener.signals).isEmpty();
    }

    @Test
    void shouldTakeNoConnectionWhenPeerIsNotAllowed() throws Exception {
        Distribution b = start(config().allow(List.of(C)).allow(List.of(Atom.of("d@127.0.0.1"))));
        assertThatThrownBy(() -> FakePeer.connect(b.port(), A, B, COOKIES)).hasMessageContaining("not_allowed");
        open.add(FakePeer.connect(b.port(), C, B, COOKIES));
        assertThat(next(listener.events)).isEqualTo("up c@127.0.0.1");
        assertThatThrownBy(() -> b.connect(A))
                .isInstanceOf(NodeDownException.class)
                .hasMessageContaining("not among the peers");
    }

    @Test
    void shouldHangUpAtOnceWhenAnAddressConnectsTooOften() throws Exception {
        Distribution b = start(config().handshakesPerSecond(1));
        // Twenty seconds will hardly begin while these connect.
        List<String> outcomes = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            try (FakePeer _ = FakePeer.connect(b.port(), A, B, COOKIES)) {
                outcomes.add("up");
            } catch (IOException e) {
                outcomes.add("refused");
            }
        }
        assertThat(outcomes).contains("up", "refused");
    }

    // How much is taken.

    @Test
    void shouldReadAllSlowlyAndStayUpWhenPeerSendsFasterThanItMay() throws Exception {
        int messages = 400;
        PeerPolicy slow =
                PeerPolicy.DEFAULT.withTickTime(SHORT_TICK).withIntake(Intake.UNLIMITED.withMessagesPerSecond(150));
        Distribution b = start(config().policy(A, slow));
        FakePeer peer = connect(b);
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<Void> ticks =
                CompletableFuture.runAsync(() -> tickBack(peer, done), Thread::startVirtualThread);
        for (int i = 0; i < messages; i++) {
            peer.send(message(A, "sink", Terms.integer(i)));
        }
        for (int i = 0; i < messages; i++) {
            assertThat(((Signal.RegSend) next(listener.signals)).payload().term())
                    .isEqualTo(Terms.integer(i));
        }
        assertThat(listener.events).isEmpty();
        done.set(true);
        peer.close();
        ticks.handle((_, _) -> true).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /// Answers each tick, as long as it must.
    private static void tickBack(FakePeer peer, AtomicBoolean done) {
        try {
            while (!done.get() && peer.readFrame() != null) {
                peer.tick();
            }
        } catch (IOException e) {
            if (!done.get()) {
                throw new java.io.UncheckedIOException(e);
            }
        }
    }

    @Test
    void shouldCloseWhenPeerSendsFasterThanItMayAndThatIsChosen() throws Exception {
        Intake strict = Intake.UNLIMITED.withMessagesPerSecond(5).closing();
        Distribution b = start(config().policy(PeerPolicy.DEFAULT.withIntake(strict)));
        FakePeer peer = connect(b);
        for (int i = 0; i < 100; i++) {
            try {
                peer.send(message(A, "sink", Terms.integer(i)));
            } catch (IOException e) {
                break;
            }
        }
        assertThat(next(listener.events)).isEqualTo("down a@127.0.0.1");
        assertThat(next(listener.reasons)).contains("Intake");
    }

    @Test
    void shouldCloseWhenAMessageIsLongerThanThePeerMaySend() throws Exception {
        PeerPolicy brief = PeerPolicy.DEFAULT.withIntake(Intake.UNLIMITED.withMessageBytes(2000));
        Distribution b = start(config().policy(A, brief));
        FakePeer peer = connect(b);
        peer.send(message(A, "sink", Terms.binary(new byte[1900])));
        assertThat(next(listener.signals)).isInstanceOf(Signal.RegSend.class);
        peer.send(message(A, "sink", Terms.binary(new byte[2000])));
        assertThat(next(listener.events)).isEqualTo("down a@127.0.0.1");
        assertThat(next(listener.reasons)).contains("the limit frameBytes is 2000");
    }

    @Test
    void shouldRefuseAConfigurationWhoseLongestMessageIsTooShort() {
        PeerPolicy silly = PeerPolicy.DEFAULT.withIntake(Intake.UNLIMITED.withMessageBytes(1));
        assertThatThrownBy(() -> config().policy(silly).build()).hasMessageContaining("frameBytes");
        assertThatThrownBy(() -> config().policy(A, silly).build()).hasMessageContaining("frameBytes");
    }

    // Dead peers.

    @Test
    void shouldGoDownByTheTickTimeOfThePeerWhenItHasOne() throws Exception {
        Distribution b = start(config().policy(A, PeerPolicy.DEFAULT.withTickTime(SHORT_TICK)));
        connect(b);
        assertThat(next(listener.events)).isEqualTo("down a@127.0.0.1");
        assertThat(next(listener.reasons)).contains("nothing came from it for 1000 ms");
    }

    @Test
    void shouldGoDownWhenPeerTicksButReadsNothingWhileOutputWaits() throws Exception {
        Distribution b = start(config().tickTime(SHORT_TICK).busyBytes(1 << 30));
        FakePeer peer = connect(b);
        for (int i = 0; i < 16; i++) {
            b.send(A, big(1 << 20));
        }
        try {
            while (listener.events.isEmpty()) {
                peer.tick();
                listener.events.poll(50, TimeUnit.MILLISECONDS);
                if (!listener.reasons.isEmpty()) {
                    break;
                }
            }
        } catch (IOException _) {
            assertThat(listener.reasons).as("hung up").isNotEmpty();
        }
        assertThat(next(listener.reasons)).contains("it has read nothing for 1000 ms while", "section h.6");
    }

    // Round trips.

    @Test
    void shouldMeasureTheRoundTripWhenPeerAnswers() throws Exception {
        Distribution b = start(config());
        FakePeer peer = connect(b);
        Connection connection = b.connect(A);
        assertThat(connection.stats().roundTrip()).isEmpty();

        CompletableFuture<Duration> taken = connection.roundTrip();
        CompletableFuture<Duration> same = connection.roundTrip();

        Signal.Monitor probe = (Signal.Monitor) nextSignal(peer);
        assertThat(probe.to()).isEqualTo(Atom.of("undefined"));
        peer.send(new Signal.Down(probe.to(), probe.from(), probe.ref(), Payload.of(NOPROC)));
        assertThat(taken.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isPositive();
        assertThat(same.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isPositive();
        assertThat(connection.stats().roundTrip())
                .hasValueSatisfying(last -> assertThat(last).isPositive());
        peer.send(new Signal.Down(probe.to(), probe.from(), probe.ref(), Payload.of(NOPROC)));
        peer.send(message(A, "sink", Terms.atom("x")));
        assertThat(next(listener.signals)).as("no answer reaches a process").isInstanceOf(Signal.RegSend.class);
    }

    @Test
    void shouldFailWhenConnectionEndsBeforeTheAnswer() throws Exception {
        Distribution b = start(config());
        FakePeer peer = connect(b);
        CompletableFuture<Duration> taken = b.connect(A).roundTrip();
        peer.close();
        assertThatThrownBy(() -> taken.get(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(NodeDownException.class);
    }

    @Test
    void shouldNotAskWhenPeerKnowsNoMonitors() throws Exception {
        Distribution b = start(config().tickTime(SHORT_TICK).roundTripInterval(Duration.ofMillis(1)));
        FakePeer peer = connect(b, Flags.MANDATORY);
        Connection connection = b.connect(A);
        assertThatThrownBy(connection::roundTrip)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("DIST_MONITOR");
        assertThat(peer.readFrame()).as("a tick").isEmpty();
        assertThat(peer.readFrame()).as("a tick").isEmpty();
    }

    @Test
    void shouldMeasureByItselfWhenThereIsAnInterval() throws Exception {
        RecordingListener atA = new RecordingListener();
        Distribution b = start(config().tickTime(SHORT_TICK).roundTripInterval(Duration.ofMillis(1)));
        Distribution a = start(DistributionTest.config(A).peer(B, loopback(b.port())), atA);
        a.connect(B);
        next(listener.events);
        Connection connection = b.connect(A);
        Deadline deadline = Deadline.in(Duration.ofSeconds(PATIENCE_SECONDS));
        while (connection.stats().roundTrip().isEmpty() && deadline.remainingNanos() > 0) {
            // The other node is the test's own, and knows no processes: it answers here.
            Signal.Monitor probe = (Signal.Monitor) next(atA.signals);
            a.send(B, new Signal.Down(probe.to(), probe.from(), probe.ref(), Payload.of(NOPROC)));
            atA.signals.poll(100, TimeUnit.MILLISECONDS);
        }
        assertThat(connection.stats().roundTrip()).isPresent();
    }

    // Connections that are kept.

    private static final Reconnect QUICK = new Reconnect(Duration.ofMillis(20), Duration.ofMillis(50));

    @Test
    void shouldConnectAgainWhenAKeptConnectionIsLost() throws Exception {
        RecordingListener atA = new RecordingListener();
        Distribution b = start(config());
        Distribution a =
                start(DistributionTest.config(A).peer(B, loopback(b.port())).keep(B, QUICK), atA);
        for (int i = 0; i < 5; i++) {
            assertThat(next(atA.events)).isEqualTo("up b@127.0.0.1");
            assertThat(next(listener.events)).isEqualTo("up a@127.0.0.1");
            assertThat(i % 2 == 0 ? b.disconnect(A) : a.disconnect(B)).isTrue();
            assertThat(next(atA.events)).isEqualTo("down b@127.0.0.1");
            assertThat(next(listener.events)).isEqualTo("down a@127.0.0.1");
        }
    }

    @Test
    void shouldConnectWhenAKeptPeerStartsLater() throws Exception {
        int port = RealEpmd.freePort();
        RecordingListener atA = new RecordingListener();
        Distribution a =
                start(DistributionTest.config(A).peer(B, loopback(port)).keep(B, QUICK), atA);
        assertThatThrownBy(() -> a.connect(B)).hasMessageContaining("nobody answers");
        start(config().port(port));
        assertThat(next(atA.events)).isEqualTo("up b@127.0.0.1");
    }

    @Test
    void shouldKeepOneConnectionWhenBothKeepIt() throws Exception {
        int port = RealEpmd.freePort();
        RecordingListener atA = new RecordingListener();
        Distribution a =
                start(DistributionTest.config(A).peer(B, loopback(port)).keep(B, QUICK), atA);
        InetSocketAddress ofA = loopback(a.port());
        start(config().port(port).peer(A, ofA).keep(A, QUICK));
        for (int i = 0; i < 10; i++) {
            assertThat(next(atA.events)).isEqualTo("up b@127.0.0.1");
            assertThat(next(listener.events)).isEqualTo("up a@127.0.0.1");
            a.disconnect(B);
            assertThat(next(atA.events)).isEqualTo("down b@127.0.0.1");
            assertThat(next(listener.events)).isEqualTo("down a@127.0.0.1");
        }
    }

    // Busy connections.

    @Test
    void shouldFailOrDropWhenConnectionIsBusyAsTheSenderChose() throws Exception {
        Distribution b = start(config().busyBytes(1 << 16).busy(Busy.DROP));
        FakePeer peer = connect(b, FakePeer.PLAIN);
        Connection connection = b.connect(A);
        // More than sockets on both sides ever take.
        b.send(A, big(32 << 20));

        b.send(A, message(B, "sink", Terms.atom("dropped")));
        b.send(A, message(B, "sink", Terms.atom("dropped")), Busy.DROP);
        assertThatThrownBy(() -> b.send(A, message(B, "sink", Terms.atom("refused")), Busy.FAIL))
                .isInstanceOf(BusyException.class)
                .hasMessageContaining("does not wait");
        b.send(A, new Signal.Link(new Pid(B, 1, 0, b.creation()), THEIRS));

        assertThat(connection.stats().dropped()).isEqualTo(2);
        assertThat(connection.stats().messagesOut())
                .as("a link is never dropped")
                .isEqualTo(2);
        assertThat(peer.readMessage()).hasSizeGreaterThan(32 << 20);
        assertThat(nextSignal(peer)).isInstanceOf(Signal.Link.class);
        b.send(A, message(B, "sink", Terms.atom("kept")));
        assertThat(((Signal.RegSend) nextSignal(peer)).payload().term()).isEqualTo(Terms.atom("kept"));
    }

    @Test
    void shouldFailOrDropWhenTooMuchWaitsForAConnection() throws Exception {
        try (FakePeer.Listener silent = FakePeer.Listener.open()) {
            Distribution b = start(config().peer(A, silent.address()).busyBytes(10_000));
            b.send(A, big(9_000));
            assertThatThrownBy(() -> b.send(A, big(2_000), Busy.FAIL)).isInstanceOf(BusyException.class);
            b.send(A, big(2_000), Busy.DROP);
            assertThat(b.dropped()).isEqualTo(1);
        }
    }

    // Figures.

    @Test
    void shouldCountWhatGoesInAndOut() throws Exception {
        Distribution b = start(config());
        FakePeer peer = connect(b);
        peer.tick();
        peer.send(message(A, "sink", Terms.atom("x")));
        peer.send(message(A, "sink", Terms.binary(new byte[1000])));
        next(listener.signals);
        next(listener.signals);
        Term text = Terms.atom("y");
        b.send(A, message(B, "sink", text));
        byte[] frame = Objects.requireNonNull(peer.readMessage());

        awaitMessagesIn(b.connect(A), 2);
        ConnectionStats stats = b.connect(A).stats();
        assertThat(stats.peer()).isEqualTo(A);
        assertThat(stats.messagesIn()).isEqualTo(2);
        assertThat(stats.bytesIn()).isBetween(1000L, 1300L);
        assertThat(stats.messagesOut()).isEqualTo(1);
        assertThat(stats.bytesOut()).isEqualTo(Integer.BYTES + frame.length);
        assertThat(stats.bytesWaiting()).isZero();
        assertThat(stats.dropped() + stats.refused()).isZero();
    }

    /// They are counted when all that came with them has been delivered.
    static void awaitMessagesIn(Connection connection, long count) {
        Deadline deadline = Deadline.in(Duration.ofSeconds(PATIENCE_SECONDS));
        while (connection.stats().messagesIn() != count && deadline.remainingNanos() > 0) {
            Thread.onSpinWait();
        }
        assertThat(connection.stats().messagesIn()).isEqualTo(count);
    }
}
