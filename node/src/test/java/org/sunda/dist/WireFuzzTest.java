package org.sunda.dist;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.sunda.dist.DistributionTest.A;
import static org.sunda.dist.DistributionTest.B;
import static org.sunda.dist.DistributionTest.C;

import java.io.IOException;
import java.net.ProtocolException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sunda.etf.Limits;
import org.sunda.memory.Bytes;
import org.sunda.signal.Payload;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.Pid;
import org.sunda.term.RandomTerms;
import org.sunda.term.Ref;
import org.sunda.term.Terms;

/// Connections that began as those of a good peer and were then damaged: frames, their headers, the atoms
/// and fragments in them, control messages, payloads, and the handshake. Runs for the seconds of the system
/// property `sunda.fuzz.seconds`, by default 3; `sunda.seed` repeats the sequences of a run.
class WireFuzzTest {
    /// Small enough that what is damaged soon goes beyond them.
    private static final Limits LIMITS =
            Limits.DEFAULT.withFrameBytes(1_000_000).withInflatedBytes(100_000);

    private static final int CREATION_A = 77;
    private static final int DAMAGES = 30;
    private static final long MOST_GROWTH = 128L << 20;
    private static final long[] FLAGS = {Wire.ALL, Wire.CACHE_ONLY, Wire.FRAGMENTS_ONLY, Wire.NEITHER};

    private final RandomTerms terms = new RandomTerms();
    private final Random random = new Random(terms.seed());
    private final long end = System.nanoTime()
            + Duration.ofSeconds(Long.getLong("sunda.fuzz.seconds", 3)).toNanos();

    private record Recorded(List<Signal> signals, List<byte[]> frames) {}

    @Test
    void shouldReadOrRefuseWhateverTheFramesAre() throws IOException {
        long accepted = 0;
        long refused = 0;
        long before = usedBytes();
        while (System.nanoTime() < end) {
            long flags = FLAGS[random.nextInt(FLAGS.length)];
            Recorded recorded = record(flags, B, 5);
            assertThat(new End(flags).read(recorded.frames))
                    .as(this::seed)
                    .containsExactlyInAnyOrderElementsOf(recorded.signals);
            for (int i = 0; i < DAMAGES; i++) {
                List<byte[]> frames = damaged(recorded.frames);
                if (isRead(flags, frames)) {
                    accepted++;
                } else {
                    refused++;
                }
            }
        }
        assertThat(accepted).as(this::seed).isPositive();
        assertThat(refused).as(this::seed).isPositive();
        assertThat(usedBytes() - before).as(this::seed).isLessThan(MOST_GROWTH);
    }

    @Test
    void shouldGoOnServingOthersWhateverAPeerSends() throws Exception {
        RecordingListener atB = new RecordingListener();
        RecordingListener atC = new RecordingListener();
        atB.onDeliver = (connection, signal) -> answer(atB, connection, signal);
        try (Distribution b =
                new Distribution(DistributionTest.config(B).limits(LIMITS).build(), atB)) {
            b.start();
            DistributionConfig.Builder good = DistributionTest.config(C).peer(B, DistributionTest.loopback(b.port()));
            try (Distribution c = new Distribution(good.build(), atC)) {
                c.start();
                long before = usedBytes();
                for (int round = 0; System.nanoTime() < end; round++) {
                    if (random.nextInt(4) == 0) {
                        misshake(b.port());
                    } else {
                        misbehave(b.port());
                    }
                    if (round % 20 == 0) {
                        assertServed(c, atC);
                    }
                    assertSaidWhy(atB);
                }
                assertServed(c, atC);
                assertThat(usedBytes() - before).as(this::seed).isLessThan(MOST_GROWTH);
            }
        }
    }

    /// Answers the good peer, and asks for each payload, as receivers do.
    private static void answer(RecordingListener listener, Connection connection, Signal signal) {
        if (connection.peer().equals(C)) {
            connection.send(DistributionTest.message(B, "echoed", Terms.atom("x")));
        } else if (Wire.isWellFormed(signal) && connection.isOpen()) {
            assertThat(Wire.plain(signal).toString()).isNotEmpty();
        }
        listener.signals.clear();
    }

    private void assertServed(Distribution c, RecordingListener atC) throws InterruptedException {
        c.send(B, DistributionTest.message(C, "echo", Terms.atom("x")));
        RecordingListener.next(atC.signals);
        assertThat(atC.events).as(this::seed).containsExactly("up " + B.text());
    }

    /// A connection that is closed for a failure inside the node has no sentence about its peer.
    private void assertSaidWhy(RecordingListener listener) {
        listener.events.clear();
        listener.signals.clear();
        for (String reason = listener.reasons.poll(); reason != null; reason = listener.reasons.poll()) {
            assertThat(reason).as(this::seed).isNotBlank().doesNotContain("failed", "Exception");
        }
    }

    private String seed() {
        return "-Dsunda.seed=" + terms.seed();
    }

    private static long usedBytes() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    // What a good peer sends.

