package org.sunda.dist;

import java.net.ProtocolException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sunda.etf.MalformedTermException;
import org.sunda.etf.Tags;
import org.sunda.etf.TermReader;
import org.sunda.signal.Payload;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;

/// Turns messages into signals (protocol section b.1). Pure.
///
/// As strict as a BEAM: the arity must be right, each element of its type, a sender that the answer goes to
/// must be a pid of the peer, and the receiver one of this node (of any incarnation).
final class ControlDecoder {
    /// Spawn flags are a small number of bits (protocol section b.7).
    private static final long MOST_SPAWN_FLAGS = (1 << 27) - 1;

    private static final long SPAWNED_WITH_LINK = 1;
    private static final long SPAWNED_WITH_MONITOR = 2;
    private static final int MFA_ARITY = 3;
    private static final int ALTACT_TOKEN = 2;
    private static final int ALTACT_ALIAS = 4;
    private static final int ALTACT_NAME = 8;
    private static final int ALTACT_EXIT = 16;
    private static final Atom BADOPT = Atom.of("badopt");

    private final Atom self;
    private final Atom peer;
    private final Payloads payloads;

    /// Takes what is answered at once, without the receiver.
    private final Consumer<Signal> answers;

    ControlDecoder(Atom self, Atom peer, Payloads payloads, Consumer<Signal> answers) {
        this.self = self;
        this.peer = peer;
        this.payloads = payloads;
        this.answers = answers;
    }

    /// The signal in a message, or null when it asks for nothing.
    ///
    /// @throws ProtocolException when a peer must not send this; one sentence says why
    @Nullable
    Signal decode(Packet packet) throws ProtocolException {
        ControlOp op = null;
        try {
            TermReader reader = packet.control();
            int arity = reader.readTupleHeader();
            op = op(arity, reader);
            Signal signal = signal(op, arity, reader, packet);
            if (!op.hasPayload() && reader.remaining() > 0) {
                throw new ProtocolException(reader.remaining() + " bytes follow a control message " + op
                        + ", which has no payload (protocol section b.1)");
            }
            return signal;
        } catch (MalformedTermException e) {
            throw new ProtocolException("a control message" + (op == null ? "" : " " + op) + " is malformed: "
                    + e.getMessage() + " (protocol section b.1)");
        }
    }

    private static ControlOp op(int arity, TermReader reader) throws ProtocolException {
        if (arity == 0) {
            throw new ProtocolException("a control message is an empty tuple (protocol section b.1)");
        }
        long number = reader.readLong();
        ControlOp op = number < 0 || number > Byte.MAX_VALUE ? null : ControlOp.of((int) number);
        if (op == null) {
            throw new ProtocolException("there is no control message " + number + " (protocol section b.1)");
        }
        if (op.arity() != arity && (op != ControlOp.ALTACT_SIG_SEND || arity < op.arity())) {
            throw new ProtocolException("a control message " + op + " is a tuple of " + op.arity() + ", but came with "
                    + arity + " elements (protocol section b.1)");
        }
        return op;
    }

    private @Nullable Signal signal(ControlOp op, int arity, TermReader reader, Packet in) throws ProtocolException {
        return switch (op) {
            case LINK -> new Signal.Link(sender(op, reader), receiver(op, reader));
            case UNLINK ->
                throw new ProtocolException(
                        "a control message UNLINK came: with UNLINK_ID agreed it is invalid (protocol section b.1)");
            case NODE_LINK -> null;
            case UNLINK_ID -> unlink(reader);
            case UNLINK_ID_ACK ->
                new Signal.UnlinkAck(reader.readUnsignedLong(), sender(op, reader), receiver(op, reader));
            case SEND, SEND_TT -> {
                skipCookie(reader);
                yield send(op, nobody(), reader, in);
            }
            case SEND_SENDER, SEND_SENDER_TT -> send(op, reader.readPid(), reader, in);
            case REG_SEND, REG_SEND_TT -> regSend(op, reader, in);
            case ALIAS_SEND, ALIAS_SEND_TT -> aliasSend(op, reader, in);
            case EXIT, EXIT_TT, PAYLOAD_EXIT, PAYLOAD_EXIT_TT -> {
                Pid from = sender(op, reader);
                yield new Signal.Exit(from, receiver(op, reader), reason(op, reader, in));
            }
            case EXIT2, EXIT2_TT, PAYLOAD_EXIT2, PAYLOAD_EXIT2_TT -> {
                Pid from = sender(op, reader);
                yield new Signal.Exit2(from, receiver(op, reader), reason(op, reader, in));
            }
            case MONITOR_P -> new Signal.Monitor(sender(op, reader), watched(op, reader), reader.readRef());
            case DEMONITOR_P -> new Signal.Demonitor(sender(op, reader), watched(op, reader), reader.readRef());
            case MONITOR_P_EXIT, PAYLOAD_MONITOR_P_EXIT -> {
                Term from = isAtom(reader.peekTag()) ? reader.readAtom() : sender(op, reader);
                Pid to = receiver(op, reader);
                yield new Signal.Down(from, to, reader.readRef(), reason(op, reader, in));
            }
            case GROUP_LEADER -> groupLeader(reader);
            case SPAWN_REQUEST, SPAWN_REQUEST_TT -> spawnRequest(op, reader, in);
            case SPAWN_REPLY, SPAWN_REPLY_TT -> spawnReply(op, reader);
            case ALTACT_SIG_SEND -> altact(arity, reader, in);
        };
    }

