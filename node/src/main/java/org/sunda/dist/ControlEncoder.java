package org.sunda.dist;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.sunda.etf.AtomReferences;
import org.sunda.etf.Tags;
import org.sunda.etf.TermWriter;
import org.sunda.memory.Bytes;
import org.sunda.memory.Output;
import org.sunda.signal.Payload;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;

/// Turns signals into messages (protocol section b.1), choosing the control message by what the peer
/// understands. The last one is here until the next. For one thread at a time.
final class ControlEncoder implements Outbound.Message {
    private static final long MOST_FRAME_BYTES = 0xffff_ffffL;

    /// Most messages lie together in this much memory, which is used again and again.
    private static final int USUAL_BYTES = 16 * 1024;

    private static final int ALTACT_ALIAS = 4;
    private static final int ALTACT_EXIT = 16;
    private static final int SPAWNED_WITH_LINK = 1;
    private static final int SPAWNED_WITH_MONITOR = 2;
    private static final int MFA_ARITY = 3;

    private final long flags;
    private final boolean hasHeaders;
    private final int creation;
    private final MessageAtoms atoms;
    private final Output head = new Output(USUAL_BYTES);
    private final Output body = new Output(USUAL_BYTES);
    private final TermWriter writer;

    private @Nullable Bytes encoded;
    private boolean hasPayload;
    private @Nullable Term sender;
    private long controlBytes;

    /// @param flags what both nodes can do
    /// @param creation the creation of the peer
    /// @param sent the atoms that the peer may know
    ControlEncoder(long flags, int creation, SentAtoms sent) {
        this.flags = flags;
        this.hasHeaders = Flags.hasHeaders(flags);
        this.creation = creation;
        this.atoms = new MessageAtoms(sent);
        this.writer =
                new TermWriter(body, Flags.has(flags, Flags.DFLAG_DIST_HDR_ATOM_CACHE) ? atoms : AtomReferences.NONE);
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

    /// Encodes a signal, which is then the message here.
    ///
    /// @param payload what [#encodePayload] made of the signal, or null to encode it now
    /// @return false when the peer would not understand it, and there is no message
    /// @throws IllegalArgumentException when the format cannot carry it
    boolean encode(Signal signal, @Nullable Bytes payload) {
        if (!understands(signal)) {
            return false;
        }
        head.clear();
        body.clear();
        atoms.clear();
        encoded = payload;
        hasPayload = false;
        sender = sender(signal);
        version();
        write(signal);
        encoded = null;
        writeHead();
        if (!hasPayload) {
            controlBytes = body.position();
        }
        if (size() > MOST_FRAME_BYTES && !mayBeFragmented()) {
            throw new IllegalArgumentException("a message of " + size() + " bytes: a frame holds at most "
                    + MOST_FRAME_BYTES + " (protocol b.3), and the peer takes no fragments");
        }
        return true;
    }

    @Override
    public long size() {
        return head.position() + body.position();
    }

    @Override
    public boolean mayBeFragmented() {
        return hasPayload && Flags.has(flags, Flags.DFLAG_FRAGMENTS);
    }

    @Override
    public boolean copyTo(ByteBuffer target) {
        int start = target.position();
        if (head.copyTo(target) && body.copyTo(target)) {
            return true;
        }
        target.position(start);
        return false;
    }

    @Override
    public Bytes takeFrame() {
        Output frame = new Output();
        moveTo(frame);
        return frame.take();
    }

    @Override
    public void moveTo(Output target) {
        head.moveTo(target);
        body.moveTo(target);
    }

    @Override
    public Fragmented takeFragments(int bytesPerFragment) {
        head.clear();
        atoms.writeTo(head);
        byte[] references = head.take().toByteArray();
        return new Fragmented(references, body.take(), controlBytes, bytesPerFragment);
    }

    @Override
    public void sent() {
        atoms.sent();
    }

    private void writeHead() {
        head.clear();
        head.writeInt(0);
        if (hasHeaders) {
            head.writeShort(Tags.VERSION << Byte.SIZE | PacketReader.HEADER);
            atoms.writeTo(head);
        } else {
            head.writeByte(PacketReader.PASS_THROUGH);
        }
        head.patchInt(0, (int) (head.position() - Integer.BYTES + body.position()));
    }

    @Override
    public @Nullable Term sender() {
        return sender;
    }

    private static @Nullable Term sender(Signal signal) {
        return switch (signal) {
            case Signal.Send send -> send.from();
            case Signal.RegSend send -> send.from();
            case Signal.AliasSend send -> send.from();
            case Signal.Link link -> link.from();
            case Signal.Unlink unlink -> unlink.from();
            case Signal.UnlinkAck ack -> ack.from();
            case Signal.Exit exit -> exit.from();
            case Signal.Exit2 exit -> exit.from();
            case Signal.Monitor monitor -> monitor.from();
            case Signal.Demonitor demonitor -> demonitor.from();
            case Signal.Down down -> down.from();
            case Signal.SpawnRequest request -> request.from();
            case Signal.SpawnReply _, Signal.GroupLeader _ -> null;
        };
    }

    private boolean understands(Signal signal) {
        return switch (signal) {
            case Signal.Monitor _, Signal.Demonitor _, Signal.Down _ ->
                has(Flags.DFLAG_DIST_MONITOR | Flags.DFLAG_DIST_MONITOR_NAME);
            case Signal.SpawnRequest _, Signal.SpawnReply _ -> has(Flags.DFLAG_SPAWN);
            case Signal.Exit exit -> isToday(exit.to());
            case Signal.Unlink unlink -> isToday(unlink.to());
            case Signal.UnlinkAck ack -> isToday(ack.to());
            case Signal.Exit2 exit -> exit.to() instanceof Pid || has(Flags.DFLAG_ALTACT_SIG);
            case Signal.Message _, Signal.Link _, Signal.GroupLeader _ -> true;
        };
    }

    /// Of links to an earlier incarnation nothing is left, and a BEAM closes the connection on news of
    /// them.
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

    private void write(Signal signal) {
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
                if (has(Flags.DFLAG_ALTACT_SIG)) {
                    altact(ALTACT_ALIAS, from, to);
                } else {
                    open(ControlOp.ALIAS_SEND);
                    writer.writePid(from);
                    writer.writeRef(to);
                }
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
            case Signal.Exit2(Pid from, Term to, Payload reason) -> {
                altact(ALTACT_ALIAS | ALTACT_EXIT, from, to);
                payload(reason);
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

    private void altact(int kind, Pid from, Term to) {
        open(ControlOp.ALTACT_SIG_SEND);
        writer.writeLong(kind);
        writer.writePid(from);
        writer.writeTerm(to);
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
        hasPayload = true;
        controlBytes = body.position();
        version();
        embed(payload);
    }

    /// Where there is a header, neither term has its version byte (protocol section b.3).
    private void version() {
        if (!hasHeaders) {
            writer.writeVersion();
        }
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
            body.write(encoded);
        }
    }
}
