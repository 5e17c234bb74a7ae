package org.sunda.dist;

import org.jspecify.annotations.Nullable;
import org.sunda.etf.TermWriter;
import org.sunda.memory.Bytes;
import org.sunda.memory.Output;
import org.sunda.signal.Payload;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;

/// Turns signals into frames (protocol sections b.1 and b.3), choosing the control message by what the peer
/// understands. Pure; any thread may use it.
final class ControlEncoder {
    private static final long MOST_FRAME_BYTES = 0xffff_ffffL;
    private static final int SPAWNED_WITH_LINK = 1;
    private static final int SPAWNED_WITH_MONITOR = 2;
    private static final int MFA_ARITY = 3;

    private final long flags;
    private final int creation;

    /// @param flags what both nodes can do
    /// @param creation the creation of the peer
    ControlEncoder(long flags, int creation) {
        this.flags = flags;
        this.creation = creation;
    }

    /// The term that a signal carries, without the version byte, or null when it carries none: what can be
    /// encoded before it is known what the peer understands.
    ///
    /// @throws IllegalArgumentException when the format cannot carry it
    static @Nullable Bytes encodePayload(Signal signal) {
        Term term = payload(signal);
        if (term == null) {
            return null;
        }
        Output out = new Output();
        new TermWriter(out).writeTerm(term);
        return out.take();
    }

    /// The frame with its length, or null when the peer would not understand it.
    ///
    /// @param encoded what [#encodePayload] made of the signal, or null to encode it now
    /// @throws IllegalArgumentException when the format cannot carry it
    @Nullable
    Bytes encode(Signal signal, @Nullable Bytes encoded) {
        if (!understands(signal)) {
            return null;
        }
        Output out = new Output();
        out.writeInt(0);
        PassThrough.start(out);
        new Frame(out, encoded).write(signal);
        long length = out.position() - Integer.BYTES;
        if (length > MOST_FRAME_BYTES) {
            throw new IllegalArgumentException(
                    "a message of " + length + " bytes: a frame holds at most " + MOST_FRAME_BYTES + " (protocol b.3)");
        }
        out.patchInt(0, (int) length);
        return out.take();
    }

    private boolean understands(Signal signal) {
        return switch (signal) {
            case Signal.Monitor _, Signal.Demonitor _, Signal.Down _ ->
                has(Flags.DFLAG_DIST_MONITOR | Flags.DFLAG_DIST_MONITOR_NAME);
            case Signal.SpawnRequest _, Signal.SpawnReply _ -> has(Flags.DFLAG_SPAWN);
            case Signal.Exit exit -> isToday(exit.to());
            case Signal.Unlink unlink -> isToday(unlink.to());
            case Signal.UnlinkAck ack -> isToday(ack.to());
            case Signal.Message _, Signal.Link _, Signal.Exit2 _, Signal.GroupLeader _ -> true;
        };
    }

    /// Of links to an earlier incarnation nothing is left, and a BEAM closes the connection on news of them.
    private boolean isToday(Pid pid) {
        return pid.creation() == creation;
    }

    private boolean has(long wanted) {
        return Flags.has(flags, wanted);
    }

    private static @Nullable Term payload(Signal signal) {
        return switch (signal) {
            case Signal.Message message -> term(message.payload());
            case Signal.Exit exit -> term(exit.reason());
            case Signal.Exit2 exit -> term(exit.reason());
            case Signal.Down down -> term(down.reason());
            case Signal.SpawnRequest request -> term(request.arguments());
            case Signal.Link _,
                    Signal.Unlink _,
                    Signal.UnlinkAck _,
                    Signal.Monitor _,
                    Signal.Demonitor _,
                    Signal.GroupLeader _,
                    Signal.SpawnReply _ -> null;
        };
    }

    private static Term term(Payload payload) {
        Term term = payload.term();
        if (term == null) {
            throw new IllegalArgumentException("the payload came from a peer and was malformed");
        }
        return term;
    }

    /// One frame being written.
    private final class Frame {
        private final Output out;
        private final TermWriter writer;
        private final @Nullable Bytes encoded;

        Frame(Output out, @Nullable Bytes encoded) {
            this.out = out;
            this.writer = new TermWriter(out);
            this.encoded = encoded;
        }