    private Signal unlink(TermReader reader) throws ProtocolException {
        long id = reader.readUnsignedLong();
        if (id == 0) {
            throw new ProtocolException("the id in UNLINK_ID is 0, but starts at 1 (protocol section b.1)");
        }
        return new Signal.Unlink(id, sender(ControlOp.UNLINK_ID, reader), receiver(ControlOp.UNLINK_ID, reader));
    }

    private @Nullable Signal send(ControlOp op, Pid from, TermReader reader, Packet in) throws ProtocolException {
        Pid to = reader.readPid();
        Payload payload = payload(op, reader, in);
        // Nobody here has a pid of another node: dropped, as all that is sent to nobody.
        return to.node().equals(self) ? new Signal.Send(from, to, payload) : null;
    }

    private Signal regSend(ControlOp op, TermReader reader, Packet in) throws ProtocolException {
        Pid from = reader.readPid();
        skipCookie(reader);
        Atom to = reader.readAtom();
        return new Signal.RegSend(from, to, payload(op, reader, in));
    }

    /// What once was a cookie, and is an atom today.
    private static void skipCookie(TermReader reader) {
        if (isAtom(reader.peekTag())) {
            reader.readAtom();
        } else {
            reader.skipTerm();
        }
    }

    private @Nullable Signal aliasSend(ControlOp op, TermReader reader, Packet in) throws ProtocolException {
        Pid from = reader.readPid();
        Ref to = reader.readRef();
        Payload payload = payload(op, reader, in);
        return to.node().equals(self) ? new Signal.AliasSend(from, to, payload) : null;
    }

    /// One form for messages and exit signals to a pid, name or alias, told apart by flags. What else
    /// later versions flag and append is passed over. A process here has no priority alias, so that
    /// priority makes no difference.
    private @Nullable Signal altact(int arity, TermReader reader, Packet in) throws ProtocolException {
        ControlOp op = ControlOp.ALTACT_SIG_SEND;
        int flags = reader.readBigInteger().intValue();
        boolean toAlias = (flags & ALTACT_ALIAS) != 0;
        boolean toName = (flags & ALTACT_NAME) != 0;
        if (toAlias && toName) {
            throw new ProtocolException(op + " is flagged as sent to an alias and to a name (protocol section b.1)");
        }
        if ((flags & ALTACT_TOKEN) != 0 && arity == op.arity()) {
            throw new ProtocolException(op + " is flagged as traced, but has no token (protocol section b.1)");
        }
        Pid from = reader.readPid();
        Term to = toAlias ? reader.readRef() : toName ? reader.readAtom() : reader.readPid();
        reader.skipTerms(arity - op.arity());
        Payload payload = payload(op, reader, in);
        boolean isExit = (flags & ALTACT_EXIT) != 0;
        return switch (to) {
            case Atom name -> isExit ? null : new Signal.RegSend(from, name, payload);
            case Ref alias
            when alias.node().equals(self) ->
                isExit ? new Signal.Exit2(from, alias, payload) : new Signal.AliasSend(from, alias, payload);
            case Pid pid
            when pid.node().equals(self) ->
                isExit ? new Signal.Exit2(from, pid, payload) : new Signal.Send(from, pid, payload);
            default -> null;
        };
    }

