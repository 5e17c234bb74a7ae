package org.sunda.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.dist.RecordingListener.next;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sunda.signal.BusyException;
import org.sunda.signal.NodeDownException;
import org.sunda.signal.Payload;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Term;
import org.sunda.term.Terms;

class DistributionTest {
    static final Atom A = Atom.of("a@127.0.0.1");
    static final Atom B = Atom.of("b@127.0.0.1");
    static final Atom C = Atom.of("c@127.0.0.1");

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    static DistributionConfig.Builder config(Atom node) {
        return DistributionConfig.of(node, Cookies.of("secret")).withoutEpmd().listen(InetAddress.getLoopbackAddress());
    }

    static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    static Signal.RegSend message(Atom from, String name, Term term) {
        return new Signal.RegSend(new Pid(from, 1, 0, 7), Atom.of(name), Payload.of(term));
    }

    private Distribution start(DistributionConfig.Builder config, DistributionListener listener) throws Exception {
        Distribution distribution = new Distribution(config.build(), listener);
        open.add(distribution);
        distribution.start();
        return distribution;
    }

    @Test
    void shouldExchangeSignalsWhenConnected() throws Exception {
        RecordingListener atA = new RecordingListener();
        RecordingListener atB = new RecordingListener();
        Distribution b = start(config(B), atB);
        Distribution a = start(config(A).peer(B, loopback(b.port())), atA);

        a.send(B, message(A, "echo", Terms.atom("hello")));

        Signal.RegSend got = (Signal.RegSend) next(atB.signals);
        assertThat(got.to()).isEqualTo(Atom.of("echo"));
        assertThat(got.payload().term()).isEqualTo(Terms.atom("hello"));
        b.send(A, message(B, "answer", Terms.integer(42)));
        assertThat(((Signal.RegSend) next(atA.signals)).payload().term()).isEqualTo(Terms.integer(42));
        assertThat(a.disconnect(B)).isTrue();
        assertThat(next(atA.events)).isEqualTo("up b@127.0.0.1");
        assertThat(next(atA.events)).isEqualTo("down b@127.0.0.1");
        assertThat(next(atB.events)).isEqualTo("up a@127.0.0.1");
        assertThat(next(atB.events)).isEqualTo("down a@127.0.0.1");
    }

    @Test
    void shouldSayCookieWhenCookiesDiffer() throws Exception {
        Distribution b = start(DistributionConfig.of(B, Cookies.of("sesame")).withoutEpmd(), new RecordingListener());
        Distribution a = start(config(A).peer(B, loopback(b.port())), new RecordingListener());

        assertThatThrownBy(() -> a.connect(B))
                .isInstanceOf(NodeDownException.class)
                .hasMessageContaining("cookie");
    }

    @Test
    void shouldConnectWhenCookieIsThePeersOwn() throws Exception {
        Cookies cookies = Cookies.of("mine").with(A, "secret");
        RecordingListener atB = new RecordingListener();
        Distribution b = start(DistributionConfig.of(B, cookies).withoutEpmd(), atB);
        Distribution a = start(config(A).peer(B, loopback(b.port())), new RecordingListener());

        assertThat(a.connect(B).peer()).isEqualTo(B);
        assertThat(a.connect(B).peerCreation()).isEqualTo(b.creation());
        assertThat(a.connect(B).hidden()).isTrue();
    }

    @Test
    void shouldBeVisibleOnlyWhenBothAre() throws Exception {
        Distribution b = start(config(B).hidden(false), new RecordingListener());
        Distribution a = start(config(A).hidden(false).peer(B, loopback(b.port())), new RecordingListener());
        Distribution c = start(config(C).peer(B, loopback(b.port())), new RecordingListener());

        assertThat(a.connect(B).hidden()).isFalse();
        assertThat(c.connect(B).hidden()).isTrue();
    }

    // Names and addresses.

