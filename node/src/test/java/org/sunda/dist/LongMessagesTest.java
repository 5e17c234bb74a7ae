package org.sunda.dist;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.list;
import static org.sunda.term.Terms.tuple;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sunda.signal.Payload;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Terms;

/// What leaves at one end of a connection, in fragments and with the atom cache, is read at the other.
class LongMessagesTest {
    private static final Pid P = pid(1);
    private static final Pid Q = pid(2);
    private static final Pid TO = new Pid(Wire.B, 100, 3, Wire.CREATION_B);
    private static final Ref REF = Ref.of(Wire.J, 77, 3, 2, 1);
    private static final Ref REF_B = Ref.of(Wire.B, Wire.CREATION_B, 5, 4, 3, 2, 1);
    private static final int LONG = 300_000;

    private static Pid pid(int id) {
        return new Pid(Wire.J, id, 0, 77);
    }

    private static Payload bytes(int count, int value) {
        byte[] bytes = new byte[count];
        new Random(value).nextBytes(bytes);
        return Payload.of(tuple(integer(value), Terms.binary(bytes)));
    }

    private static Signal send(Pid from, int count, int value) {
        return new Signal.Send(from, TO, bytes(count, value));
    }

    private static Signal small(Pid from, int value) {
        return send(from, 10, value);
    }

    /// Every kind of signal, those with a payload long and short.
    static List<Signal> signals() {
        List<Signal> signals = new ArrayList<>(List.of(
                new Signal.Link(P, TO),
                new Signal.Unlink(-1, P, TO),
                new Signal.UnlinkAck(1, P, TO),
                new Signal.Monitor(P, TO, REF),
                new Signal.Monitor(P, atom("name"), REF),
                new Signal.Demonitor(P, atom("name"), REF),
                new Signal.GroupLeader(P, TO),
                new Signal.SpawnReply(REF_B, TO, true, true, P),
                new Signal.SpawnReply(REF_B, TO, false, false, atom("badopt"))));
        for (int size : new int[] {0, 1, 65_000, 65_536, 131_072, LONG}) {
            Payload payload = bytes(size, size);
            signals.addAll(List.of(
                    new Signal.Send(P, TO, payload),
                    new Signal.RegSend(P, atom("echo"), payload),
                    new Signal.AliasSend(P, REF_B, payload),
                    new Signal.Exit(P, TO, payload),
                    new Signal.Exit2(P, TO, payload),
                    new Signal.Exit2(P, REF_B, payload),
                    new Signal.Down(P, TO, REF_B, payload),
                    new Signal.Down(atom("name"), TO, REF_B, payload),
                    new Signal.SpawnRequest(
                            REF,
                            P,
                            P,
                            Atom.of("m"),
                            Atom.of("f"),
                            1,
                            List.of(atom("link")),
                            Payload.of(list(Terms.binary(new byte[size]))))));
        }
        return signals;
    }