    private @Nullable Signal groupLeader(TermReader reader) {
        Pid leader = reader.readPid();
        Pid member = reader.readPid();
        return member.node().equals(self) ? new Signal.GroupLeader(leader, member) : null;
    }

    private @Nullable Signal spawnRequest(ControlOp op, TermReader reader, Packet in) throws ProtocolException {
        Ref ref = reader.readRef();
        Pid from = sender(op, reader);
        if (!ref.node().equals(peer)) {
            throw new ProtocolException(op + " has a request id of another node than " + peer + " (protocol b.7)");
        }
        Pid leader = reader.readPid();
        if (reader.readTupleHeader() != MFA_ARITY) {
            throw new ProtocolException(op + " names its function otherwise than {M, F, Arity} (protocol b.7)");
        }
        Atom module = reader.readAtom();
        Atom function = reader.readAtom();
        int arity = reader.readInt();
        List<Term> options = elements(reader.readTerm());
        Payload arguments = payload(op, reader, in);
        if (options == null) {
            answers.accept(new Signal.SpawnReply(ref, from, false, false, BADOPT));
            return null;
        }
        return new Signal.SpawnRequest(ref, from, leader, module, function, arity, options, arguments);
    }

    /// The elements of a proper list, or null.
    private static @Nullable List<Term> elements(Term term) {
        return term instanceof ListTerm list && list.isProper() ? list.elements() : null;
    }

    private Signal spawnReply(ControlOp op, TermReader reader) throws ProtocolException {
        Ref ref = reader.readRef();
        Pid to = receiver(op, reader);
        if (!ref.node().equals(self)) {
            throw new ProtocolException(op + " answers a request id of another node than " + self + " (protocol b.7)");
        }
        long flags = reader.readLong();
        if (flags < 0 || flags > MOST_SPAWN_FLAGS) {
            throw new ProtocolException(op + " has the flags " + flags + ", beyond 27 bits (protocol section b.7)");
        }
        Term result = isAtom(reader.peekTag()) ? reader.readAtom() : sender(op, reader);
        if (op.hasToken()) {
            reader.skipTerm();
        }
        boolean spawned = result instanceof Pid;
        return new Signal.SpawnReply(
                ref,
                to,
                spawned && (flags & SPAWNED_WITH_LINK) != 0,
                spawned && (flags & SPAWNED_WITH_MONITOR) != 0,
                result);
    }

    /// The sender of an old SEND, which does not say who that is.
    private Pid nobody() {
        return new Pid(peer, 0, 0, 0);
    }

    /// A pid that must be the peer's: who is answered, or what has ended.
    private Pid sender(ControlOp op, TermReader reader) throws ProtocolException {
        Pid pid = reader.readPid();
        if (!pid.node().equals(peer)) {
            throw new ProtocolException(
                    op + " comes from a pid of " + pid.node() + ", but " + peer + " sent it (protocol section b.1)");
        }
        return pid;
    }

    private Pid receiver(ControlOp op, TermReader reader) throws ProtocolException {
        Pid pid = reader.readPid();
        if (!pid.node().equals(self)) {
            throw new ProtocolException(
                    op + " goes to a pid of " + pid.node() + ", but this is " + self + " (protocol section b.1)");
        }
        return pid;
    }

    private Term watched(ControlOp op, TermReader reader) throws ProtocolException {
        return isAtom(reader.peekTag()) ? reader.readAtom() : receiver(op, reader);
    }

    /// An exit reason: the payload, or in old messages the last element of the tuple. The trace token comes
    /// before both.
    private Payload reason(ControlOp op, TermReader reader, Packet in) throws ProtocolException {
        if (op.hasPayload()) {
            return payload(op, reader, in);
        }
        if (op.hasToken()) {
            reader.skipTerm();
        }
        return Payload.of(reader.readTerm());
    }

    private Payload payload(ControlOp op, TermReader reader, Packet packet) throws ProtocolException {
        if (op.hasToken()) {
            reader.skipTerm();
        }
        return packet.payload(op, payloads);
    }

    private static boolean isAtom(int tag) {
        return tag == Tags.ATOM_CACHE_REF
                || tag == Tags.SMALL_ATOM_UTF8_EXT
                || tag == Tags.ATOM_UTF8_EXT
                || tag == Tags.ATOM_EXT
                || tag == Tags.SMALL_ATOM_EXT;
    }
}
