package org.sunda.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.list;
import static org.sunda.term.Terms.tuple;

import java.math.BigInteger;
import java.net.ProtocolException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sunda.etf.Limits;
import org.sunda.etf.TermWriter;
import org.sunda.memory.Bytes;
import org.sunda.memory.Output;
import org.sunda.signal.Payload;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// `j@h` sends to `b@h`.
class ControlCodecTest {
    private static final Atom J = Atom.of("j@h");
    private static final Atom B = Atom.of("b@h");
    private static final Pid P = new Pid(J, 1, 0, 0x11223344);
    private static final Pid TO = new Pid(B, 100, 3, 0x55667788);
    private static final Pid THIRD = new Pid(Atom.of("c@h"), 1, 0, 1);
    private static final Ref REF = Ref.of(J, 0x11223344, 3, 2, 1);
    private static final Ref REF_B = Ref.of(B, 0x55667788, 5, 4, 3, 2, 1);
    private static final Term TOKEN = tuple(integer(1), atom("label"), integer(2), P, integer(0));
    private static final Term REASON = tuple(atom("shutdown"), integer(7));
    private static final Term MFA = tuple(atom("m"), atom("f"), integer(1));
    private static final Term MESSAGE = atom("hello");

    private static final long PLAIN = FakePeer.PLAIN;
    private static final long OLD = PLAIN & ~Flags.DFLAG_SEND_SENDER & ~Flags.DFLAG_EXIT_PAYLOAD;

    private final List<String> malformed = new ArrayList<>();
    private final List<Signal> answers = new ArrayList<>();
    private final ControlDecoder decoder =
            new ControlDecoder(B, J, new Payloads(Limits.DEFAULT, malformed::add), answers::add);

    private static Payload payload(Term term) {
        return Payload.of(term);
    }

    /// A frame as a peer would send it, without its length.
    private static Bytes frame(Term control, @Nullable Term payload) {
        Output out = new Output();
        out.writeByte(PacketReader.PASS_THROUGH);
        TermWriter writer = new TermWriter(out);
        writer.writeVersion();
        writer.writeTerm(control);
        if (payload != null) {
            writer.writeVersion();
            writer.writeTerm(payload);
        }
        return out.take();
    }

    private static Bytes withoutLength(Bytes frame) {
        byte[] all = frame.toByteArray();
        return Bytes.of(Arrays.copyOfRange(all, Integer.BYTES, all.length));
    }

    private static Bytes encode(long flags, Signal signal) {
        return encode(flags, signal, null);
    }

    private static Bytes encode(long flags, Signal signal, @Nullable Bytes payload) {
        ControlEncoder encoder = encoder(flags);
        assertThat(encoder.encode(signal, payload)).isTrue();
        return encoder.takeFrame();
    }

    private static ControlEncoder encoder(long flags) {
        return new ControlEncoder(flags, TO.creation(), new SentAtoms());
    }

    private @Nullable Signal decode(Bytes frame) throws ProtocolException {
        return decode(PLAIN, frame);
    }

    private @Nullable Signal decode(long flags, Bytes frame) throws ProtocolException {
        return decoder.decode(Objects.requireNonNull(new PacketReader(flags, Limits.DEFAULT).read(frame)));
    }

    private Signal decode(Term control, @Nullable Term payload) throws ProtocolException {
        return decoded(decode(frame(control, payload)));
    }

    /// The signal with its payload decoded, so that it can be compared.
    private static Signal decoded(@Nullable Signal signal) {
        return Wire.plain(Objects.requireNonNull(signal));
    }

    // Golden frames of protocol section h.2.

    @Test
    void shouldBeTheGoldenFramesWhenEncoded() {
        assertThat(encode(PLAIN, new Signal.RegSend(P, atom("echo"), payload(MESSAGE)))
                        .toByteArray())
                .isEqualTo(Hex.bytes("00000028 70 83 6804 6106" + Hex.P + "7700 77046563686f 83 770568656c6c6f"));
        assertThat(encode(PLAIN, new Signal.Monitor(P, atom("net_kernel"), REF)).toByteArray())
                .isEqualTo(Hex.bytes("0000003c 70 83 6804 6113" + Hex.P
                        + "770a6e65745f6b65726e656c 5a0003 77036a4068 11223344 00000003 00000002 00000001"));
        assertThat(Hex.text(encode(PLAIN, new Signal.Unlink(-1, P, TO)).toByteArray()))
                .contains("6804" + "6123" + "6e0800ffffffffffffffff" + Hex.P);
    }

