package org.sunda.dist;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;

/// The handshake of the node that is connected to: side B of protocol section a.4.
///
/// An older connection to the same peer is left alone until the peer has proved the cookie.
final class AcceptorHandshake implements Handshake {
    private enum State {
        START,
        AWAIT_NAME,
        AWAIT_VERDICT,
        AWAIT_ALIVE_ANSWER,
        AWAIT_REPLY,
        AWAIT_CLAIM,
        OVER
    }

    private final Self self;
    private final Cookies cookies;
    private final int challenge;

    private State state = State.START;

    /// Whether the peer asked for a name.
    private boolean isNameless;

    /// Known once it has said its name.
    private @Nullable Peer caller;

    /// The peer's challenge.
    private int theirs;

    /// @param challenge what the peer has to prove the cookie with: a fresh random number
    AcceptorHandshake(Self self, Cookies cookies, int challenge) {
        this.self = self;
        this.cookies = cookies;
        this.challenge = challenge;
    }

    @Override
    public List<Action> on(Event event) {
        try {
            return switch (event) {
                case Event.Started()
                when state == State.START -> {
                    state = State.AWAIT_NAME;
                    yield List.of();
                }
                case Event.Received(byte[] message) when state == State.AWAIT_NAME -> name(message);
                case Event.Decided(Verdict verdict) when state == State.AWAIT_VERDICT -> verdict(caller(), verdict);
                case Event.Named(Atom node, int creation)
                when state == State.AWAIT_VERDICT -> named(caller(), node, creation);
                case Event.Received(byte[] message)
                when state == State.AWAIT_ALIVE_ANSWER -> aliveAnswer(caller(), message);
                case Event.Received(byte[] message) when state == State.AWAIT_REPLY -> reply(caller(), message);
                case Event.Claimed() when state == State.AWAIT_CLAIM -> claimed(caller());
                case Event.Started _, Event.Received _, Event.Decided _, Event.Named _ ->
                    throw new IllegalStateException(event + " in state " + state);
                case Event.Pending _, Event.Claimed _ -> throw new IllegalStateException(event + " in state " + state);
            };
        } catch (HandshakeException e) {
            state = State.OVER;
            return List.of(new Action.Refused(e.sentence()));
        }
    }

    @Override
    public String closedNow() {
        return switch (state) {
            case START, AWAIT_NAME -> "a caller closed before it said its name";
            case AWAIT_REPLY ->
                caller().node() + " closed when it should prove the cookie: it does not accept our name or flags";
            case AWAIT_VERDICT, AWAIT_ALIVE_ANSWER, AWAIT_CLAIM, OVER ->
                caller().node() + " closed in the middle of the handshake";
        };
    }

    private List<Action> name(byte[] message) throws HandshakeException {
        HandshakeMessages.Name name = HandshakeMessages.Name.decode(message);
        isNameless = Flags.has(name.flags(), Flags.DFLAG_NAME_ME);
        Atom node = isNameless ? HandshakeMessages.nameless(name.name()) : HandshakeMessages.node(name.name());
        long flags = Flags.expand(name.flags());
        List<String> missing = Flags.missing(flags);
        if (!missing.isEmpty()) {
            return notAllowed(node + " lacks the distribution flags " + missing
                    + ", which OTP 26 and this node need (protocol section a.1)");
        }
        try {
            Handshake.requireSuitable(self, node);
        } catch (HandshakeException e) {
            return notAllowed(e.sentence());
        }
        caller = new Peer(node, name.creation(), self.flags() & flags);
        state = State.AWAIT_VERDICT;
        return List.of(isNameless ? new Action.AskName(name.name()) : new Action.AskTable(node));
    }

    private List<Action> named(Peer caller, Atom node, int creation) {
        this.caller = new Peer(node, creation, caller.flags());
        byte[] status = new HandshakeMessages.Named(node.text(), creation).encode();
        return List.of(new Action.Send(status), sendChallenge());
    }

    private List<Action> verdict(Peer caller, Verdict verdict) {
        Atom node = caller.node();
        return switch (verdict) {
            case OK -> List.of(status(HandshakeMessages.OK), sendChallenge());
            case OK_SIMULTANEOUS -> List.of(status(HandshakeMessages.OK_SIMULTANEOUS), sendChallenge());
            case ALIVE -> {
                state = State.AWAIT_ALIVE_ANSWER;
                yield List.of(status(HandshakeMessages.ALIVE));
            }
            case NOK -> {
                state = State.OVER;
                yield List.of(
                        status(HandshakeMessages.NOK),
                        new Action.GaveWay("this node connects to " + node + " itself and keeps that attempt"));
            }
            case NOT_ALLOWED ->
                notAllowed(
                        node + " may not connect: it is not among the peers that this node allows, or this node stops");
        };
    }

    private List<Action> aliveAnswer(Peer caller, byte[] message) throws HandshakeException {
        String answer = HandshakeMessages.Status.decode(message).text();
        return switch (answer) {
            case HandshakeMessages.TRUE -> List.of(sendChallenge());
            case HandshakeMessages.FALSE -> {
                state = State.OVER;
                yield List.of(new Action.GaveWay(caller.node() + " gives up a second connection, the first one stays"));
            }
            default ->
                throw new HandshakeException(caller.node()
                        + " answered the status alive with neither true nor false (protocol section a.4, step 2b)");
        };
    }

    private List<Action> reply(Peer caller, byte[] message) throws HandshakeException {
        HandshakeMessages.ChallengeReply reply = HandshakeMessages.ChallengeReply.decode(message);
        Atom node = caller.node();
        if (!Handshake.proves(reply.digest(), cookies.bytesFor(caller.node()), challenge)) {
            throw new HandshakeException(node + " has another cookie than this node has for it: make them the same");
        }
        theirs = reply.challenge();
        state = State.AWAIT_CLAIM;
        return List.of(new Action.Claim(node));
    }

    private List<Action> claimed(Peer caller) {
        state = State.OVER;
        byte[] proof = HandshakeMessages.digest(cookies.bytesFor(caller.node()), theirs);
        return List.of(
                new Action.Send(new HandshakeMessages.ChallengeAck(proof).encode()), new Action.Established(caller));
    }

    private Action sendChallenge() {
        state = State.AWAIT_REPLY;
        // As a BEAM: who is given a name hears NAME_ME, and hears it in the place of PUBLISHED.
        long flags = isNameless ? self.flags() & ~Flags.DFLAG_PUBLISHED | Flags.DFLAG_NAME_ME : self.flags();
        return new Action.Send(new HandshakeMessages.Challenge(
                        flags, challenge, self.creation(), self.node().text())
                .encode());
    }

    private List<Action> notAllowed(String sentence) {
        state = State.OVER;
        return List.of(status(HandshakeMessages.NOT_ALLOWED), new Action.Refused(sentence));
    }

    private Peer caller() {
        if (caller == null) {
            throw new IllegalStateException("no name yet in state " + state);
        }
        return caller;
    }

    private static Action status(String status) {
        return new Action.Send(new HandshakeMessages.Status(status).encode());
    }
}
