package org.sunda.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.dist.DistributionTest.config;
import static org.sunda.dist.DistributionTest.loopback;
import static org.sunda.dist.DistributionTest.message;
import static org.sunda.dist.RecordingListener.next;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sunda.dist.Handshake.Action;
import org.sunda.dist.Handshake.Event;
import org.sunda.signal.NodeDownException;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;
import org.sunda.term.Terms;

/// Names that one node gives another (protocol section a.4, NAME_ME): both roles, as bytes and with real
/// nodes.
class NameMeTest {
    private static final Atom GIVER = Atom.of("giver@127.0.0.1");
    private static final Cookies SECRET = Cookies.of("secret");
    private static final long FLAGS = Flags.OURS;
    private static final long ASKING = FLAGS | Flags.DFLAG_NAME_ME;

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    private Distribution start(DistributionConfig.Builder config, DistributionListener listener) throws IOException {
        Distribution distribution = new Distribution(config.build(), listener);
        open.add(distribution);
        distribution.start();
        return distribution;
    }

    private Distribution dynamic(int giversPort, DistributionListener listener) throws IOException {
        return start(
                DistributionConfig.dynamic(GIVER, SECRET).withoutEpmd().peer(GIVER, loopback(giversPort)), listener);
    }

    // Two nodes of this kind.

    @Test
    void shouldGiveEachANameOfItsOwnWhenSeveralComeAtOnce() throws Exception {
        RecordingListener atGiver = new RecordingListener();
        Distribution giver = start(config(GIVER), atGiver);

        Set<Atom> names = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            names.add(dynamic(giver.port(), new RecordingListener()).node());
        }