    @Test
    void shouldSayWhyWhenThereIsNoWay() throws Exception {
        int nobody = RealEpmd.freePort();
        Distribution a = start(config(A).peer(B, loopback(nobody)), new RecordingListener());

        assertReason(a, B, "nobody answers at 127.0.0.1:" + nobody);
        assertReason(a, C, "asks no epmd");
        assertReason(a, A, "this node itself");
        assertReason(a, Atom.of("x@short"), "short name", "long name");
        assertReason(a, Atom.of("nonode"), "one name and one host");
        assertThatThrownBy(() -> a.send(A, message(A, "x", Terms.atom("x"))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static void assertReason(Distribution from, Atom to, String... reason) {
        assertThatThrownBy(() -> from.connect(to))
                .isInstanceOf(NodeDownException.class)
                .hasMessageContainingAll(reason);
    }

    @Test
    void shouldFindEachOtherWhenRegisteredAtEpmd() throws Exception {
        InetSocketAddress epmd = loopback(RealEpmd.freePort());
        Distribution a = start(DistributionConfig.of(A, Cookies.of("secret")).epmd(epmd), new RecordingListener());
        Distribution b = start(DistributionConfig.of(B, Cookies.of("secret")).epmd(epmd), new RecordingListener());

        assertThat(a.connect(B).peerCreation()).isEqualTo(b.creation()).isNotZero();
        assertReason(a, C, "knows no node of the name c");
        assertThatThrownBy(() ->
                        start(DistributionConfig.of(A, Cookies.of("secret")).epmd(epmd), new RecordingListener()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("in use by the node that listens on port " + a.port());
    }

    @Test
    void shouldSayWhichPortWhenItIsInUse() throws Exception {
        Distribution a = start(config(A), new RecordingListener());

        assertThatThrownBy(() -> start(config(B).port(a.port()), new RecordingListener()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("127.0.0.1:" + a.port());
    }

    @Test
    void shouldFreeTheNameWhenClosed() throws Exception {
        InetSocketAddress epmd = loopback(RealEpmd.freePort());
        start(DistributionConfig.of(B, Cookies.of("secret")).epmd(epmd), new RecordingListener());
        for (int i = 0; i < 20; i++) {
            start(DistributionConfig.of(A, Cookies.of("secret")).epmd(epmd), new RecordingListener())
                    .close();
        }
        assertThat(Epmd.names(epmd, Deadline.in(Duration.ofSeconds(20)))).containsOnlyKeys("b");
    }

    // Signals that wait.

    @Test
    void shouldBeUndeliverableInOrderWhenThereIsNoWay() throws Exception {
        RecordingListener atA = new RecordingListener();
        Distribution a = start(config(A), atA);
        List<Signal> sent = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Signal signal = message(A, "sink", Terms.integer(i));
            sent.add(signal);
            a.send(B, signal);
        }
        for (Signal signal : sent) {
            assertThat(next(atA.undeliverable)).isSameAs(signal);
        }
        assertThat(atA.events).isEmpty();
    }

    @Test
    void shouldBeUndeliverableWhenDisconnectedBeforeConnected() throws Exception {
        try (FakePeer.Listener silent = FakePeer.Listener.open()) {
            RecordingListener atA = new RecordingListener();
            Distribution a = start(config(A).peer(B, silent.address()), atA);
            a.send(B, message(A, "sink", Terms.integer(1)));
            a.send(B, message(A, "sink", Terms.integer(2)));
            try (SocketChannel accepted = silent.server().accept()) {
                assertThat(a.disconnect(B)).as("there was no connection yet").isFalse();

                assertThat(next(atA.undeliverable)).isInstanceOf(Signal.RegSend.class);
                assertThat(next(atA.undeliverable)).isInstanceOf(Signal.RegSend.class);
                assertThat(accepted.isOpen()).isTrue();
            }
        }
    }

    @Test
    void shouldBeUndeliverableWhenPeerIsSilentInTheHandshake() throws Exception {
        try (FakePeer.Listener silent = FakePeer.Listener.open()) {
            RecordingListener atA = new RecordingListener();
            Distribution a = start(config(A).peer(B, silent.address()).handshakeDeadline(Duration.ofMillis(200)), atA);
            a.send(B, message(A, "sink", Terms.integer(1)));

            next(atA.undeliverable);
            assertReason(a, B, "not over in time", "200 ms");
        }
    }

    @Test
    void shouldBeUndeliverableWhenNodeStops() throws Exception {
        try (FakePeer.Listener silent = FakePeer.Listener.open()) {
            RecordingListener atA = new RecordingListener();
            Distribution a = start(config(A).peer(B, silent.address()), atA);
            a.send(B, message(A, "sink", Terms.integer(1)));
            a.close();

            next(atA.undeliverable);
            a.send(B, message(A, "sink", Terms.integer(2)));
            next(atA.undeliverable);
            assertReason(a, B, "stopped");
        }
    }

    @Test
    void shouldMakeTheSenderWaitWhenTooMuchWaits() throws Exception {
        try (FakePeer.Listener silent = FakePeer.Listener.open()) {
            RecordingListener atA = new RecordingListener();
            Distribution a = start(
                    config(A).peer(B, silent.address()).busyBytes(10_000).busyDeadline(Duration.ofMillis(100)), atA);
            a.send(B, message(A, "sink", Terms.binary(new byte[9000])));

            assertThatThrownBy(() -> a.send(B, message(A, "sink", Terms.binary(new byte[2000]))))
                    .isInstanceOf(BusyException.class);
            a.disconnect(B);
            next(atA.undeliverable);
        }
    }

    @Test
    void shouldLeaveInOrderWhenSomeWaitedAndSomeDidNot() throws Exception {
        RecordingListener atB = new RecordingListener();
        Distribution b = start(config(B), atB);
        for (int round = 0; round < 20; round++) {
            Distribution a = start(config(A).peer(B, loopback(b.port())), new RecordingListener());
            for (int i = 0; i < 500; i++) {
                a.send(B, message(A, "sink", Terms.integer(i)));
            }
            for (int i = 0; i < 500; i++) {
                assertThat(((Signal.RegSend) next(atB.signals)).payload().term())
                        .isEqualTo(Terms.integer(i));
            }
            a.close();
            assertThat(next(atB.events)).startsWith("up");
            assertThat(next(atB.events)).startsWith("down");
        }
    }

    // Two nodes at once.

    @Test
    void shouldEndWithOneConnectionWhenBothConnectAtOnce() throws Exception {
        RecordingListener atA = new RecordingListener();
        RecordingListener atB = new RecordingListener();
        int portA = RealEpmd.freePort();
        int portB = RealEpmd.freePort();
        Distribution a = start(config(A).port(portA).peer(B, loopback(portB)), atA);
        Distribution b = start(config(B).port(portB).peer(A, loopback(portA)), atB);
        for (int round = 0; round < 100; round++) {
            CyclicBarrier barrier = new CyclicBarrier(2);
            CompletableFuture<Connection> fromA = connecting(a, B, barrier);
            CompletableFuture<Connection> fromB = connecting(b, A, barrier);
            Connection ofA = fromA.get(20, TimeUnit.SECONDS);
            Connection ofB = fromB.get(20, TimeUnit.SECONDS);
            ofA.send(message(A, "sink", Terms.integer(round)));
            ofB.send(message(B, "sink", Terms.integer(round)));
            next(atA.signals);
            next(atB.signals);
            (round % 2 == 0 ? a : b).disconnect(round % 2 == 0 ? B : A);
            for (RecordingListener each : List.of(atA, atB)) {
                assertThat(next(each.events)).startsWith("up");
                assertThat(next(each.events)).startsWith("down");
                assertThat(each.events).as("round %d", round).isEmpty();
            }
        }
    }

    private static CompletableFuture<Connection> connecting(Distribution from, Atom to, CyclicBarrier barrier) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        barrier.await();
                    } catch (InterruptedException | BrokenBarrierException e) {
                        throw new IllegalStateException(e);
                    }
                    return from.connect(to);
                },
                task -> Thread.ofPlatform().start(task));
    }

    @Test
    void shouldMakeOneConnectionWhenManyThreadsAsk() throws Exception {
        RecordingListener atB = new RecordingListener();
        Distribution b = start(config(B), atB);
        Distribution a = start(config(A).peer(B, loopback(b.port())), new RecordingListener());
        CyclicBarrier barrier = new CyclicBarrier(8);
        List<CompletableFuture<Connection>> asked = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            asked.add(connecting(a, B, barrier));
        }
        Set<Connection> connections = new HashSet<>();
        for (CompletableFuture<Connection> each : asked) {
            connections.add(each.get(20, TimeUnit.SECONDS));
        }
        assertThat(connections).hasSize(1);
        assertThat(a.connections()).containsExactlyElementsOf(connections);
        assertThat(next(atB.events)).startsWith("up");
        assertThat(atB.events).isEmpty();
    }

    /// Reader threads that answer everything with something large, in both directions at once: if one of them
    /// waited for output, both nodes would stand still.
    @Test
    void shouldNotStandStillWhenBothReadersAnswer() throws Exception {
        RecordingListener atA = new RecordingListener();
        RecordingListener atB = new RecordingListener();
        Distribution b = start(config(B).busyBytes(1 << 10), atB);
        Distribution a = start(config(A).busyBytes(1 << 10).peer(B, loopback(b.port())), atA);
        int rounds = 200;
        Term large = Terms.binary(new byte[100_000]);
        atA.onDeliver = (connection, signal) -> answer(connection, signal, A, large);
        atB.onDeliver = (connection, signal) -> answer(connection, signal, B, large);
        a.connect(B);
        assertThat(next(atB.events)).startsWith("up");
        for (int i = 0; i < rounds; i++) {
            a.send(B, message(A, "ask", large));
            b.send(A, message(B, "ask", large));
        }
        for (int i = 0; i < 2 * rounds; i++) {
            next(atA.signals);
            next(atB.signals);
        }
        assertThat(atA.signals).isEmpty();
        assertThat(atB.signals).isEmpty();
    }

    private static void answer(Connection connection, Signal signal, Atom self, Term term) {
        if (((Signal.RegSend) signal).to().is("ask")) {
            connection.send(message(self, "answer", term));
        }
    }

    @Test
    void shouldStayWithWhatCameUpWhenReaderThreadDisconnects() throws Exception {
        RecordingListener atB = new RecordingListener();
        Distribution b = start(config(B), atB);
        atB.onDeliver = (connection, _) -> {
            assertThat(b.disconnect(connection.peer())).isTrue();
            assertThatThrownBy(() -> b.connect(connection.peer())).isInstanceOf(IllegalStateException.class);
        };
        Distribution a = start(config(A).peer(B, loopback(b.port())), new RecordingListener());
        a.send(B, message(A, "sink", Terms.atom("x")));

        next(atB.signals);
        assertThat(next(atB.events)).startsWith("up");
        assertThat(next(atB.events)).startsWith("down");
    }
}