    @ParameterizedTest
    @ValueSource(longs = {Wire.ALL, Wire.CACHE_ONLY, Wire.FRAGMENTS_ONLY, Wire.NEITHER})
    void shouldComeBackWithEveryCombinationOfCacheAndFragments(long flags) throws IOException {
        Wire wire = new Wire(flags);
        for (int round = 0; round < 3; round++) {
            for (Signal each : signals()) {
                wire.send(each);
                assertThat(wire.received()).containsExactly(each);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {Wire.ALL, Wire.CACHE_ONLY, Wire.FRAGMENTS_ONLY, Wire.NEITHER})
    void shouldComeBackInTheirOrderWhenOneSenderSendsThemAll(long flags) throws IOException {
        Wire wire = new Wire(flags);
        List<Signal> ofOne = signals().stream()
                .filter(each -> !(each instanceof Signal.SpawnReply || each instanceof Signal.GroupLeader))
                .filter(each -> !(each instanceof Signal.Down down) || down.from() instanceof Pid)
                .toList();
        ofOne.forEach(wire::append);
        wire.flush();

        assertThat(wire.received()).containsExactlyElementsOf(ofOne);
    }

    /// What is cut into fragments is what a single frame would have held.
    @ParameterizedTest
    @MethodSource
    void shouldHoldTheTermsOfOneFrameWhenCutAtAnySize(int bytesPerFragment) throws IOException {
        Signal signal = new Signal.RegSend(P, atom("echo"), Payload.of(tuple(atom("one"), integer(1), atom("two"))));
        ControlEncoder encoder = new ControlEncoder(Wire.ALL, Wire.CREATION_B, new SentAtoms());
        assertThat(encoder.encode(signal, null)).isTrue();
        Fragmented message = encoder.takeFragments(bytesPerFragment);
        ByteBuffer sent = ByteBuffer.allocate(10_000);
        while (!message.isDone()) {
            message.copyTo(sent, 7);
        }
        byte[] all = Arrays.copyOf(sent.array(), sent.position());

        assertThat(all).hasSize((int) message.frameBytes());
        assertThat(new Wire(Wire.ALL).received(all)).containsExactly(signal);
    }

    static IntStream shouldHoldTheTermsOfOneFrameWhenCutAtAnySize() {
        return IntStream.rangeClosed(1, 20);
    }

    // What passes what.

    @Test
    void shouldLetOthersPassWhenALongMessageIsOnItsWay() throws IOException {
        Wire wire = new Wire(Wire.ALL);
        wire.append(send(P, LONG, 1));
        wire.append(small(Q, 2));
        wire.append(small(Q, 3));
        wire.flush();

        assertThat(wire.received()).containsExactly(small(Q, 2), small(Q, 3), send(P, LONG, 1));
    }

    @Test
    void shouldNotBeOvertakenBySignalsOfItsOwnSender() throws IOException {
        Wire wire = new Wire(Wire.ALL);
        wire.append(send(P, LONG, 1));
        wire.append(small(P, 2));
        wire.append(new Signal.Link(P, TO));
        wire.append(send(P, LONG, 3));
        wire.append(new Signal.Exit(P, TO, Payload.of(atom("done"))));
        wire.append(small(Q, 4));
        wire.flush();
        wire.append(small(P, 5));
        wire.flush();

        assertThat(wire.received())
                .containsExactly(
                        small(Q, 4),
                        send(P, LONG, 1),
                        small(P, 2),
                        new Signal.Link(P, TO),
                        send(P, LONG, 3),
                        new Signal.Exit(P, TO, Payload.of(atom("done"))),
                        small(P, 5));
    }

    /// A name may be that of any process which is sending: its news waits for them all, but not for what they
    /// send later.
    @Test
    void shouldWaitForAllLanesWhenOnlyTheSendersNameIsKnown() throws IOException {
        Wire wire = new Wire(Wire.ALL);
        Signal down = new Signal.Down(atom("name"), TO, REF_B, Payload.of(atom("done")));
        Signal later = new Signal.Down(atom("other"), TO, REF_B, bytes(LONG, 9));
        wire.append(send(P, LONG, 1));
        wire.append(send(Q, 2 * LONG, 2));
        wire.append(down);
        wire.append(send(P, 4 * LONG, 3));
        wire.append(later);
        wire.append(small(pid(3), 4));
        wire.flush();

        assertThat(wire.received())
                .containsExactly(
                        small(pid(3), 4), send(P, LONG, 1), send(Q, 2 * LONG, 2), down, send(P, 4 * LONG, 3), later);
    }

    @Test
    void shouldTakeTurnsWhenManyLanesAreThere() throws IOException {
        Wire wire = new Wire(Wire.FRAGMENTS_ONLY);
        for (int id = 1; id <= 4; id++) {
            wire.append(send(pid(id), LONG, id));
        }
        wire.flush();

        List<Long> sequences = Wire.frames(wire.written()).stream()
                .map(frame -> ByteBuffer.wrap(frame).getLong(2))
                .toList();
        assertThat(sequences)
                .hasSize(20)
                .startsWith(1L, 2L, 3L, 4L, 1L, 2L, 3L, 4L)
                .endsWith(1L, 2L, 3L, 4L);
    }

    /// Short ones that come again and again leave a fragment room, and fragments them.
    @Test
    void shouldLeaveByTurnsWhenShortAndLongOnesWait() throws IOException {
        Wire wire = new Wire(Wire.FRAGMENTS_ONLY);
        wire.append(send(P, LONG, 1));
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < 100; i++) {
                wire.append(send(Q, 1000, round * 100 + i));
            }
            wire.room(100_000);
            wire.flush();
        }
        List<Integer> kinds =
                Wire.frames(whole(wire)).stream().map(frame -> (int) frame[1]).toList();
        int last = kinds.lastIndexOf(PacketReader.NEXT_FRAGMENT);

        assertThat(kinds).hasSize(2005);
        assertThat(kinds.indexOf(PacketReader.FIRST_FRAGMENT)).isBetween(50, 1000);
        assertThat(last).as("the short ones do not all pass").isLessThan(2000);
    }