        assertThat(names).hasSize(3);
        Set<String> told = new HashSet<>();
        while (told.size() < names.size()) {
            told.add(next(atGiver.events));
        }
        assertThat(names).allMatch(name -> told.contains("up " + name.text()));
    }

    @Test
    void shouldExchangeSignalsWhenOneIsNamedByTheOther() throws Exception {
        RecordingListener atGiver = new RecordingListener();
        RecordingListener atNamed = new RecordingListener();
        Distribution giver = start(config(GIVER), atGiver);
        Distribution named = dynamic(giver.port(), atNamed);

        named.send(GIVER, message(named.node(), "echo", Terms.atom("hello")));
        assertThat(((Signal.RegSend) next(atGiver.signals)).payload().term()).isEqualTo(Terms.atom("hello"));
        giver.send(named.node(), message(GIVER, "answer", Terms.atom("back")));
        assertThat(((Signal.RegSend) next(atNamed.signals)).payload().term()).isEqualTo(Terms.atom("back"));
        assertThat(giver.connect(named.node()).peerCreation()).isEqualTo(named.creation());
        assertThat(giver.connect(named.node()).hidden()).isTrue();
        assertThat(named.port()).isZero();
    }

    @Test
    void shouldHaveTheSameNameAndAnotherCreationWhenItComesBack() throws Exception {
        RecordingListener atGiver = new RecordingListener();
        Distribution giver = start(config(GIVER), atGiver);
        Distribution first = dynamic(giver.port(), new RecordingListener());
        next(atGiver.events);
        assertThat(giver.disconnect(first.node())).isTrue();

        Distribution second = dynamic(giver.port(), new RecordingListener());

        assertThat(second.node()).isEqualTo(first.node());
        assertThat(second.creation()).isEqualTo(Creation.after(first.creation()));
    }

    @Test
    void shouldEndWithASentenceWhenTheGiverIsGone() throws Exception {
        RecordingListener atNamed = new RecordingListener();
        RecordingListener atOther = new RecordingListener();
        Distribution giver = start(config(GIVER), new RecordingListener());
        Distribution other = start(config(DistributionTest.B), atOther);
        Distribution named = start(
                DistributionConfig.dynamic(GIVER, SECRET)
                        .withoutEpmd()
                        .peer(GIVER, loopback(giver.port()))
                        .peer(DistributionTest.B, loopback(other.port())),
                atNamed);
        named.connect(DistributionTest.B);

        giver.close();

        assertThat(next(atOther.events)).startsWith("up ");
        assertThat(next(atOther.events)).isEqualTo("down " + named.node().text());
        assertThatThrownBy(() -> named.connect(DistributionTest.B))
                .isInstanceOf(NodeDownException.class)
                .hasMessageContaining("had its name from 'giver@127.0.0.1'")
                .hasMessageContaining("start another node");
        named.send(DistributionTest.B, message(named.node(), "x", Terms.atom("lost")));
        assertThat(next(atNamed.undeliverable)).isInstanceOf(Signal.RegSend.class);
    }

    @Test
    void shouldSaySoAtOnceWhenSomebodyConnectsToANameThatWasGiven() throws Exception {
        RecordingListener atGiver = new RecordingListener();
        Distribution giver = start(config(GIVER), atGiver);
        Distribution named = dynamic(giver.port(), new RecordingListener());
        Atom name = named.node();
        next(atGiver.events);
        assertThat(giver.disconnect(name)).isTrue();

        assertThatThrownBy(() -> giver.connect(name))
                .isInstanceOf(NodeDownException.class)
                .hasMessageContaining("listens nowhere");
    }

    @Test
    void shouldGiveNoNameWhenOnlySomePeersAreAllowed() throws Exception {
        Distribution giver = start(config(GIVER).allow(List.of(DistributionTest.B)), new RecordingListener());

        assertThatThrownBy(() -> dynamic(giver.port(), new RecordingListener()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("gets no name from 'giver@127.0.0.1'")
                .hasMessageContaining("not_allowed");
    }

    @Test
    void shouldSayWhyWhenCookiesDifferOrNobodyListens() throws Exception {
        Distribution giver =
                start(DistributionConfig.of(GIVER, Cookies.of("other")).withoutEpmd(), new RecordingListener());

        assertThatThrownBy(() -> dynamic(giver.port(), new RecordingListener())).hasMessageContaining("cookie");
        giver.close();
        assertThatThrownBy(() -> dynamic(giver.port(), new RecordingListener()))
                .hasMessageContaining("gets no name from")
                // A system may take one more connection while the socket closes.
                .hasMessageMatching(".*(nobody answers|closed in the middle of the handshake).*");
    }

    @Test
    void shouldBeRefusedWhenConfigurationContradictsItself() {
        assertThatThrownBy(() -> DistributionConfig.of(Atom.of("undefined@h"), SECRET))
                .hasMessageContaining("Node.dynamic");
        assertThatThrownBy(
                        () -> DistributionConfig.dynamic(GIVER, SECRET).port(1).build())
                .hasMessageContaining("listens nowhere");
    }

    // What a bad giver may say.

    private static InitiatorHandshake asking() {
        Handshake.Self nameless = new Handshake.Self(Atom.of("undefined@h.x"), Creation.NONE, FLAGS);
        InitiatorHandshake handshake = new InitiatorHandshake(nameless, Atom.of("b@h.x"), SECRET, 1);
        List<Action> actions = handshake.on(new Event.Started());
        assertThat(actions).hasSize(1);
        assertThat(Hex.text(((Action.Send) actions.getFirst()).message()))
                .endsWith("00000000" + "0003" + Hex.text("h.x".getBytes(StandardCharsets.US_ASCII)));
        return handshake;
    }

    static Stream<Arguments> badNames() {
        return Stream.of(
                Arguments.of(named("", 9), "name"),
                Arguments.of(named("@h.x", 9), "name"),
                Arguments.of(named("x@", 9), "name"),
                Arguments.of(named("x", 9), "name"),
                Arguments.of(named("x@y@h.x", 9), "name"),
                Arguments.of(named("x".repeat(255) + "@h.x", 9), "255"),
                Arguments.of(named("x@g.x", 9), "not of its host"),
                Arguments.of(named("b@h.x", 9), "its own name"),
                Arguments.of(named("x@h.x", 0), "creation 0"),
                Arguments.of(latin1("snamed:\0\5\u00e9@h.x\0\0\0\1"), "UTF-8"),
                Arguments.of(latin1("snamed:"), "ends in the middle"),
                Arguments.of(latin1("snamed:\0\5x@h.x\0\0\0"), "ends in the middle"),
                Arguments.of(latin1("snamed:\377\377x@h.x\0\0\0\1"), "ends in the middle"),
                Arguments.of(latin1("sok"), "another status"),
                Arguments.of(latin1("salive"), "another status"),
                Arguments.of(latin1("snot_allowed"), "gives this node no name"));
    }

    private static byte[] named(String name, int creation) {
        return new HandshakeMessages.Named(name, creation).encode();
    }

    private static byte[] latin1(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @MethodSource("badNames")
    void shouldBeRefusedWhenTheNameIsNone(byte[] status, String why) {
        List<Action> actions = asking().on(new Event.Received(status));

        assertThat(actions).hasSize(1);
        assertThat(((Action.Refused) actions.getFirst()).sentence()).contains(why);
    }

    @Test
    void shouldHaveTheNameWhenItIsGivenWithAnExtension() {
        InitiatorHandshake handshake = asking();

        assertThat(handshake.on(new Event.Received(latin1("snamed:\0\5x@h.x\0\0\0\11more"))))
                .isEmpty();
        assertThat(handshake.self()).isEqualTo(new Handshake.Self(Atom.of("x@h.x"), 9, FLAGS));
    }

    // What a bad caller may say.

    @ParameterizedTest
    @ValueSource(strings = {"", "x@h.x", "@", "@h.x", "h x", "h\u0000", "\u00e9.x", "h.x\n"})
    void shouldBeRefusedWhenTheHostIsNone(String host) {
        assertThat(lastOf(asked(host))).contains("does not say its host");
    }

    @Test
    void shouldBeRefusedWhenTheHostIsTooLong() {
        assertThat(asked("h." + "x".repeat(238)).getFirst()).isInstanceOf(Action.AskName.class);
        assertThat(lastOf(asked("h." + "x".repeat(239)))).contains("does not say its host");
    }

    @Test
    void shouldExplainWhenTheHostIsOfAnotherKind() {
        assertThat(lastOf(asked("h"))).contains("long name").contains("short name");
    }

    @Test
    void shouldNotBeAllowedWhenAFlagIsMissing() {
        byte[] name = new HandshakeMessages.Name(ASKING & ~Flags.DFLAG_V4_NC, 0, "h.x").encode();

        assertThat(lastOf(acceptor().on(new Event.Received(name)))).contains("[V4_NC]");
    }

    private static AcceptorHandshake acceptor() {
        AcceptorHandshake handshake = new AcceptorHandshake(new Handshake.Self(Atom.of("b@h.x"), 77, FLAGS), SECRET, 2);
        handshake.on(new Event.Started());
        return handshake;
    }

    private static List<Action> asked(String host) {
        return acceptor().on(new Event.Received(new HandshakeMessages.Name(ASKING, 0, host).encode()));
    }

    private static String lastOf(List<Action> actions) {
        return ((Action.Refused) actions.getLast()).sentence();
    }
}
