package org.sunda.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.dist.DistributionTest.A;
import static org.sunda.dist.DistributionTest.B;
import static org.sunda.dist.DistributionTest.message;
import static org.sunda.dist.RecordingListener.next;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sunda.etf.Limits;
import org.sunda.memory.Bytes;
import org.sunda.signal.BusyException;
import org.sunda.signal.NodeDownException;
import org.sunda.signal.Payload;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Terms;

/// One node, `b`, and a peer, `a`, that does what the test says.
class ConnectionTest {
    private static final Cookies COOKIES = Cookies.of("secret");
    private static final Duration SHORT_TICK = Duration.ofSeconds(1);

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

    private static Signal.RegSend big(int bytes) {
        return message(B, "sink", Terms.binary(new byte[bytes]));
    }

    private void assertDown(String... sentence) throws InterruptedException {
        assertThat(next(listener.events)).isEqualTo("down a@127.0.0.1");
        assertThat(next(listener.reasons)).contains(sentence);
    }

    private static CompletableFuture<Void> async(Runnable task) {
        return CompletableFuture.runAsync(task, each -> Thread.ofVirtual().start(each));
    }

    // Ticks.

    @Test
    void shouldTickAndStayUpWhenBothAreIdle() throws Exception {
        Distribution b = start(config().tickTime(SHORT_TICK));
        FakePeer peer = connect(b);
        long end = System.nanoTime() + 3 * SHORT_TICK.toNanos();
        int ticks = 0;
        while (System.nanoTime() < end) {
            assertThat(peer.readFrame()).isEmpty();
            ticks++;
            peer.tick();
        }
        assertThat(ticks).isBetween(6, 14);
        assertThat(listener.events).isEmpty();
        assertThat(b.connection(A)).isNotNull();
    }

