package org.sunda.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sunda.dist.Handshake.Action;
import org.sunda.dist.Handshake.Event;
import org.sunda.dist.Handshake.Verdict;
import org.sunda.term.Atom;

/// Both roles as tables of events and actions: no socket.
class HandshakeTest {
    private static final Atom J = Atom.of("j@h");
    private static final Atom B = Atom.of("b@h");
    private static final Handshake.Self SELF_J = new Handshake.Self(J, 0x11223344, 0x2d07df5fbdL);
    private static final Handshake.Self SELF_B = new Handshake.Self(B, 0x55667788, 0xd07df7fbdL);
    private static final Cookies SECRET = Cookies.of("secret");

    private static InitiatorHandshake initiator(Cookies cookies) {
        return new InitiatorHandshake(SELF_J, B, cookies, HandshakeMessagesTest.CHALLENGE_A);
    }

    private static AcceptorHandshake acceptor(Cookies cookies) {
        return new AcceptorHandshake(SELF_B, cookies, HandshakeMessagesTest.CHALLENGE_B);
    }

    private static Event received(String hex) {
        return new Event.Received(Hex.bytes(hex));
    }

    private static Event status(String status) {
        return new Event.Received(new HandshakeMessages.Status(status).encode());
    }

    /// Actions as texts: messages in hex.
    private static List<String> on(Handshake handshake, Event event) {
        return handshake.on(event).stream().map(HandshakeTest::text).toList();
    }

    private static String text(Action action) {
        return switch (action) {
            case Action.Send(byte[] message) -> "send " + Hex.text(message);
            case Action.AskTable(Atom peer) -> "ask " + peer;
            case Action.AskName(String host) -> "name? " + host;
            case Action.AskPending() -> "pending?";
            case Action.Claim(Atom peer) -> "claim " + peer;
            case Action.Established(Handshake.Peer peer) -> "established " + peer.node() + " " + peer.creation();
            case Action.GaveWay(String sentence) -> "gave way: " + sentence;
            case Action.Refused(String sentence) -> "refused: " + sentence;
        };
    }

    private static String sends(String hex) {
        return "send " + hex.replace(" ", "");
    }

    private static String sendsStatus(String status) {
        return "send " + Hex.text(new HandshakeMessages.Status(status).encode());
    }

    private static String onlyRefused(List<String> actions) {
        assertThat(actions).hasSize(1);
        assertThat(actions.getFirst()).startsWith("refused: ");
        return actions.getFirst();
    }

    // The initiator.

    @ParameterizedTest
    @ValueSource(strings = {"ok", "ok_simultaneous"})
    void shouldBeEstablishedWhenAcceptorWelcomes(String status) {
        InitiatorHandshake handshake = initiator(SECRET);

        assertThat(on(handshake, new Event.Started())).containsExactly(sends(HandshakeMessagesTest.NAME));
        assertThat(on(handshake, status(status))).isEmpty();
        assertThat(on(handshake, received(HandshakeMessagesTest.CHALLENGE)))
                .containsExactly(sends(HandshakeMessagesTest.REPLY));
        List<Action> last = handshake.on(received(HandshakeMessagesTest.ACK));
        assertThat(last)
                .containsExactly(
                        new Action.Established(new Handshake.Peer(B, 0x55667788, 0x2d07df5fbdL & 0xd07df7fbdL)));
    }

    @Test
    void shouldGoOnWhenAcceptorThinksAnOldConnectionIsAlive() {
        InitiatorHandshake handshake = initiator(SECRET);
        handshake.on(new Event.Started());

        assertThat(on(handshake, status("alive"))).containsExactly("pending?");
        assertThat(on(handshake, new Event.Pending(true))).containsExactly(sendsStatus("true"));
        assertThat(on(handshake, received(HandshakeMessagesTest.CHALLENGE)))
                .containsExactly(sends(HandshakeMessagesTest.REPLY));
        assertThat(on(handshake, received(HandshakeMessagesTest.ACK))).containsExactly("established b@h " + 0x55667788);
    }

    @Test
    void shouldStopWhenAnotherConnectionIsAliveIndeed() {
        InitiatorHandshake handshake = initiator(SECRET);
        handshake.on(new Event.Started());
        handshake.on(status("alive"));

        List<String> actions = on(handshake, new Event.Pending(false));

        assertThat(actions).hasSize(2).startsWith(sendsStatus("false"));
        assertThat(actions.getLast()).startsWith("gave way: ");
    }