    private Recorded record(long flags, Atom self, int creation) {
        SentAtoms sent = new SentAtoms();
        List<Signal> signals = new ArrayList<>();
        List<byte[]> frames = new ArrayList<>();
        List<Deque<byte[]>> unfinished = new ArrayList<>();
        for (int i = random.nextInt(1, 8); i > 0; i--) {
            ControlEncoder encoder = new ControlEncoder(flags, creation, sent);
            Signal signal = signal(self, creation);
            assertThat(encoder.encode(signal, null)).isTrue();
            signals.add(signal);
            if (encoder.mayBeFragmented() && random.nextBoolean()) {
                Deque<byte[]> fragments = new ArrayDeque<>(cut(encoder, signals.size()));
                frames.add(fragments.removeFirst());
                unfinished.add(fragments);
            } else {
                frames.addAll(Wire.frames(encoder.takeFrame().toByteArray()));
                encoder.sent();
            }
            goOn(unfinished, frames, random.nextInt(4));
        }
        goOn(unfinished, frames, Integer.MAX_VALUE);
        return new Recorded(signals, frames);
    }

    private List<byte[]> cut(ControlEncoder encoder, long sequence) {
        // Thousands of tiny ones would count as more than is allowed.
        int least = (int) (encoder.size() / 1000) + 1;
        Fragmented message = encoder.takeFragments(least + random.nextInt(200));
        ByteBuffer all = ByteBuffer.allocate((int) message.frameBytes());
        while (!message.isDone()) {
            message.copyTo(all, sequence);
        }
        return Wire.frames(all.array());
    }

    private void goOn(List<Deque<byte[]>> unfinished, List<byte[]> frames, int fragments) {
        unfinished.removeIf(Deque::isEmpty);
        for (int i = 0; i < fragments && !unfinished.isEmpty(); i++) {
            frames.add(unfinished.get(random.nextInt(unfinished.size())).removeFirst());
            unfinished.removeIf(Deque::isEmpty);
        }
    }

    private Signal signal(Atom self, int creation) {
        Pid from = new Pid(A, 1 + random.nextInt(3), 0, CREATION_A);
        Pid to = new Pid(self, 1 + random.nextInt(40), 0, creation);
        Ref ref = Ref.of(A, CREATION_A, 3, 2, random.nextInt(5));
        Ref ours = Ref.of(self, creation, 3, 2, random.nextInt(5));
        Atom name = Atom.of(List.of("echo", "net_kernel", "rex", "nobody").get(random.nextInt(4)));
        Payload payload = Payload.of(terms.next());
        return switch (random.nextInt(15)) {
            case 0 -> new Signal.Send(from, to, payload);
            case 1 -> new Signal.RegSend(from, name, payload);
            case 2 -> new Signal.RegSend(from, Atom.of("echo"), Payload.of(Terms.tuple(from, terms.next())));
            case 3 -> new Signal.AliasSend(from, ours, payload);
            case 4 -> new Signal.Link(from, to);
            case 5 -> new Signal.Unlink(1 + random.nextInt(9), from, to);
            case 6 -> new Signal.UnlinkAck(1 + random.nextInt(9), from, to);
            case 7 -> new Signal.Exit(from, to, payload);
            case 8 -> new Signal.Exit2(from, random.nextBoolean() ? to : ours, payload);
            case 9 -> new Signal.Monitor(from, random.nextBoolean() ? to : name, ref);
            case 10 -> new Signal.Demonitor(from, random.nextBoolean() ? to : name, ref);
            case 11 -> new Signal.Down(random.nextBoolean() ? from : name, to, ours, payload);
            case 12 -> new Signal.GroupLeader(from, to);
            case 13 -> new Signal.SpawnReply(ours, to, false, true, from);
            default ->
                new Signal.SpawnRequest(
                        ref,
                        from,
                        from,
                        Atom.of("m"),
                        Atom.of("f"),
                        0,
                        List.of(Atom.of("monitor")),
                        Payload.of(ListTerm.nil()));
        };
    }

    // What becomes of it.

    private List<byte[]> damaged(List<byte[]> frames) {
        List<byte[]> changed = new ArrayList<>(frames);
        for (int i = random.nextInt(1, 3); i > 0; i--) {
            int at = random.nextInt(changed.size());
            switch (random.nextInt(10)) {
                case 0 -> changed.remove(at);
                case 1 -> changed.add(random.nextInt(changed.size() + 1), changed.get(at));
                case 2 -> changed.add(random.nextInt(changed.size()), changed.remove(at));
                default -> changed.set(at, damaged(changed.get(at)));
            }
            if (changed.isEmpty()) {
                return List.of(new byte[] {(byte) random.nextInt(256)});
            }
        }
        return changed;
    }

