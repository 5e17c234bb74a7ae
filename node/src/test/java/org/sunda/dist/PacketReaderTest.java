package org.sunda.dist;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.tuple;

import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sunda.etf.Limits;
import org.sunda.memory.Bytes;
import org.sunda.memory.Output;
import org.sunda.signal.Payload;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Term;
import org.sunda.term.Terms;

/// Distribution headers and fragments as they come from a peer `j@h` (protocol sections b.4, b.5 and h.2).
class PacketReaderTest {
    private static final Pid P = new Pid(Wire.J, 1, 0, 0x11223344);
    private static final Pid TO = new Pid(Wire.B, 100, 0, 0x55667788);
    private static final Signal HELLO = new Signal.RegSend(P, Atom.of("echo"), Payload.of(atom("hello")));

    private static final String CONTROL = "6804 6106" + Hex.P + "7700 ";
    private static final String NEW_ATOMS = "8344 02 8f00 ff 04 6563686f 05 05 68656c6c6f " + CONTROL + "5200 5201";
    private static final String FROM_CACHE = "8344 02 0700 ff 05 " + CONTROL + "5200 5201";
    private static final String FIRST =
            "8345 0000000000000001 0000000000000002 00 6803 6116" + Hex.P + "58770362406800000064 00000000 55667788 ";
    private static final String SECOND = "8346 0000000000000001 0000000000000001 ";

    private static final Limits LIMITS = Limits.DEFAULT.withFrameBytes(100_000);

    private final List<String> malformed = new ArrayList<>();
    private final PacketReader packets = new PacketReader(Wire.ALL, LIMITS);
    private final ControlDecoder decoder =
            new ControlDecoder(Wire.B, Wire.J, new Payloads(LIMITS, malformed::add), answer -> {});

    private @Nullable Signal read(String hex) throws ProtocolException {
        return read(Hex.bytes(hex));
    }

    private @Nullable Signal read(byte[] frame) throws ProtocolException {
        Packet packet = packets.read(Bytes.of(frame));
        Signal signal = packet == null ? null : decoder.decode(packet);
        return signal == null ? null : Wire.plain(signal);
    }

    private void assertRefused(String hex, String... sentence) {
        assertRefused(Hex.bytes(hex), sentence);
    }

    private void assertRefused(byte[] frame, String... sentence) {
        assertThatThrownBy(() -> read(frame))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContainingAll(sentence);
    }

    // The golden frames.

    @Test
    void shouldBeWhatWasMeantWhenAGoldenFrameHasAHeader() throws ProtocolException {
        assertThat(read("834400 " + CONTROL + "77046563686f 770568656c6c6f")).isEqualTo(HELLO);
        assertThat(read(NEW_ATOMS)).isEqualTo(HELLO);
        assertThat(read(FROM_CACHE)).isEqualTo(HELLO);
        assertThat(read(FROM_CACHE)).isEqualTo(HELLO);
    }

    @Test
    void shouldBeOneMessageWhenTheGoldenFragmentsCame() throws ProtocolException {
        assertThat(read(FIRST + "6d00000006 6162")).isNull();
        assertThat(read(SECOND + "63646566")).isEqualTo(new Signal.Send(P, TO, Payload.of(Terms.binary("abcdef"))));
    }

    @Test
    void shouldBeTheGoldenFramesWhenSent() throws Exception {
        Wire wire = new Wire(Wire.FRAGMENTS_ONLY);
        wire.send(HELLO);
        assertThat(wire.written()).isEqualTo(Hex.bytes("00000028 834400 " + CONTROL + "77046563686f 770568656c6c6f"));

        ControlEncoder encoder = new ControlEncoder(Wire.FRAGMENTS_ONLY, TO.creation(), new SentAtoms());
        assertThat(encoder.encode(new Signal.Send(P, TO, Payload.of(Terms.binary("abcdef"))), null))
                .isTrue();
        // The payload of the golden frame is cut after 7 of its 11 bytes.
        Fragmented message = encoder.takeFragments(7);
        ByteBuffer sent = ByteBuffer.allocate(1000);
        while (!message.isDone()) {
            message.copyTo(sent, 1);
        }
        assertThat(Arrays.copyOf(sent.array(), sent.position()))
                .isEqualTo(Hex.bytes("00000042" + FIRST + "6d00000006 6162 00000016" + SECOND + "63646566"));
    }

    // Headers.

