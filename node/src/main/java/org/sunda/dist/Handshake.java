package org.sunda.dist;

import java.security.MessageDigest;
import java.util.List;
import org.sunda.term.Atom;

/// The handshake (protocol section a.4) as a pure state machine: events go in, actions come out, and
/// nothing here knows a socket, a clock or a source of randomness. Who drives it does the actions in
/// their order and feeds what comes of them back. After [Action.Established], [Action.Refused] or
/// [Action.GaveWay] it is over.
///
/// For one thread at a time.
// A message is sent or read once and never compared, so the arrays do no harm in records.
@SuppressWarnings("ArrayRecordComponent")
sealed interface Handshake permits InitiatorHandshake, AcceptorHandshake {

    /// This node, as it shows itself in the handshake.
    ///
    /// @param creation [Creation#NONE] while the node has no name of its own and asks for one
    record Self(Atom node, int creation, long flags) {
        boolean isNameless() {
            return creation == Creation.NONE;
        }
    }

    /// The peer, authenticated.
    ///
    /// @param flags what both nodes can do
    record Peer(Atom node, int creation, long flags) {
        /// Whether one of both nodes is a hidden one.
        boolean hidden() {
            return !Flags.has(flags, Flags.DFLAG_PUBLISHED);
        }
    }

    /// What the table of peers says of a connection that a peer wants to make.
    enum Verdict {
        /// Welcome.
        OK,
        /// Welcome; this node's own attempt gives way to it.
        OK_SIMULTANEOUS,
        /// This node's own attempt goes on, the peer's gives way.
        NOK,
        /// There is a connection already. Only a peer that says, and proves, that it knows of none may
        /// replace it.
        ALIVE,
        /// This node takes no connection from that peer, or none at all now.
        NOT_ALLOWED
    }

    /// What happens to a handshake.
    sealed interface Event {
        /// The connection stands, nothing has been said.
        record Started() implements Event {}

        /// A whole message came, without its length.
        record Received(byte[] message) implements Event {}

        /// Answers [Action.AskTable].
        record Decided(Verdict verdict) implements Event {}

        /// Answers [Action.AskName]: what the peer is called from now on.
        record Named(Atom node, int creation) implements Event {}

        /// Answers [Action.AskPending]: whether this attempt is still the way to reach the peer.
        record Pending(boolean yes) implements Event {}

        /// Answers [Action.Claim]: the peer's place in the table is this connection's, and no other is
        /// left.
        record Claimed() implements Event {}
    }

    /// What is to be done.
    sealed interface Action {
        /// Send a message; its length comes before it.
        record Send(byte[] message) implements Action {}

        /// Ask the table of peers what to answer to this peer, which is not authenticated yet.
        record AskTable(Atom peer) implements Action {}

        /// Ask the table of peers for a name for a peer of that host, which is not authenticated yet; it
        /// may answer by [Event.Decided] instead.
        record AskName(String host) implements Action {}

        /// Ask the table of peers whether this attempt still matters: the peer thinks that there is a
        /// connection.
        record AskPending() implements Action {}

        /// The peer has proved who it is: take its place in the table, and end an older connection that
        /// holds it.
        record Claim(Atom peer) implements Action {}

        /// The connection stands.
        record Established(Peer peer) implements Action {}

        /// Close: both nodes connected at once, and the other connection is the one that stays.
        record GaveWay(String sentence) implements Action {}

        /// Close, for the reason in that sentence.
        record Refused(String sentence) implements Action {}
    }

    /// Takes an event and answers what to do about it.
    ///
    /// @throws IllegalStateException when the driver feeds an event that answers no action
    List<Action> on(Event event);

    /// What it means when the peer closes the connection now: one sentence.
    String closedNow();

    /// Whether a digest proves the cookie, in a time that does not tell where it differs.
    static boolean proves(byte[] digest, byte[] cookie, int challenge) {
        return MessageDigest.isEqual(HandshakeMessages.digest(cookie, challenge), digest);
    }

    /// Refuses peers that can never be in one cluster with this node.
    static void requireSuitable(Self self, Atom peer) throws HandshakeException {
        if (peer.equals(self.node())) {
            throw new HandshakeException("the peer has the name of this node itself, " + peer);
        }
        NodeName own = NodeName.of(self.node());
        NodeName other = NodeName.of(peer);
        if (own.isLong() != other.isLong()) {
            throw new HandshakeException(peer + " is " + other.kind() + ", but this node, " + self.node() + ", has "
                    + own.kind() + ": all nodes of a cluster must have the same kind");
        }
    }
}