    @Test
    void shouldGoDownWhenPeerIsSilent() throws Exception {
        Distribution b = start(config().tickTime(SHORT_TICK));
        long start = System.nanoTime();
        FakePeer peer = connect(b);

        assertDown("nothing came from it for 1000 ms", "net tick timeout");

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(900));
        int ticks = 0;
        for (byte[] frame = peer.readFrame(); frame != null; frame = peer.readFrame()) {
            assertThat(frame).isEmpty();
            ticks++;
        }
        assertThat(ticks).isPositive();
    }

    @Test
    void shouldGoDownWhenPeerNeitherReadsNorWritesWhileOutputWaits() throws Exception {
        Distribution b = start(config().tickTime(SHORT_TICK).busyBytes(1 << 30));
        connect(b);
        for (int i = 0; i < 16; i++) {
            b.send(A, big(1 << 20));
        }
        assertDown("net tick timeout");
    }

    @Test
    void shouldStayUpWhenAMessageArrivesSlowly() throws Exception {
        int size = 64 << 20;
        byte[] frame = FakePeer.frame(message(A, "sink", Terms.binary(new byte[size])));
        Distribution b = start(config().tickTime(SHORT_TICK));
        FakePeer peer = connect(b);
        int pieces = 8;
        for (int i = 0; i < pieces; i++) {
            int from = frame.length / pieces * i;
            int to = i + 1 == pieces ? frame.length : frame.length / pieces * (i + 1);
            peer.write(Arrays.copyOfRange(frame, from, to));
            // The node's own ticks set the pace: the whole takes longer than the tick time.
            assertThat(peer.readFrame()).isEmpty();
        }
        Signal.RegSend got = (Signal.RegSend) next(listener.signals);
        assertThat(((Binary) Objects.requireNonNull(got.payload().term())).byteSize())
                .isEqualTo(size);
        assertThat(listener.events).isEmpty();
    }

    // Output that the peer does not read.

    @Test
    void shouldReleaseTheSenderWhenBusyPeerReadsAgain() throws Exception {
        Distribution b = start(config().busyBytes(64 << 10).busyDeadline(Duration.ofSeconds(20)));
        FakePeer peer = connect(b);
        int messages = 300;
        CompletableFuture<Void> sender = async(() -> {
            for (int i = 0; i < messages; i++) {
                b.send(A, big(64 << 10));
            }
        });
        assertThatThrownBy(() -> sender.get(300, TimeUnit.MILLISECONDS))
                .as("it waits")
                .isInstanceOf(TimeoutException.class);

        for (int i = 0; i < messages; i++) {
            assertThat(peer.readMessage()).hasSizeGreaterThan(64 << 10);
        }
        sender.get(20, TimeUnit.SECONDS);
    }

    @Test
    void shouldTellTheSenderWhenBusyPeerReadsTooLate() throws Exception {
        Distribution b = start(config().busyBytes(64 << 10).busyDeadline(Duration.ofMillis(100)));
        FakePeer peer = connect(b);
        CompletableFuture<Integer> sent = new CompletableFuture<>();
        CompletableFuture<Void> sender = async(() -> {
            int count = 0;
            try {
                while (count < 10_000) {
                    b.send(A, big(64 << 10));
                    count++;
                }
            } finally {
                sent.complete(count);
            }
        });

        assertThatThrownBy(() -> sender.get(20, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(BusyException.class)
                .hasMessageContaining("'a@127.0.0.1' is busy")
                .hasMessageContaining("100 ms");
        // What was accepted arrives, and what was not does not.
        for (int i = 0; i < sent.get(); i++) {
            assertThat(peer.readMessage()).hasSizeGreaterThan(64 << 10);
        }
        b.send(A, message(B, "last", Terms.atom("x")));
        assertThat(peer.readMessage()).hasSizeLessThan(100);
        assertThat(listener.events).isEmpty();
    }

    @Test
    void shouldGoDownWhenReaderThreadWouldHaveToWait() throws Exception {
        Distribution b = start(config().busyBytes(1 << 10).maxOutboundBytes(4 << 20));
        listener.onDeliver = (connection, signal) -> connection.send(big(1 << 20));
        FakePeer peer = connect(b);
        try {
            for (int i = 0; i < 30; i++) {
                peer.send(message(A, "ask", Terms.atom("x")));
            }
        } catch (IOException _) {
            assertThat(listener.events).as("hung up while the peer still asked").isNotEmpty();
        }
        assertDown("more than 4194304 bytes wait");
    }

    @Test
    void shouldReleaseTheSenderWhenConnectionEnds() throws Exception {
        Distribution b = start(config().busyBytes(1 << 10).busyDeadline(Duration.ofMinutes(1)));
        FakePeer peer = connect(b);
        Connection connection = b.connect(A);
        CompletableFuture<Void> sender = async(() -> {
            for (int i = 0; i < 10_000; i++) {
                connection.send(big(64 << 10));
            }
        });
        assertThatThrownBy(() -> sender.get(200, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);

        peer.close();

        assertThatThrownBy(() -> sender.get(20, TimeUnit.SECONDS))
                .cause()
                .isInstanceOf(NodeDownException.class)
                .hasMessageContaining("'a@127.0.0.1' is down");
        assertDown("connection");
    }

    // What must not come.

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00000004 70 83 6800",
                "00000001 00",
                "00000003 834400",
                "00000005 70 83 6801 6125",
                "0000000f 70 83 6803 6101 616161616161616161",
                "ffffffff",
                "474554202f20485454502f312e310d0a",
            })
    void shouldGoDownWhenPeerSendsGarbage(String hex) throws Exception {
        Distribution b = start(config());
        FakePeer peer = connect(b);

        peer.write(Hex.bytes(hex));

        assertDown("protocol section b");
        assertThat(peer.readMessage()).isNull();
    }

    @Test
    void shouldGoDownWhenFrameIsLongerThanTheLimit() throws Exception {
        int most = 10_000;
        Distribution b = start(config().limits(Limits.DEFAULT.withFrameBytes(most)));
        FakePeer peer = connect(b);
        Signal.RegSend shortOne = message(A, "sink", Terms.atom("x"));
        int overhead = FakePeer.frame(message(A, "sink", Terms.binary(new byte[100]))).length - Integer.BYTES - 100;
        peer.send(message(A, "sink", Terms.binary(new byte[most - overhead])));
        assertThat(next(listener.signals)).isInstanceOf(Signal.RegSend.class);

        peer.send(message(A, "sink", Terms.binary(new byte[most - overhead + 1])));
        peer.send(shortOne);

        assertDown("a frame of 10001 bytes", "frameBytes is 10000");
        assertThat(listener.signals).isEmpty();
    }

    @Test
    void shouldGoDownWhenAReceiverFindsAMalformedPayload() throws Exception {
        Distribution b = start(config());
        FakePeer peer = connect(b);
        byte[] frame = Hex.bytes(
                "70 83 6804 6106 58770b61403132372e302e302e31 00000001 00000000 0000004d 7700 770473696e6b 83 ff");
        peer.write(ByteBuffer.allocate(4 + frame.length)
                .putInt(frame.length)
                .put(frame)
                .array());

        Signal.RegSend got = (Signal.RegSend) next(listener.signals);
        assertThat(b.connection(A)).as("nobody has looked yet").isNotNull();
        assertThat(got.payload().term()).isNull();

        assertDown("payload is not a term");
    }

    @Test
    void shouldDeliverNothingMoreWhenClosedWhileDelivering() throws Exception {
        Distribution b = start(config());
        listener.onDeliver = (connection, _) -> connection.close("the first was enough");
        FakePeer peer = connect(b);
        byte[] one = FakePeer.frame(message(A, "sink", Terms.atom("x")));
        peer.write(
                ByteBuffer.allocate(3 * one.length).put(one).put(one).put(one).array());

        assertDown("the first was enough");
        assertThat(listener.signals).hasSize(1);
    }

    @Test
    void shouldGoOnWhenListenerFails() throws Exception {
        Distribution b = start(config());
        listener.onDeliver = (_, signal) -> {
            if (signal instanceof Signal.Link) {
                throw new IllegalStateException("a fault of the node, made for a test");
            }
        };
        FakePeer peer = connect(b);
        peer.send(new Signal.Link(new Pid(A, 1, 0, 77), new Pid(B, 1, 0, b.creation())));
        peer.send(message(A, "sink", Terms.atom("x")));

        assertThat(next(listener.signals)).isInstanceOf(Signal.RegSend.class);
    }

    // What the peer cannot do.

    @Test
    void shouldTellTheListenerWhenPeerTakesNoSpawnRequests() throws Exception {
        Distribution b = start(config());
        FakePeer peer = connect(b, Flags.MANDATORY);
        Pid self = new Pid(B, 1, 0, b.creation());
        Signal.SpawnRequest request = new Signal.SpawnRequest(
                Ref.of(B, b.creation(), 1),
                self,
                self,
                Atom.of("m"),
                Atom.of("f"),
                0,
                List.of(),
                Payload.of(Terms.list()));

        b.send(A, request);
        b.send(A, message(B, "sink", Terms.atom("x")));

        assertThat(next(listener.notSupported)).isSameAs(request);
        assertThat(peer.readMessage()).startsWith(112, 131, 104, 4, 97, 6);
    }

    @Test
    void shouldThrowToTheSenderAndGoOnWhenTermCannotBeEncoded() throws Exception {
        Distribution b = start(config());
        FakePeer peer = connect(b);
        Payload garbage = new EncodedPayload(Bytes.of((byte) 1), null, new Payloads(Limits.DEFAULT, _ -> {}));
        Signal bad = new Signal.RegSend(new Pid(B, 1, 0, 1), Atom.of("sink"), garbage);

        assertThatThrownBy(() -> b.send(A, bad)).isInstanceOf(IllegalArgumentException.class);

        b.send(A, message(B, "sink", Terms.atom("x")));
        assertThat(peer.readMessage()).startsWith(112, 131, 104, 4, 97, 6);
    }

    @Test
    void shouldLeaveInOrderWhenBatchIsAnswered() throws Exception {
        Distribution b = start(config());
        listener.onDeliver = (connection, signal) -> connection.send(
                new Signal.RegSend(new Pid(B, 1, 0, 1), Atom.of("echo"), ((Signal.RegSend) signal).payload()));
        FakePeer peer = connect(b);
        for (int i = 0; i < 1000; i++) {
            peer.send(message(A, "ask", Terms.integer(i)));
        }
        ControlDecoder decoder = new ControlDecoder(A, B, new Payloads(Limits.DEFAULT, _ -> {}), _ -> {});
        PacketReader packets = new PacketReader(FakePeer.PLAIN, Limits.DEFAULT);
        for (int i = 0; i < 1000; i++) {
            byte[] frame = Objects.requireNonNull(peer.readMessage());
            Signal.RegSend answer = (Signal.RegSend)
                    Objects.requireNonNull(decoder.decode(Objects.requireNonNull(packets.read(Bytes.of(frame)))));
            assertThat(answer.payload().term()).isEqualTo(Terms.integer(i));
        }
    }
}