        void write(Signal signal) {
            writer.writeVersion();
            switch (signal) {
                case Signal.Send(Pid from, Pid to, Payload payload) -> send(from, to, payload);
                case Signal.RegSend(Pid from, Atom to, Payload payload) -> {
                    open(ControlOp.REG_SEND);
                    writer.writePid(from);
                    writer.writeAtom(Atom.EMPTY);
                    writer.writeAtom(to);
                    payload(payload);
                }
                case Signal.AliasSend(Pid from, Ref to, Payload payload) -> {
                    open(ControlOp.ALIAS_SEND);
                    writer.writePid(from);
                    writer.writeRef(to);
                    payload(payload);
                }
                case Signal.Link(Pid from, Pid to) -> pids(ControlOp.LINK, from, to);
                case Signal.Unlink(long id, Pid from, Pid to) -> unlink(ControlOp.UNLINK_ID, id, from, to);
                case Signal.UnlinkAck(long id, Pid from, Pid to) -> unlink(ControlOp.UNLINK_ID_ACK, id, from, to);
                case Signal.Exit(Pid from, Pid to, Payload reason) -> {
                    pids(exitOp(ControlOp.PAYLOAD_EXIT, ControlOp.EXIT), from, to);
                    reason(reason);
                }
                case Signal.Exit2(Pid from, Pid to, Payload reason) -> {
                    pids(exitOp(ControlOp.PAYLOAD_EXIT2, ControlOp.EXIT2), from, to);
                    reason(reason);
                }
                case Signal.Monitor(Pid from, Term to, Ref ref) -> monitor(ControlOp.MONITOR_P, from, to, ref);
                case Signal.Demonitor(Pid from, Term to, Ref ref) -> monitor(ControlOp.DEMONITOR_P, from, to, ref);
                case Signal.Down(Term from, Pid to, Ref ref, Payload reason) -> {
                    monitor(exitOp(ControlOp.PAYLOAD_MONITOR_P_EXIT, ControlOp.MONITOR_P_EXIT), from, to, ref);
                    reason(reason);
                }
                case Signal.GroupLeader(Pid leader, Pid member) -> pids(ControlOp.GROUP_LEADER, leader, member);
                case Signal.SpawnRequest request -> spawnRequest(request);
                case Signal.SpawnReply reply -> spawnReply(reply);
            }
        }

        private void open(ControlOp op) {
            writer.writeTupleHeader(op.arity());
            writer.writeLong(op.number());
        }

        private ControlOp exitOp(ControlOp withPayload, ControlOp without) {
            return has(Flags.DFLAG_EXIT_PAYLOAD) ? withPayload : without;
        }

        private void pids(ControlOp op, Pid from, Pid to) {
            open(op);
            writer.writePid(from);
            writer.writePid(to);
        }

        private void unlink(ControlOp op, long id, Pid from, Pid to) {
            open(op);
            writer.writeUnsignedLong(id);
            writer.writePid(from);
            writer.writePid(to);
        }

        private void monitor(ControlOp op, Term from, Term to, Ref ref) {
            open(op);
            writer.writeTerm(from);
            writer.writeTerm(to);
            writer.writeRef(ref);
        }

        private void send(Pid from, Pid to, Payload payload) {
            if (has(Flags.DFLAG_SEND_SENDER)) {
                pids(ControlOp.SEND_SENDER, from, to);
            } else {
                open(ControlOp.SEND);
                writer.writeAtom(Atom.EMPTY);
                writer.writePid(to);
            }
            payload(payload);
        }

        private void spawnRequest(Signal.SpawnRequest request) {
            open(ControlOp.SPAWN_REQUEST);
            writer.writeRef(request.ref());
            writer.writePid(request.from());
            writer.writePid(request.groupLeader());
            writer.writeTupleHeader(MFA_ARITY);
            writer.writeAtom(request.module());
            writer.writeAtom(request.function());
            writer.writeLong(request.arity());
            writer.writeListHeader(request.options().size());
            request.options().forEach(writer::writeTerm);
            writer.writeNil();
            payload(request.arguments());
        }

        private void spawnReply(Signal.SpawnReply reply) {
            open(ControlOp.SPAWN_REPLY);
            writer.writeRef(reply.ref());
            writer.writePid(reply.to());
            writer.writeLong((reply.linked() ? SPAWNED_WITH_LINK : 0) | (reply.monitored() ? SPAWNED_WITH_MONITOR : 0));
            writer.writeTerm(reply.result());
        }

        private void payload(Payload payload) {
            writer.writeVersion();
            embed(payload);
        }

        /// An exit reason: the payload, or for old peers the last element of the tuple.
        private void reason(Payload reason) {
            if (has(Flags.DFLAG_EXIT_PAYLOAD)) {
                payload(reason);
            } else {
                embed(reason);
            }
        }

        private void embed(Payload payload) {
            if (encoded == null) {
                writer.writeTerm(term(payload));
            } else {
                out.write(encoded);
            }
        }
    }
}