    /// A frame whose header names atoms, all new, in slots from 0 on; its message is the tuple of them.
    private static byte[] tupleOf(List<String> atoms, boolean isLong) {
        Output out = new Output();
        out.write(Hex.bytes("8344"));
        out.writeByte(atoms.size());
        byte[] flags = new byte[atoms.size() / 2 + 1];
        for (int i = 0; i < atoms.size(); i++) {
            flags[i / 2] |= (byte) (8 << i % 2 * 4);
        }
        if (isLong) {
            flags[atoms.size() / 2] |= (byte) (1 << atoms.size() % 2 * 4);
        }
        out.write(flags);
        for (int i = 0; i < atoms.size(); i++) {
            byte[] text = atoms.get(i).getBytes(UTF_8);
            out.writeByte(i);
            if (isLong) {
                out.writeShort(text.length);
            } else {
                out.writeByte(text.length);
            }
            out.write(text);
        }
        out.write(Hex.bytes(CONTROL + "5200 68"));
        out.writeByte(atoms.size());
        for (int i = 0; i < atoms.size(); i++) {
            out.writeShort(0x5200 | i);
        }
        return out.take().toByteArray();
    }

    private static List<String> names(int count, String end) {
        return Stream.iterate(0, i -> i + 1)
                .limit(count)
                .map(i -> "n" + i + end)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8, 254, 255})
    void shouldFindWhetherTextsAreLongBehindTheLastFlagWhenOddAndEven(int count) throws ProtocolException {
        for (boolean isLong : new boolean[] {false, true}) {
            List<String> names = names(count, isLong ? "é".repeat(200) : "é");
            Term[] atoms = names.stream().map(Atom::of).toArray(Term[]::new);
            assertThat(read(tupleOf(names, isLong)))
                    .as("long texts: %s", isLong)
                    .isEqualTo(new Signal.RegSend(P, Atom.of(names.getFirst()), Payload.of(tuple(atoms))));
        }
    }

    @Test
    void shouldTakeTheNewAtomWhenASlotIsFilledAgain() throws ProtocolException {
        read(tupleOf(List.of("one", "two"), false));
        read(tupleOf(List.of("three"), false));

        assertThat(read("8344 02 0000 00 01 " + CONTROL + "5200 5201"))
                .isEqualTo(new Signal.RegSend(P, Atom.of("three"), Payload.of(atom("two"))));
    }

    @Test
    void shouldKeepWhatAPayloadRefersToWhenTheSlotIsFilledAgainBeforeItIsDecoded() throws ProtocolException {
        Packet packet = Objects.requireNonNull(packets.read(Bytes.of(tupleOf(List.of("one", "two"), false))));
        Signal first = Objects.requireNonNull(decoder.decode(packet));
        read(tupleOf(List.of("three", "four"), false));

        assertThat(Wire.plain(first))
                .isEqualTo(new Signal.RegSend(P, Atom.of("one"), Payload.of(tuple(atom("one"), atom("two")))));
    }

    @Test
    void shouldRefuseWithItsSlotWhenAnEmptyOneIsNamed() {
        assertRefused(FROM_CACHE, "slot 2047", "is empty", "b.4");
        assertRefused("8344 01 00 05 " + CONTROL + "5200 5200", "slot 5", "is empty", "b.4");
    }

    @Test
    void shouldRefuseWhenATermRefersBeyondTheHeader() throws ProtocolException {
        assertRefused("8344 01 08 00 04 6563686f " + CONTROL + "5201 5200", "malformed");
        Signal.RegSend send = (Signal.RegSend) Objects.requireNonNull(decoder.decode(
                Objects.requireNonNull(packets.read(Bytes.of(Hex.bytes("8344 01 00 00 " + CONTROL + "5200 5201"))))));
        assertThat(send.payload().term()).isNull();
        assertThat(malformed).singleElement().asString().contains("not a term");
    }

    @Test
    void shouldRefuseWhenTheTextOfAnAtomIsNone() {
        assertRefused("8344 01 08 00 02 ffff " + CONTROL + "5200 5200", "header is malformed");
        assertRefused(tupleOf(List.of("x".repeat(256)), true), "header is malformed");
    }

    @Test
    void shouldRefuseWhenAHeaderIsCutAtAnyByte() {
        for (String each : List.of(NEW_ATOMS, FROM_CACHE, FIRST, SECOND)) {
            byte[] whole = Hex.bytes(each);
            int header = each.startsWith("8344")
                    ? Hex.bytes(each.substring(0, each.indexOf(CONTROL))).length
                    : each.startsWith("8345") ? 19 : 18;
            for (int length = 0; length < header; length++) {
                PacketReader fresh = new PacketReader(Wire.ALL, LIMITS);
                if (each.equals(FROM_CACHE)) {
                    assertThatCode(() -> fresh.read(Bytes.of(Hex.bytes(NEW_ATOMS))))
                            .doesNotThrowAnyException();
                }
                Bytes cut = Bytes.of(Arrays.copyOf(whole, length));
                assertThatThrownBy(() -> fresh.read(cut))
                        .as("%d bytes of %s", length, each)
                        .isInstanceOf(ProtocolException.class)
                        .hasMessageContaining("distribution header");
            }
        }
    }

    @Test
    void shouldRefuseWhenTheFrameHasNoHeader() {
        assertRefused("70 83 " + CONTROL + "77046563686f 83 770568656c6c6f", "112 and 131", "b.3");
        assertRefused("83 68 04", "131 and 104", "b.3");
        assertRefused("83 43 00", "131 and 67", "b.3");
        assertRefused("83 47 00", "131 and 71", "b.3");
        assertRefused("8344 00 83 " + CONTROL + "77046563686f 770568656c6c6f", "malformed");
    }

    @Test
    void shouldRefuseWhatWasNotAgreed() {
        PacketReader withoutCache = new PacketReader(Wire.FRAGMENTS_ONLY, LIMITS);
        assertThatThrownBy(() -> withoutCache.read(Bytes.of(Hex.bytes(NEW_ATOMS))))
                .hasMessageContaining("the atom cache is not agreed (protocol section b.4)");
        PacketReader withoutFragments = new PacketReader(Wire.CACHE_ONLY, LIMITS);
        for (String each : List.of(FIRST, SECOND)) {
            assertThatThrownBy(() -> withoutFragments.read(Bytes.of(Hex.bytes(each))))
                    .hasMessageContaining("fragments are not agreed (protocol section b.5)");
        }
    }

    // Fragments.

    private static byte[] fragment(int kind, long sequence, long number, String rest) {
        byte[] bytes = Hex.bytes(rest);
        return ByteBuffer.allocate(18 + bytes.length)
                .put((byte) 131)
                .put((byte) kind)
                .putLong(sequence)
                .putLong(number)
                .put(bytes)
                .array();
    }

    private static final String TO_ECHO = "00 " + CONTROL + "77046563686f ";

    private void open(long sequence, long count) throws ProtocolException {
        assertThat(read(fragment(69, sequence, count, TO_ECHO + "77"))).isNull();
    }

    @Test
    void shouldBeAMessageWhenTheFirstFragmentIsTheLast() throws ProtocolException {
        assertThat(read(fragment(69, 5, 1, TO_ECHO + "770568656c6c6f"))).isEqualTo(HELLO);
        assertThat(read(fragment(69, 5, 1, TO_ECHO + "770568656c6c6f"))).isEqualTo(HELLO);
    }

    @Test
    void shouldKeepThemApartWhenFragmentsOfManyMessagesComeMixed() throws ProtocolException {
        open(1, 3);
        open(-1, 2);
        assertThat(read(NEW_ATOMS)).isEqualTo(HELLO);
        assertThat(read(fragment(70, 1, 2, "0568"))).isNull();
        assertThat(read(fragment(70, -1, 1, "0161")))
                .isEqualTo(new Signal.RegSend(P, Atom.of("echo"), Payload.of(atom("a"))));
        open(-1, 2);
        assertThat(read(fragment(70, 1, 1, "656c6c6f"))).isEqualTo(HELLO);
    }

    /// Its slot may have another atom when the message is whole.
    @Test
    void shouldReferToWhatTheFirstHeaderNamedWhenFragmentsEnd() throws ProtocolException {
        assertThat(read(fragment(69, 1, 2, "01 08 00 04 6563686f " + CONTROL + "5200 ")))
                .isNull();
        read(tupleOf(List.of("other"), false));

        assertThat(read(fragment(70, 1, 1, "5200")))
                .isEqualTo(new Signal.RegSend(P, Atom.of("echo"), Payload.of(atom("echo"))));
    }

    @Test
    void shouldRefuseWhenTheSequenceIdIsWrong() throws ProtocolException {
        assertRefused(fragment(69, 0, 2, TO_ECHO), "the sequence id 0", "b.5");
        assertRefused(fragment(69, 0, 1, TO_ECHO), "the sequence id 0", "b.5");
        assertRefused(fragment(70, 7, 1, "00"), "the sequence id 7, but no first one", "b.5");
        open(-1, 3);
        assertRefused(fragment(69, -1, 2, TO_ECHO), "18446744073709551615", "not finished", "b.5");
        assertRefused(fragment(69, -1, 1, TO_ECHO), "18446744073709551615", "not finished", "b.5");
    }

    @Test
    void shouldRefuseWhenAFragmentIsMissingOrComesTwice() throws ProtocolException {
        open(1, 5);
        assertRefused(fragment(70, 1, 3, "00"), "fragment 3 came where 4 was due", "b.5");
        assertRefused(fragment(70, 1, 5, "00"), "fragment 5 came where 4 was due", "b.5");
        assertRefused(fragment(70, 1, 0, "00"), "fragment 0 came where 4 was due", "b.5");
        assertRefused(fragment(70, 1, -1, "00"), "18446744073709551615 came where 4 was due", "b.5");
    }

    @Test
    void shouldRefuseWhenTheAnnouncedNumberCannotBe() throws ProtocolException {
        assertRefused(fragment(69, 1, 0, TO_ECHO), "0 fragments", "b.5");
        assertRefused(fragment(69, 1, -1, TO_ECHO), "18446744073709551615 fragments", "frameBytes", "b.5");
        assertRefused(fragment(69, 1, 100_001, TO_ECHO), "100001 fragments", "100000", "b.5");
        open(1, 100_000);
    }

    @Test
    void shouldRefuseWhenAMessageGetsLongerThanIsAllowed() throws ProtocolException {
        open(1, 1000);
        String part = "00".repeat(9000);
        for (int number = 999; number > 988; number--) {
            assertThat(read(fragment(70, 1, number, part))).isNull();
        }
        assertRefused(fragment(70, 1, 988, part), "more than the limit frameBytes, 100000", "b.5");
    }

    /// Empty fragments are not for nothing.
    @Test
    void shouldRefuseWhenFragmentsAreManyAndEmpty() throws ProtocolException {
        open(1, 100_000);
        assertThatThrownBy(() -> {
                    for (int number = 99_999; number > 1; number--) {
                        read(fragment(70, 1, number, ""));
                    }
                })
                .hasMessageContaining("frameBytes");
    }

    @Test
    void shouldRefuseWhenManyMessagesAreHoardedTogether() {
        String part = "00".repeat(50_000);
        assertThatThrownBy(() -> {
                    for (int sequence = 1; sequence < 100; sequence++) {
                        read(fragment(69, sequence, 2, TO_ECHO + part));
                    }
                })
                .hasMessageContaining("4 times the limit frameBytes")
                .hasMessageContaining("b.5");
    }

    @Test
    void shouldRefuseWhenMoreMessagesWaitThanProcessesSend() {
        PacketReader patient = new PacketReader(Wire.ALL, Limits.DEFAULT);
        assertThatThrownBy(() -> {
                    for (int sequence = 1; sequence < 20_000; sequence++) {
                        assertThat(patient.read(Bytes.of(fragment(69, sequence, 2, TO_ECHO))))
                                .isNull();
                    }
                })
                .hasMessageContaining("16384 messages wait")
                .hasMessageContaining("b.5");
    }

    /// The atoms that a header names are kept with the message, and take far more than their references do.
    @Test
    void shouldRefuseWhenAtomsAreHoardedInHeadersOfUnfinishedMessages() throws ProtocolException {
        List<String> names = names(255, "é".repeat(30));
        read(tupleOf(names, true));
        String references = "ff" + "00".repeat(128)
                + String.join(
                        "",
                        Stream.iterate(0, i -> i + 1)
                                .limit(255)
                                .map("%02x"::formatted)
                                .toList());
        assertThatThrownBy(() -> {
                    for (int sequence = 1; sequence < 1000; sequence++) {
                        read(fragment(69, sequence, 2, references + CONTROL + "5200 "));
                    }
                })
                .hasMessageContaining("4 times the limit frameBytes");
    }

    @Test
    void shouldForgetWhatWasKeptWhenMessagesEnd() throws ProtocolException {
        String half = "00".repeat(45_000);
        for (int round = 1; round < 50; round++) {
            assertThat(read(fragment(69, round, 2, TO_ECHO + "6d00015f90" + half)))
                    .isNull();
            assertThat(read(fragment(70, round, 1, half))).isNotNull();
        }
    }

    @Test
    void shouldRefuseWhenTheControlMessageIsCut() throws ProtocolException {
        byte[] control = Hex.bytes(TO_ECHO + "770568656c6c6f");
        int whole = Hex.bytes(TO_ECHO).length;
        for (int cut = 1; cut < control.length; cut++) {
            String first = Hex.text(Arrays.copyOf(control, cut));
            String second = Hex.text(Arrays.copyOfRange(control, cut, control.length));
            assertThat(read(fragment(69, cut, 2, first))).isNull();
            if (cut < whole) {
                assertRefused(fragment(70, cut, 1, second), "goes on after the first fragment", "b.5");
            } else {
                assertThat(read(fragment(70, cut, 1, second)))
                        .as("cut at %d", cut)
                        .isEqualTo(HELLO);
            }
        }
    }
}