    private byte[] damaged(byte[] frame) {
        if (frame.length == 0) {
            return new byte[] {(byte) 131};
        }
        byte[] changed = frame.clone();
        // Most of what decides stands at the front.
        int at = random.nextInt(random.nextBoolean() ? frame.length : Math.min(frame.length, 40));
        switch (random.nextInt(9)) {
            case 0 -> changed[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> changed[at] = (byte) random.nextInt(256);
            case 2 -> changed[at] += (byte) (random.nextBoolean() ? 1 : -1);
            case 3 -> changed[at] = (byte) (random.nextBoolean() ? 0 : 255);
            case 4 -> Arrays.fill(changed, at, Math.min(frame.length, at + 8), (byte) random.nextInt(-1, 1));
            case 5 -> changed = Arrays.copyOf(frame, at);
            case 6 -> changed[at] = 82;
            case 7 -> changed = joined(frame, at, random.nextInt(frame.length));
            default -> changed = joined(frame, at, Math.max(0, at - random.nextInt(20)));
        }
        return changed;
    }

    /// What comes before `to`, then what comes from `from` on: bytes fall out or come twice.
    private static byte[] joined(byte[] bytes, int to, int from) {
        byte[] joined = Arrays.copyOf(bytes, to + bytes.length - from);
        System.arraycopy(bytes, from, joined, to, bytes.length - from);
        return joined;
    }

    private byte[] stream(List<byte[]> frames) {
        ByteBuffer all = ByteBuffer.allocate(
                frames.stream().mapToInt(each -> Integer.BYTES + each.length).sum());
        for (byte[] each : frames) {
            all.putInt(random.nextInt(100) == 0 ? random.nextInt() : each.length)
                    .put(each);
        }
        return all.array();
    }

    private boolean isRead(long flags, List<byte[]> frames) {
        byte[] bytes = stream(frames);
        try {
            End far = new End(flags);
            for (Signal each : far.read(ByteBuffer.wrap(bytes))) {
                assertSentOn(each);
            }
            return true;
        } catch (ProtocolException e) {
            assertThat(e.getMessage()).isNotBlank();
            return false;
        } catch (Throwable e) {
            throw new AssertionError(
                    seed() + ", flags " + Long.toHexString(flags) + ", bytes "
                            + HexFormat.of().formatHex(bytes),
                    e);
        }
    }

    /// What was accepted can be handed on to another node, and is the same there.
    private static void assertSentOn(Signal signal) throws ProtocolException {
        ControlEncoder encoder = new ControlEncoder(Wire.NEITHER, 5, new SentAtoms());
        if (encoder.encode(signal, null)) {
            byte[] frame = encoder.takeFrame().toByteArray();
            End next = new End(Wire.NEITHER);
            assertThat(next.read(ByteBuffer.wrap(frame))).hasSize(1).first().isEqualTo(signal);
        }
    }

    /// Where frames become signals.
    private static final class End {
        private final FrameReader frames = new FrameReader(LIMITS.frameBytes());
        private final PacketReader packets;
        private final ControlDecoder decoder;

        End(long flags) {
            packets = new PacketReader(flags, LIMITS);
            decoder = new ControlDecoder(B, A, new Payloads(LIMITS, sentence -> {}), answer -> {});
        }

        List<Signal> read(List<byte[]> whole) throws ProtocolException {
            List<Signal> signals = new ArrayList<>();
            for (byte[] each : whole) {
                read(Bytes.of(each), signals);
            }
            return signals;
        }

        List<Signal> read(ByteBuffer bytes) throws ProtocolException {
            List<Signal> signals = new ArrayList<>();
            for (Bytes frame = frames.next(bytes); frame != null; frame = frames.next(bytes)) {
                read(frame, signals);
            }
            return signals;
        }

        private void read(Bytes frame, List<Signal> signals) throws ProtocolException {
            Packet packet = frame.size() == 0 ? null : packets.read(frame);
            Signal signal = packet == null ? null : decoder.decode(packet);
            if (signal != null && Wire.isWellFormed(signal)) {
                signals.add(Wire.plain(signal));
            }
        }
    }

    // On sockets.

    private void misbehave(int port) throws IOException {
        long flags = FLAGS[random.nextInt(FLAGS.length)];
        try (FakePeer peer = FakePeer.connect(port, A, B, Cookies.of("secret"), flags)) {
            for (int i = 0; i < 5; i++) {
                peer.write(stream(damaged(record(flags, B, 5).frames)));
            }
        } catch (IOException e) {
            // The node hung up: as it should, most often.
            assertThat(e).as(this::seed).isNotNull();
        }
    }

    private void misshake(int port) throws IOException {
        byte[] name = ByteBuffer.allocate(28)
                .putShort((short) 26)
                .put((byte) 'N')
                .putLong(Wire.ALL)
                .putInt(CREATION_A)
                .putShort((short) 11)
                .put("a@127.0.0.1".getBytes(US_ASCII))
                .array();
        byte[] reply =
                ByteBuffer.allocate(23).putShort((short) 21).put((byte) 'r').array();
        try (Socket socket = new Socket(DistributionTest.loopback(port).getAddress(), port)) {
            socket.getOutputStream().write(random.nextBoolean() ? damaged(name) : name);
            socket.getOutputStream().write(damaged(reply));
        } catch (IOException e) {
            assertThat(e).as(this::seed).isNotNull();
        }
    }
}
