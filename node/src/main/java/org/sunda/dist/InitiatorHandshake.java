package org.sunda.dist;

import java.util.List;
import org.sunda.term.Atom;

/// The handshake of the node that connects: side A of protocol section a.4.
final class InitiatorHandshake implements Handshake {
    private enum State {
        START,
        AWAIT_STATUS,
        AWAIT_PENDING,
        AWAIT_CHALLENGE,
        AWAIT_ACK,
        OVER
    }

    private final Atom peer;
    private final byte[] cookie;
    private final int challenge;

    private State state = State.START;
    private Self self;
    private int peerCreation;
    private long flags;

    /// @param challenge what the peer has to prove the cookie with: a fresh random number
    InitiatorHandshake(Self self, Atom peer, Cookies cookies, int challenge) {
        this.self = self;
        this.peer = peer;
        this.cookie = cookies.bytesFor(peer);
        this.challenge = challenge;
    }

    @Override
    public List<Action> on(Event event) {
        try {
            return switch (event) {
                case Event.Started() when state == State.START -> start();
                case Event.Received(byte[] message) when state == State.AWAIT_STATUS -> status(message);
                case Event.Pending(boolean yes) when state == State.AWAIT_PENDING -> pending(yes);
                case Event.Received(byte[] message) when state == State.AWAIT_CHALLENGE -> challenge(message);
                case Event.Received(byte[] message) when state == State.AWAIT_ACK -> ack(message);
                case Event.Started _, Event.Received _, Event.Decided _, Event.Named _ ->
                    throw new IllegalStateException(event + " in state " + state);
                case Event.Pending _, Event.Claimed _ -> throw new IllegalStateException(event + " in state " + state);
            };
        } catch (HandshakeException e) {
            return over(new Action.Refused(e.sentence()));
        }
    }

    /// This node; once the handshake is over it has a name, also if it had none before.
    Self self() {
        return self;
    }

    @Override
    public String closedNow() {
        return switch (state) {
            case AWAIT_ACK ->
                peer + " closed after it saw our proof of the cookie: as a rule the cookies of both nodes differ";
            case START, AWAIT_STATUS, AWAIT_PENDING, AWAIT_CHALLENGE, OVER ->
                peer + " closed in the middle of the handshake";
        };
    }

    private List<Action> start() throws HandshakeException {
        Handshake.requireSuitable(self, peer);
        state = State.AWAIT_STATUS;
        return List.of(new Action.Send(name().encode()));
    }

    private HandshakeMessages.Name name() {
        if (self.isNameless()) {
            long flags = self.flags() & ~Flags.DFLAG_PUBLISHED | Flags.DFLAG_NAME_ME;
            return new HandshakeMessages.Name(
                    flags, Creation.NONE, NodeName.of(self.node()).host());
        }
        return new HandshakeMessages.Name(
                self.flags(), self.creation(), self.node().text());
    }

    private List<Action> status(byte[] message) throws HandshakeException {
        if (self.isNameless()) {
            return named(message);
        }
        String status = HandshakeMessages.Status.decode(message).text();
        return switch (status) {
            case HandshakeMessages.OK, HandshakeMessages.OK_SIMULTANEOUS -> {
                state = State.AWAIT_CHALLENGE;
                yield List.of();
            }
            case HandshakeMessages.ALIVE -> {
                state = State.AWAIT_PENDING;
                yield List.of(new Action.AskPending());
            }
            case HandshakeMessages.NOK ->
                over(new Action.GaveWay(peer + " connects to this node at the same time and keeps its own attempt"));
            case HandshakeMessages.NOT_ALLOWED ->
                throw new HandshakeException(peer + " does not allow this node to connect (status not_allowed): it "
                        + "misses a distribution flag or keeps a list of allowed nodes");
            default -> throw unexpected(status);
        };
    }

    private List<Action> named(byte[] message) throws HandshakeException {
        if (!HandshakeMessages.Named.is(message)) {
            String status = HandshakeMessages.Status.decode(message).text();
            throw new HandshakeException(
                    status.equals(HandshakeMessages.NOT_ALLOWED)
                            ? peer + " gives this node no name (status not_allowed): it keeps a list of allowed nodes, "
                                    + "or gives no names"
                            : peer + " was asked for a name and answers with another status "
                                    + "(protocol section a.4, NAME_ME)");
        }
        HandshakeMessages.Named given = HandshakeMessages.Named.decode(message);
        Atom node = HandshakeMessages.node(given.name());
        String host = NodeName.of(self.node()).host();
        if (!NodeName.of(node).host().equals(host)) {
            throw new HandshakeException(peer + " gives this node the name " + node + ", which is not of its host "
                    + host + " (protocol section a.4, NAME_ME)");
        }
        if (node.equals(peer)) {
            throw new HandshakeException(peer + " gives this node its own name (protocol section a.4, NAME_ME)");
        }
        if (given.creation() == Creation.NONE) {
            throw new HandshakeException(
                    peer + " gives this node a name with creation 0, which is none (protocol section a.4, NAME_ME)");
        }
        self = new Self(node, given.creation(), self.flags());
        state = State.AWAIT_CHALLENGE;
        return List.of();
    }

    private static HandshakeException unexpected(String status) {
        return new HandshakeException(
                status.startsWith(HandshakeMessages.NAMED)
                        ? "the peer gives this node a name, which it has not asked for (protocol section a.4, NAME_ME)"
                        : "the peer answers with a status of " + status.length()
                                + " characters that is none of protocol section a.4");
    }

    private List<Action> pending(boolean yes) {
        if (yes) {
            state = State.AWAIT_CHALLENGE;
            return List.of(send(HandshakeMessages.TRUE));
        }
        state = State.OVER;
        return List.of(
                send(HandshakeMessages.FALSE),
                new Action.GaveWay("the connection that " + peer + " made meanwhile stays"));
    }

    private List<Action> challenge(byte[] message) throws HandshakeException {
        HandshakeMessages.Challenge theirs = HandshakeMessages.Challenge.decode(message);
        Atom answering = HandshakeMessages.node(theirs.name());
        if (!answering.equals(peer)) {
            throw new HandshakeException("at the address of " + peer + " answers " + answering
                    + " instead: another node has its port now, or epmd is wrong");
        }
        long theirFlags = Flags.expand(theirs.flags());
        List<String> missing = Flags.missing(theirFlags);
        if (!missing.isEmpty()) {
            throw new HandshakeException(peer + " lacks the distribution flags " + missing
                    + ", which OTP 26 and this node need (protocol section a.1)");
        }
        peerCreation = theirs.creation();
        flags = theirFlags;
        state = State.AWAIT_ACK;
        byte[] proof = HandshakeMessages.digest(cookie, theirs.challenge());
        return List.of(new Action.Send(new HandshakeMessages.ChallengeReply(challenge, proof).encode()));
    }

    private List<Action> ack(byte[] message) throws HandshakeException {
        HandshakeMessages.ChallengeAck theirs = HandshakeMessages.ChallengeAck.decode(message);
        if (!Handshake.proves(theirs.digest(), cookie, challenge)) {
            throw new HandshakeException(peer + " took our cookie but does not prove it itself");
        }
        return over(new Action.Established(new Peer(peer, peerCreation, self.flags() & flags)));
    }

    private List<Action> over(Action last) {
        state = State.OVER;
        return List.of(last);
    }

    private static Action send(String status) {
        return new Action.Send(new HandshakeMessages.Status(status).encode());
    }
}