    @Test
    void shouldBeWhatWasMeantWhenGoldenFrameIsDecoded() throws ProtocolException {
        byte[] frame = Hex.bytes("70 83 6804 6106" + Hex.P + "7700 77046563686f 83 770568656c6c6f");

        assertThat(decoded(decode(Bytes.of(frame)))).isEqualTo(new Signal.RegSend(P, atom("echo"), payload(MESSAGE)));
    }

    // Every signal there and back.

    static List<Signal> signals() {
        return List.of(
                new Signal.Send(P, TO, payload(MESSAGE)),
                new Signal.RegSend(P, atom("echo"), payload(MESSAGE)),
                new Signal.AliasSend(P, REF_B, payload(MESSAGE)),
                new Signal.Link(P, TO),
                new Signal.Unlink(1, P, TO),
                new Signal.Unlink(-1, P, TO),
                new Signal.UnlinkAck(Long.MIN_VALUE, P, TO),
                new Signal.Exit(P, TO, payload(REASON)),
                new Signal.Exit2(P, TO, payload(REASON)),
                new Signal.Monitor(P, TO, REF),
                new Signal.Monitor(P, atom("name"), REF),
                new Signal.Demonitor(P, TO, REF),
                new Signal.Demonitor(P, atom("name"), REF),
                new Signal.Down(P, TO, REF_B, payload(REASON)),
                new Signal.Down(atom("name"), TO, REF_B, payload(REASON)),
                new Signal.GroupLeader(P, TO),
                new Signal.SpawnRequest(
                        REF, P, P, atom("m"), atom("f"), 1, List.of(atom("link"), atom("monitor")), payload(list(7))),
                new Signal.SpawnRequest(REF, P, P, atom("m"), atom("f"), 0, List.of(), payload(ListTerm.nil())),
                new Signal.SpawnReply(REF_B, TO, true, true, P),
                new Signal.SpawnReply(REF_B, TO, false, true, P),
                new Signal.SpawnReply(REF_B, TO, false, false, atom("badopt")));
    }