    private static byte[] whole(Wire wire) throws IOException {
        wire.room(Long.MAX_VALUE);
        wire.flush();
        return wire.written();
    }

    /// A fragment must not stand inside a frame that finds no room in one buffer.
    @Test
    void shouldLeaveWholeWhenShortOnesFillManyBuffers() throws IOException {
        Wire wire = new Wire(Wire.ALL);
        List<Signal> ofQ = new ArrayList<>();
        wire.append(send(P, LONG, 1));
        for (int i = 0; i < 10_000; i++) {
            ofQ.add(send(Q, 100, i));
            wire.append(ofQ.getLast());
        }
        wire.flush();
        List<Signal> received = wire.received();

        assertThat(received).hasSize(10_001).contains(send(P, LONG, 1));
        assertThat(received)
                .filteredOn(signal -> ((Signal.Send) signal).from().equals(Q))
                .isEqualTo(ofQ);
    }

    @Test
    void shouldGoOnWhereItStoodWhenTheChannelTakesNoMoreAtAnyByte() throws IOException {
        List<Signal> sent = List.of(send(P, 300_000, 1), small(P, 2), small(Q, 3), send(Q, 300_000, 4));
        Wire whole = new Wire(Wire.ALL);
        sent.forEach(whole::append);
        whole.flush();
        byte[] all = whole.written();
        for (int cut = 0; cut < all.length; cut += cut < 400 || cut > all.length - 400 ? 1 : 7_699) {
            Wire wire = new Wire(Wire.ALL);
            sent.forEach(wire::append);
            wire.room(cut);
            wire.flush();
            assertThat(wire.outbound().isStalled()).isTrue();
            wire.room(Long.MAX_VALUE);
            wire.flush();
            assertThat(wire.outbound().waitingBytes()).isZero();
            assertThat(wire.written()).as("cut after %d bytes", cut).isEqualTo(all);
        }
        assertThat(new Wire(Wire.ALL).received(all))
                .containsExactly(small(Q, 3), send(P, 300_000, 1), small(P, 2), send(Q, 300_000, 4));
    }

    @Test
    void shouldCountEveryByteThatWaitsAndWasWritten() throws IOException {
        Wire wire = new Wire(Wire.ALL);
        wire.append(send(P, LONG, 1));
        wire.append(small(P, 2));
        wire.append(small(Q, 3));
        wire.append(new Signal.Down(atom("name"), TO, REF_B, bytes(LONG, 4)));
        long waiting = wire.outbound().waitingBytes();
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        while (wire.outbound().waitingBytes() > 0) {
            wire.room(10_007);
            wire.flush();
            written.writeBytes(wire.written());
            assertThat(wire.outbound().waitingBytes() + wire.outbound().writtenBytes())
                    .isEqualTo(waiting);
            assertThat(wire.outbound().writtenBytes()).isEqualTo(written.size());
        }
        assertThat(waiting).isGreaterThan(2 * LONG);
    }