    @Test
    void shouldGiveWayWhenAcceptorKeepsItsOwnAttempt() {
        InitiatorHandshake handshake = initiator(SECRET);
        handshake.on(new Event.Started());

        assertThat(on(handshake, status("nok")).getFirst()).startsWith("gave way: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"not_allowed", "bad", "named:", "OK", "ok "})
    void shouldBeRefusedWhenStatusIsNoWelcome(String status) {
        InitiatorHandshake handshake = initiator(SECRET);
        handshake.on(new Event.Started());

        onlyRefused(on(handshake, status(status)));
    }

    @Test
    void shouldSayNameMeWhenAcceptorGivesAName() {
        InitiatorHandshake handshake = initiator(SECRET);
        handshake.on(new Event.Started());

        assertThat(onlyRefused(on(handshake, received("73 6e616d65643a 0003 784068 00000001"))))
                .contains("NAME_ME");
    }

    @Test
    void shouldNotTellTheAcceptorsCookieWhenItProvesAnother() {
        InitiatorHandshake handshake = initiator(Cookies.of("sesame").with(Atom.of("c@h"), "secret"));
        handshake.on(new Event.Started());
        handshake.on(status("ok"));
        handshake.on(received(HandshakeMessagesTest.CHALLENGE));

        assertThat(onlyRefused(on(handshake, received(HandshakeMessagesTest.ACK))))
                .contains("cookie")
                .doesNotContain("sesame")
                .doesNotContain("secret");
    }

    @Test
    void shouldUseThePeersCookieWhenItHasItsOwn() {
        InitiatorHandshake handshake = initiator(Cookies.of("other").with(B, "secret"));
        handshake.on(new Event.Started());
        handshake.on(status("ok"));
        handshake.on(received(HandshakeMessagesTest.CHALLENGE));

        assertThat(on(handshake, received(HandshakeMessagesTest.ACK)).getFirst())
                .startsWith("established");
    }

    @Test
    void shouldBeRefusedWhenAnotherNodeAnswers() {
        InitiatorHandshake handshake = initiator(SECRET);
        handshake.on(new Event.Started());
        handshake.on(status("ok"));
        byte[] other = new HandshakeMessages.Challenge(SELF_B.flags(), 1, 1, "c@h").encode();

        assertThat(onlyRefused(on(handshake, new Event.Received(other))))
                .contains("b@h")
                .contains("c@h");
    }

    @Test
    void shouldNameTheFlagsWhenAcceptorLacksThem() {
        InitiatorHandshake handshake = initiator(SECRET);
        handshake.on(new Event.Started());
        handshake.on(status("ok"));
        byte[] old = new HandshakeMessages.Challenge(SELF_B.flags() & ~Flags.DFLAG_V4_NC, 1, 1, "b@h").encode();

        assertThat(onlyRefused(on(handshake, new Event.Received(old)))).contains("[V4_NC]");
    }

    @Test
    void shouldBlameTheCookieWhenAcceptorClosesAfterTheReply() {
        InitiatorHandshake handshake = initiator(SECRET);
        handshake.on(new Event.Started());
        assertThat(handshake.closedNow()).doesNotContain("cookie");
        handshake.on(status("ok"));
        handshake.on(received(HandshakeMessagesTest.CHALLENGE));

        assertThat(handshake.closedNow()).contains("cookie");
    }

    // The acceptor.

    private static AcceptorHandshake asked(Cookies cookies) {
        AcceptorHandshake handshake = acceptor(cookies);
        assertThat(on(handshake, new Event.Started())).isEmpty();
        assertThat(on(handshake, received(HandshakeMessagesTest.NAME))).containsExactly("ask j@h");
        return handshake;
    }

    private static String challenge() {
        return sends(HandshakeMessagesTest.CHALLENGE);
    }

    @ParameterizedTest
    @EnumSource(
            value = Verdict.class,
            names = {"OK", "OK_SIMULTANEOUS"})
    void shouldBeEstablishedWhenTableWelcomes(Verdict verdict) {
        AcceptorHandshake handshake = asked(SECRET);

        assertThat(on(handshake, new Event.Decided(verdict)))
                .containsExactly(sendsStatus(verdict == Verdict.OK ? "ok" : "ok_simultaneous"), challenge());
        assertThat(on(handshake, received(HandshakeMessagesTest.REPLY))).containsExactly("claim j@h");
        assertThat(on(handshake, new Event.Claimed()))
                .containsExactly(sends(HandshakeMessagesTest.ACK), "established j@h " + 0x11223344);
    }

    @Test
    void shouldClaimOnlyAfterTheProofWhenOldConnectionIsAlive() {
        AcceptorHandshake handshake = asked(SECRET);

        assertThat(on(handshake, new Event.Decided(Verdict.ALIVE))).containsExactly(sendsStatus("alive"));
        assertThat(on(handshake, status("true"))).containsExactly(challenge());
        assertThat(on(handshake, received(HandshakeMessagesTest.REPLY))).containsExactly("claim j@h");
    }

    @Test
    void shouldGiveWayWhenPeerTakesBackAnAliveConnection() {
        AcceptorHandshake handshake = asked(SECRET);
        handshake.on(new Event.Decided(Verdict.ALIVE));

        assertThat(on(handshake, status("false")).getFirst()).startsWith("gave way: ");
    }

    @Test
    void shouldBeRefusedWhenAliveIsAnsweredWithNonsense() {
        AcceptorHandshake handshake = asked(SECRET);
        handshake.on(new Event.Decided(Verdict.ALIVE));

        assertThat(onlyRefused(on(handshake, status("maybe")))).contains("2b");
    }

    @Test
    void shouldSayNokWhenOwnAttemptGoesOn() {
        List<String> actions = on(asked(SECRET), new Event.Decided(Verdict.NOK));

        assertThat(actions.getFirst()).isEqualTo(sendsStatus("nok"));
        assertThat(actions.getLast()).startsWith("gave way: ");
    }

    @Test
    void shouldSayNotAllowedWhenTableRefuses() {
        List<String> actions = on(asked(SECRET), new Event.Decided(Verdict.NOT_ALLOWED));

        assertThat(actions.getFirst()).isEqualTo(sendsStatus("not_allowed"));
        assertThat(actions.getLast()).startsWith("refused: ");
    }

    @Test
    void shouldBeRefusedWithoutAnAckWhenCookieDiffers() {
        AcceptorHandshake handshake = asked(Cookies.of("sesame"));
        handshake.on(new Event.Decided(Verdict.OK));

        assertThat(onlyRefused(on(handshake, received(HandshakeMessagesTest.REPLY))))
                .contains("cookie")
                .doesNotContain("sesame");
    }

    @ParameterizedTest
    @ValueSource(strings = {"b@h", "c@host.example.org", "nohost", "@h"})
    void shouldNotBeAllowedWhenNameDoesNotFit(String name) {
        AcceptorHandshake handshake = acceptor(SECRET);
        handshake.on(new Event.Started());
        byte[] message = new HandshakeMessages.Name(SELF_J.flags(), 1, name).encode();

        assertThat(on(handshake, new Event.Received(message)).getLast()).startsWith("refused: ");
    }

    @Test
    void shouldExplainWhenLongAndShortNamesMeet() {
        AcceptorHandshake handshake = acceptor(SECRET);
        handshake.on(new Event.Started());
        byte[] message = new HandshakeMessages.Name(SELF_J.flags(), 1, "j@host.example.org").encode();

        List<String> actions = on(handshake, new Event.Received(message));

        assertThat(actions.getFirst()).isEqualTo(sendsStatus("not_allowed"));
        assertThat(actions.getLast())
                .contains("long name")
                .contains("short name")
                .contains("-sname");
    }

    @Test
    void shouldNotBeAllowedWhenFlagsAreMissing() {
        AcceptorHandshake handshake = acceptor(SECRET);
        handshake.on(new Event.Started());
        long flags = SELF_J.flags() & ~Flags.DFLAG_UNLINK_ID & ~Flags.DFLAG_V4_NC;
        byte[] message = new HandshakeMessages.Name(flags, 1, "j@h").encode();

        List<String> actions = on(handshake, new Event.Received(message));

        assertThat(actions.getFirst()).isEqualTo(sendsStatus("not_allowed"));
        assertThat(actions.getLast()).contains("[UNLINK_ID, V4_NC]");
    }

    @Test
    void shouldGiveANameWhenPeerAsksForOne() {
        AcceptorHandshake handshake = acceptor(SECRET);
        handshake.on(new Event.Started());
        byte[] message = new HandshakeMessages.Name(SELF_J.flags() | Flags.DFLAG_NAME_ME, 0, "h").encode();

        assertThat(on(handshake, new Event.Received(message))).containsExactly("name? h");
        long flags = SELF_B.flags() & ~Flags.DFLAG_PUBLISHED | Flags.DFLAG_NAME_ME;
        byte[] challenge =
                new HandshakeMessages.Challenge(flags, HandshakeMessagesTest.CHALLENGE_B, 0x55667788, "b@h").encode();
        assertThat(on(handshake, new Event.Named(J, 0x11223344)))
                .containsExactly(sends("73 6e616d65643a 0003 6a4068 11223344"), "send " + Hex.text(challenge));
        assertThat(on(handshake, received(HandshakeMessagesTest.REPLY))).containsExactly("claim j@h");
        assertThat(on(handshake, new Event.Claimed()).getLast()).isEqualTo("established j@h " + 0x11223344);
    }

    @Test
    void shouldNotBeAllowedWhenTableGivesNoName() {
        AcceptorHandshake handshake = acceptor(SECRET);
        handshake.on(new Event.Started());
        handshake.on(
                new Event.Received(new HandshakeMessages.Name(SELF_J.flags() | Flags.DFLAG_NAME_ME, 0, "h").encode()));

        List<String> actions = on(handshake, new Event.Decided(Verdict.NOT_ALLOWED));

        assertThat(actions.getFirst()).isEqualTo(sendsStatus("not_allowed"));
        assertThat(actions.getLast()).startsWith("refused: ");
    }

    @Test
    void shouldBeRefusedWhenPeerConnectsToItself() {
        InitiatorHandshake handshake = new InitiatorHandshake(SELF_J, J, SECRET, 1);

        assertThat(onlyRefused(on(handshake, new Event.Started()))).contains("this node itself");
    }

    // Both.

    /// Every message of a whole handshake, cut short at every byte, ends it; nothing cut short is taken for a
    /// whole one.
    @Test
    void shouldBeRefusedWhenAnyMessageIsCutShort() {
        for (String hex : List.of(HandshakeMessagesTest.CHALLENGE, HandshakeMessagesTest.ACK)) {
            for (byte[] prefix : prefixes(hex)) {
                InitiatorHandshake handshake = initiator(SECRET);
                handshake.on(new Event.Started());
                handshake.on(status("ok"));
                if (hex.equals(HandshakeMessagesTest.ACK)) {
                    handshake.on(received(HandshakeMessagesTest.CHALLENGE));
                }
                onlyRefused(on(handshake, new Event.Received(prefix)));
            }
        }
        for (byte[] prefix : prefixes(HandshakeMessagesTest.NAME)) {
            AcceptorHandshake handshake = acceptor(SECRET);
            handshake.on(new Event.Started());
            onlyRefused(on(handshake, new Event.Received(prefix)));
        }
        for (byte[] prefix : prefixes(HandshakeMessagesTest.REPLY)) {
            AcceptorHandshake handshake = asked(SECRET);
            handshake.on(new Event.Decided(Verdict.OK));
            onlyRefused(on(handshake, new Event.Received(prefix)));
        }
    }

    private static List<byte[]> prefixes(String hex) {
        byte[] whole = Hex.bytes(hex);
        List<byte[]> prefixes = new ArrayList<>();
        for (int length = 0; length < whole.length; length++) {
            prefixes.add(Arrays.copyOf(whole, length));
        }
        return prefixes;
    }

    @Test
    void shouldComplainOfTheDriverWhenEventAnswersNothing() {
        InitiatorHandshake initiator = initiator(SECRET);
        assertThatThrownBy(() -> initiator.on(new Event.Claimed())).isInstanceOf(IllegalStateException.class);
        AcceptorHandshake acceptor = acceptor(SECRET);
        assertThatThrownBy(() -> acceptor.on(new Event.Decided(Verdict.OK))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldEstablishEachOtherWhenBothRolesTalk() {
        InitiatorHandshake a = initiator(SECRET);
        AcceptorHandshake b = acceptor(SECRET);
        List<Action> toB = new ArrayList<>(a.on(new Event.Started()));
        List<Action> toA = new ArrayList<>(b.on(new Event.Started()));
        List<Handshake.Peer> established = new ArrayList<>();
        while (!toA.isEmpty() || !toB.isEmpty()) {
            toB.addAll(pump(toA, a, established));
            toA.addAll(pump(toB, b, established));
        }
        assertThat(established).extracting(Handshake.Peer::node).containsExactlyInAnyOrder(J, B);
        assertThat(established).extracting(Handshake.Peer::flags).containsOnly(SELF_J.flags() & SELF_B.flags());
    }

    /// Feeds the messages among `actions` to the other side, and the answers of a table to the one that
    /// asked.
    private static List<Action> pump(List<Action> actions, Handshake other, List<Handshake.Peer> established) {
        List<Action> answers = new ArrayList<>();
        for (Action action : List.copyOf(actions)) {
            if (action instanceof Action.Send(byte[] message)) {
                answers.addAll(other.on(new Event.Received(message)));
            }
        }
        actions.clear();
        List<Action> own = new ArrayList<>();
        for (Action action : answers) {
            switch (action) {
                case Action.AskTable _ -> own.addAll(other.on(new Event.Decided(Verdict.OK)));
                case Action.Claim _ -> own.addAll(other.on(new Event.Claimed()));
                case Action.Established(Handshake.Peer peer) -> established.add(peer);
                case Action.AskName(String host) -> own.addAll(other.on(new Event.Named(Atom.of("x@" + host), 9)));
                case Action.Send _, Action.AskPending _, Action.GaveWay _, Action.Refused _ -> own.add(action);
            }
        }
        own.removeIf(action -> action instanceof Action.Established(Handshake.Peer peer) && established.add(peer));
        return own;
    }
}