    @ParameterizedTest
    @MethodSource("signals")
    void shouldComeBackWhenPeerHasAllFlags(Signal signal) throws ProtocolException {
        assertThat(decoded(decode(withoutLength(encode(PLAIN, signal))))).isEqualTo(signal);
        assertThat(malformed).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("signals")
    void shouldComeBackWhenPayloadWasEncodedBefore(Signal signal) throws ProtocolException {
        for (long flags : new long[] {PLAIN, OLD}) {
            Bytes before = ControlEncoder.encodePayload(signal);
            Bytes now = encode(flags, signal, before);
            assertThat(now.toByteArray()).isEqualTo(encode(flags, signal).toByteArray());
        }
    }

    @ParameterizedTest
    @MethodSource("signals")
    void shouldComeBackWithoutSenderWhenPeerIsOld(Signal signal) throws ProtocolException {
        Signal got = decoded(decode(withoutLength(encode(OLD, signal))));

        assertThat(got)
                .isEqualTo(
                        signal instanceof Signal.Send(Pid _, Pid to, Payload payload)
                                ? new Signal.Send(new Pid(J, 0, 0, 0), to, payload)
                                : signal);
    }

    @Test
    void shouldSendNothingWhenPeerWouldNotUnderstand() {
        ControlEncoder encoder = encoder(Flags.MANDATORY);

        assertThat(encoder.encode(new Signal.Monitor(P, TO, REF), null)).isFalse();
        assertThat(encoder.encode(new Signal.Demonitor(P, TO, REF), null)).isFalse();
        assertThat(encoder.encode(new Signal.Down(P, TO, REF, payload(REASON)), null))
                .isFalse();
        assertThat(encoder.encode(new Signal.SpawnReply(REF, TO, false, false, P), null))
                .isFalse();
        assertThat(encoder.encode(new Signal.Link(P, TO), null)).isTrue();
    }

    @Test
    void shouldSendNoNewsOfLinksWhenPeerHasRestartedSince() {
        Pid before = new Pid(B, 100, 3, TO.creation() - 1);
        ControlEncoder encoder = encoder(PLAIN);

        assertThat(encoder.encode(new Signal.Exit(P, before, payload(REASON)), null))
                .isFalse();
        assertThat(encoder.encode(new Signal.Unlink(1, P, before), null)).isFalse();
        assertThat(encoder.encode(new Signal.UnlinkAck(1, P, before), null)).isFalse();
        assertThat(encoder.encode(new Signal.Link(P, before), null))
                .as("answered with noproc")
                .isTrue();
    }

    @Test
    void shouldRefuseToForwardWhenPayloadWasMalformed() {
        Payload garbage = new EncodedPayload(Bytes.of((byte) 1), null, new Payloads(Limits.DEFAULT, malformed::add));
        Signal signal = new Signal.Send(P, TO, garbage);

        assertThatThrownBy(() -> encode(PLAIN, signal)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ControlEncoder.encodePayload(signal)).isInstanceOf(IllegalArgumentException.class);
    }

    // Each control message with a trace token, and the old forms.

    private static Tuple control(int op, Term... elements) {
        Term[] all = new Term[elements.length + 1];
        all[0] = integer(op);
        System.arraycopy(elements, 0, all, 1, elements.length);
        return Tuple.of(all);
    }

    @Test
    void shouldDropTheTokenWhenMessageIsTraced() throws ProtocolException {
        Pid nobody = new Pid(J, 0, 0, 0);
        Payload reason = payload(REASON);
        assertThat(decode(control(12, Atom.EMPTY, TO, TOKEN), MESSAGE))
                .isEqualTo(new Signal.Send(nobody, TO, payload(MESSAGE)));
        assertThat(decode(control(23, P, TO, TOKEN), MESSAGE)).isEqualTo(new Signal.Send(P, TO, payload(MESSAGE)));
        assertThat(decode(control(16, P, Atom.EMPTY, atom("echo"), TOKEN), MESSAGE))
                .isEqualTo(new Signal.RegSend(P, atom("echo"), payload(MESSAGE)));
        assertThat(decode(control(34, P, REF_B, TOKEN), MESSAGE))
                .isEqualTo(new Signal.AliasSend(P, REF_B, payload(MESSAGE)));
        assertThat(decode(control(13, P, TO, TOKEN, REASON), null)).isEqualTo(new Signal.Exit(P, TO, reason));
        assertThat(decode(control(18, P, TO, TOKEN, REASON), null)).isEqualTo(new Signal.Exit2(P, TO, reason));
        assertThat(decode(control(25, P, TO, TOKEN), REASON)).isEqualTo(new Signal.Exit(P, TO, reason));
        assertThat(decode(control(27, P, TO, TOKEN), REASON)).isEqualTo(new Signal.Exit2(P, TO, reason));
        assertThat(decode(control(30, REF, P, P, MFA, ListTerm.nil(), TOKEN), list(1)))
                .isEqualTo(new Signal.SpawnRequest(REF, P, P, atom("m"), atom("f"), 1, List.of(), payload(list(1))));
        assertThat(decode(control(32, REF_B, TO, integer(3), P, TOKEN), null))
                .isEqualTo(new Signal.SpawnReply(REF_B, TO, true, true, P));
    }

    @Test
    void shouldTakeAnyTermWhereACookieWasWhenMessageIsOld() throws ProtocolException {
        assertThat(decode(control(2, atom("cookie"), TO), MESSAGE))
                .isEqualTo(new Signal.Send(new Pid(J, 0, 0, 0), TO, payload(MESSAGE)));
    }

    @Test
    void shouldAskForNothingWhenReceiverCannotExist() throws ProtocolException {
        assertThat(decode(frame(control(5), null))).as("NODE_LINK").isNull();
        assertThat(decode(frame(control(22, P, THIRD), MESSAGE))).isNull();
        assertThat(decode(frame(control(33, P, REF), MESSAGE))).isNull();
        assertThat(decode(frame(control(7, P, THIRD), null))).isNull();
    }

    @Test
    void shouldDeliverWhenReceiverIsOfAnEarlierIncarnation() throws ProtocolException {
        Pid earlier = new Pid(B, 1, 0, 1);
        assertThat(decode(control(1, P, earlier), null)).isEqualTo(new Signal.Link(P, earlier));
    }

    @Test
    void shouldNotBelieveFlagsWhenSpawnFailed() throws ProtocolException {
        assertThat(decode(control(31, REF_B, TO, integer(3), atom("system_limit")), null))
                .isEqualTo(new Signal.SpawnReply(REF_B, TO, false, false, atom("system_limit")));
    }

    @Test
    void shouldAnswerBadoptWhenSpawnOptionsAreNoList() throws ProtocolException {
        for (Term options : List.of(atom("link"), ListTerm.improper(new Term[] {atom("link")}, atom("x")))) {
            answers.clear();
            assertThat(decode(frame(control(29, REF, P, P, MFA, options), list())))
                    .isNull();
            assertThat(answers).containsExactly(new Signal.SpawnReply(REF, P, false, false, atom("badopt")));
        }
    }

    // What no peer may send.

    record Wrong(String why, Term control, @Nullable Term payload) {
        @Override
        public String toString() {
            return why + ": " + control + (payload == null ? "" : " with payload");
        }
    }

    static Stream<Wrong> wrong() {
        Term big = integer(BigInteger.ONE.shiftLeft(64));
        return Stream.of(
                new Wrong("UNLINK ", control(4, P, TO), null),
                new Wrong("no control message 0", control(0), null),
                new Wrong("no control message 9", control(9, P, TO), null),
                new Wrong("no control message 38", control(38, integer(0), P, TO), MESSAGE),
                new Wrong("a tuple of 4", control(37, integer(0), P), MESSAGE),
                new Wrong("to an alias and to a name", control(37, integer(12), P, REF_B), MESSAGE),
                new Wrong("malformed", control(37, integer(4), P, TO), MESSAGE),
                new Wrong("has no token", control(37, integer(2), P, TO), MESSAGE),
                new Wrong("no control message -1", control(-1), null),
                new Wrong("no control message 4294967297", Tuple.of(integer(4294967297L)), null),
                new Wrong("empty tuple", Tuple.of(), null),
                new Wrong("malformed", integer(1), null),
                new Wrong("malformed", Tuple.of(atom("link")), null),
                new Wrong("negative", control(35, integer(-1), P, TO), null),
                new Wrong("malformed", control(35, big, P, TO), null),
                new Wrong("starts at 1", control(35, integer(0), P, TO), null),
                new Wrong("a tuple of 3", control(1, P), null),
                new Wrong("a tuple of 3", control(1, P, TO, TO), null),
                new Wrong("without its payload", control(22, P, TO), null),
                new Wrong("without its payload", control(29, REF, P, P, MFA, ListTerm.nil()), null),
                new Wrong("has no payload", control(1, P, TO), MESSAGE),
                new Wrong("a pid of c@h, but j@h sent it", control(1, THIRD, TO), null),
                new Wrong("a pid of c@h, but j@h sent it", control(24, THIRD, TO), REASON),
                new Wrong("a pid of c@h, but j@h sent it", control(3, THIRD, TO, REASON), null),
                new Wrong("a pid of c@h, but j@h sent it", control(26, THIRD, TO), REASON),
                new Wrong("a pid of c@h, but j@h sent it", control(35, integer(1), THIRD, TO), null),
                new Wrong("a pid of c@h, but j@h sent it", control(36, integer(1), THIRD, TO), null),
                new Wrong("a pid of c@h, but j@h sent it", control(19, THIRD, TO, REF), null),
                new Wrong("a pid of c@h, but j@h sent it", control(20, THIRD, TO, REF), null),
                new Wrong("a pid of c@h, but j@h sent it", control(28, THIRD, TO, REF_B), REASON),
                new Wrong("a pid of c@h, but j@h sent it", control(29, REF, THIRD, P, MFA, list()), list(1)),
                new Wrong("a pid of b@h, but j@h sent it", control(31, REF_B, TO, integer(0), TO), null),
                new Wrong("a pid of c@h, but this is b@h", control(1, P, THIRD), null),
                new Wrong("a pid of c@h, but this is b@h", control(19, P, THIRD, REF), null),
                new Wrong("a pid of j@h, but this is b@h", control(24, P, P), REASON),
                new Wrong("a pid of c@h, but this is b@h", control(31, REF_B, THIRD, integer(0), P), null),
                new Wrong("request id of another node", control(29, REF_B, P, P, MFA, list()), list(1)),
                new Wrong("request id of another node", control(31, REF, TO, integer(0), P), null),
                new Wrong("beyond 27 bits", control(31, REF_B, TO, integer(1 << 27), P), null),
                new Wrong("malformed", control(31, REF_B, TO, integer(0), integer(1)), null),
                new Wrong("malformed", control(2, Atom.EMPTY, atom("to")), MESSAGE),
                new Wrong("malformed", control(6, P, Atom.EMPTY, TO), MESSAGE),
                new Wrong("malformed", control(6, atom("p"), Atom.EMPTY, atom("echo")), MESSAGE),
                new Wrong("malformed", control(22, Atom.EMPTY, TO), MESSAGE),
                new Wrong("malformed", control(33, P, TO), MESSAGE),
                new Wrong("malformed", control(19, P, integer(1), REF), null),
                new Wrong("malformed", control(19, P, TO, P), null),
                new Wrong("malformed", control(28, integer(1), TO, REF), REASON),
                new Wrong("malformed", control(7, P, atom("to")), null),
                new Wrong(
                        "malformed", control(29, REF, P, P, tuple(integer(1), atom("f"), integer(1)), list()), list()),
                new Wrong("{M, F, Arity}", control(29, REF, P, P, tuple(atom("m"), atom("f")), list()), list()));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void shouldBeRefusedWithASentenceWhenPeerMustNotSendIt(Wrong wrong) {
        assertThatThrownBy(() -> decode(frame(wrong.control(), wrong.payload())))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining(wrong.why().strip())
                .hasMessageContaining("protocol");
        assertThat(answers).isEmpty();
    }

    @Test
    void shouldBeRefusedWhenFrameIsOfTheOtherForm() {
        assertThatThrownBy(() -> decode(Bytes.of(Hex.bytes("8344 00 6803 6101" + Hex.P + Hex.P))))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("distribution header");
        assertThatThrownBy(() -> decode(Bytes.of(Hex.bytes("00 83"))))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("instead of 112");
    }

    @Test
    void shouldBeRefusedOrHaveABadPayloadWhenFrameIsCutShort() throws ProtocolException {
        byte[] whole = frame(control(22, P, TO), tuple(MESSAGE, integer(1000))).toByteArray();
        int control = frame(control(22, P, TO), null).toByteArray().length;
        for (int length = 1; length < whole.length; length++) {
            Bytes prefix = Bytes.of(Arrays.copyOf(whole, length));
            malformed.clear();
            if (length <= control) {
                assertThatThrownBy(() -> decode(prefix)).isInstanceOf(ProtocolException.class);
                assertThat(malformed).isEmpty();
            } else {
                Signal.Send got = (Signal.Send) Objects.requireNonNull(decode(prefix));
                assertThat(malformed).isEmpty();
                assertThat(got.payload().term()).isNull();
                assertThat(got.payload().term()).isNull();
                assertThat(malformed).hasSize(1).first().asString().contains("not a term");
            }
        }
    }

    @Test
    void shouldDecodeOnceWhenAskedTwice() throws ProtocolException {
        Signal.Send got = (Signal.Send) Objects.requireNonNull(decode(frame(control(22, P, TO), tuple(MESSAGE))));

        assertThat(got.payload().term())
                .isEqualTo(tuple(MESSAGE))
                .isSameAs(got.payload().term());
    }

    @Test
    void shouldRefuseFurtherBytesWhenTheyFollowThePayload() throws ProtocolException {
        byte[] frame = frame(control(22, P, TO), MESSAGE).toByteArray();
        Signal.Send got =
                (Signal.Send) Objects.requireNonNull(decode(Bytes.of(Arrays.copyOf(frame, frame.length + 1))));

        assertThat(got.payload().term()).isNull();
        assertThat(malformed).hasSize(1);
    }
}