    @Test
    void shouldTakeNothingMoreWhenClosedInTheMiddle() throws IOException {
        Wire wire = new Wire(Wire.ALL);
        wire.append(send(P, LONG, 1));
        wire.append(small(P, 2));
        wire.room(1000);
        wire.flush();
        wire.outbound().close();
        wire.room(Long.MAX_VALUE);
        wire.flush();

        assertThat(wire.append(small(P, 3))).isEqualTo(Outbound.Appended.CLOSED);
        assertThat(wire.append(send(Q, LONG, 4))).isEqualTo(Outbound.Appended.CLOSED);
        assertThat(wire.written()).hasSize(1000);
    }

    // Who waits.

    @Test
    void shouldNotWaitForLongMessagesOfOthersWhenShort() throws Exception {
        Wire wire = new Wire(Wire.ALL);
        wire.append(send(P, 5_000_000, 1));

        assertThat(awaits(wire, small(Q, 2))).isFalse();
        assertThat(awaits(wire, small(P, 3))).isTrue();
        assertThat(awaits(wire, send(Q, LONG, 4))).isTrue();

        wire.flush();
        assertThat(awaits(wire, small(P, 3))).isFalse();
        assertThat(awaits(wire, send(Q, LONG, 4))).isFalse();
    }

    @Test
    void shouldGoOnWhenClosedWhileASenderWaits() throws Exception {
        Wire wire = new Wire(Wire.ALL);
        wire.append(send(P, 5_000_000, 1));
        ControlEncoder message = encoded(send(Q, LONG, 4));
        CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(() -> {
            try {
                return wire.outbound().awaitRoom(message, Duration.ofMinutes(1));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        assertThatThrownBy(() -> waiting.get(20, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        wire.outbound().close();

        assertThat(waiting.get(10, TimeUnit.SECONDS)).isTrue();
    }

    private static ControlEncoder encoded(Signal signal) {
        ControlEncoder encoder = new ControlEncoder(Wire.ALL, Wire.CREATION_B, new SentAtoms());
        assertThat(encoder.encode(signal, null)).isTrue();
        return encoder;
    }

    private static boolean awaits(Wire wire, Signal signal) throws InterruptedException {
        ControlEncoder message = encoded(signal);
        boolean isBusy = wire.outbound().isBusy(message);
        assertThat(wire.outbound().awaitRoom(message, Duration.ZERO)).isEqualTo(!isBusy);
        return isBusy;
    }

    // Atoms.

    @Test
    void shouldTellTheNameOfAnAtomOnceWhenMessagesFollowEachOther() throws IOException {
        Wire wire = new Wire(Wire.ALL);
        Signal signal = new Signal.RegSend(P, Atom.of("echo_of_names"), Payload.of(atom("some_name_or_other")));
        wire.send(signal);
        byte[] first = wire.written();
        wire.send(signal);
        byte[] second = wire.written();

        assertThat(new String(first, ISO_8859_1)).contains("some_name_or_other");
        assertThat(new String(second, ISO_8859_1)).doesNotContain("some_name_or_other", "echo_of_names", "j@h");
        Wire other = new Wire(Wire.ALL);
        assertThat(other.received(first)).containsExactly(signal);
        assertThat(other.received(second)).containsExactly(signal);
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 127, 128, 129, 255, 256, 1000, 5000})
    void shouldNameEachWhenAMessageHasManyAtoms(int count) throws IOException {
        Wire wire = new Wire(Wire.ALL);
        Term[] atoms = new Term[count];
        for (int i = 0; i < count; i++) {
            atoms[i] = Atom.of("many_" + i);
        }
        Signal signal = new Signal.Send(P, TO, Payload.of(tuple(atoms)));
        for (int round = 0; round < 3; round++) {
            wire.send(signal);
            assertThat(wire.received()).containsExactly(signal);
        }
    }

    @Test
    void shouldNameEachWhenThereAreMoreAtomsThanTheCacheHolds() throws IOException {
        Wire wire = new Wire(Wire.ALL);
        Random random = new Random(11);
        for (int i = 0; i < 5000; i++) {
            Term[] atoms = new Term[random.nextInt(20)];
            for (int j = 0; j < atoms.length; j++) {
                atoms[j] = anyAtom(random);
            }
            Signal signal = new Signal.Send(P, TO, Payload.of(tuple(atoms)));
            wire.send(signal);
            assertThat(wire.received()).containsExactly(signal);
        }
    }

    private static Atom anyAtom(Random random) {
        String end = random.nextInt(10) == 0 ? "é".repeat(random.nextInt(200)) : "";
        return Atom.of("any_" + random.nextInt(6000) + end);
    }

    // Everything at once.

    private static final int SENDERS = 6;
    private static final int EACH = 400;

    /// Many threads write through a channel that takes little at a time: what arrives of each sender is all
    /// that it sent, in its order, with the atoms that it named.
    @ParameterizedTest
    @ValueSource(longs = {Wire.ALL, Wire.CACHE_ONLY, Wire.FRAGMENTS_ONLY, Wire.NEITHER})
    void shouldKeepOrderAndContentWhenManySendShortAndLong(long flags) throws Exception {
        Wire wire = new Wire(flags);
        AtomicInteger running = new AtomicInteger(SENDERS);
        List<CompletableFuture<Void>> senders = new ArrayList<>();
        for (int id = 1; id <= SENDERS; id++) {
            Pid from = pid(id);
            senders.add(CompletableFuture.runAsync(() -> sendAll(wire, from, running)));
        }
        Random random = new Random(3);
        List<Signal> received = new ArrayList<>();
        while (running.get() > 0 || wire.outbound().waitingBytes() > 0) {
            assertThat(senders).noneMatch(CompletableFuture::isCompletedExceptionally);
            wire.room(random.nextInt(200_000));
            wire.flush();
            received.addAll(wire.received());
        }
        for (CompletableFuture<Void> each : senders) {
            join(each);
        }
        wire.room(Long.MAX_VALUE);
        wire.flush();
        received.addAll(wire.received());

        Map<Pid, Integer> next = new HashMap<>();
        for (Signal each : received) {
            Signal.Send send = (Signal.Send) each;
            int number = next.merge(send.from(), 1, Integer::sum) - 1;
            assertThat(send).isEqualTo(message(send.from(), number));
        }
        assertThat(next)
                .hasSize(SENDERS)
                .allSatisfy((from, count) -> assertThat(count).isEqualTo(EACH));
    }

    private static void join(CompletableFuture<Void> sender) throws InterruptedException, ExecutionException {
        try {
            sender.get(30, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("a sender hangs", e);
        }
    }

    private static void sendAll(Wire wire, Pid from, AtomicInteger running) {
        try {
            for (int i = 0; i < EACH; i++) {
                wire.append(message(from, i));
                if (i % 3 == 0) {
                    wire.outbound().flush(Long.MAX_VALUE);
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } finally {
            running.decrementAndGet();
        }
    }

    /// The message of that number: the same whenever it is made.
    private static Signal message(Pid from, int number) {
        Random random = new Random(from.id() * 10_000L + number);
        Term[] atoms = new Term[random.nextInt(20) == 0 ? 200 : random.nextInt(8)];
        for (int i = 0; i < atoms.length; i++) {
            atoms[i] = anyAtom(random);
        }
        int size = random.nextInt(10) == 0 ? random.nextInt(400_000) : random.nextInt(1000);
        return new Signal.Send(
                from, TO, Payload.of(tuple(integer(number), tuple(atoms), Terms.binary(new byte[size]))));
    }
}
