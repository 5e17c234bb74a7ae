package org.sunda.dist;

import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.sunda.etf.Limits;
import org.sunda.memory.Bytes;
import org.sunda.signal.Carried;
import org.sunda.signal.Payload;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;

/// Both ends of a connection from `j@h` to `b@h` without sockets: what is sent at one end waits in a channel
/// with as much room as a test gives it, and is read at the other.
final class Wire {
    static final Atom J = Atom.of("j@h");
    static final Atom B = Atom.of("b@h");
    static final int CREATION_B = 0x55667788;
    static final long ALL = Flags.OURS;
    static final long CACHE_ONLY = ALL & ~Flags.DFLAG_FRAGMENTS;
    static final long FRAGMENTS_ONLY = ALL & ~Flags.DFLAG_DIST_HDR_ATOM_CACHE;
    static final long NEITHER = FRAGMENTS_ONLY & ~Flags.DFLAG_FRAGMENTS;

    private static final long BUSY_BYTES = 1 << 20;

    private final NarrowChannel channel = new NarrowChannel(Long.MAX_VALUE);
    private final Outbound outbound = new Outbound(channel, BUSY_BYTES);
    private final Encoders encoders;
    private final FrameReader frames = new FrameReader(Limits.DEFAULT.frameBytes());
    private final PacketReader packets;
    private final ControlDecoder decoder;

    Wire(long flags) {
        SentAtoms sent = new SentAtoms();
        this.encoders = new Encoders(() -> new ControlEncoder(flags, CREATION_B, sent));
        this.packets = new PacketReader(flags, Limits.DEFAULT);
        this.decoder = new ControlDecoder(
                B,
                J,
                new Payloads(Limits.DEFAULT, sentence -> {
                    throw new AssertionError(sentence);
                }),
                answer -> {});
    }

    Outbound outbound() {
        return outbound;
    }

    /// How many more bytes are written before the channel takes none.
    void room(long bytes) {
        channel.room(bytes);
    }

    /// Puts a signal behind the others, without writing.
    Outbound.Appended append(Signal signal) {
        ControlEncoder encoder = encoders.take();
        try {
            if (!encoder.encode(signal, null)) {
                throw new AssertionError("not understood: " + signal);
            }
            return outbound.append(encoder, Long.MAX_VALUE);
        } finally {
            encoders.giveBack(encoder);
        }
    }

    void flush() throws IOException {
        outbound.flushStalled(Long.MAX_VALUE);
    }

    void send(Signal signal) throws IOException {
        append(signal);
        flush();
    }

    /// What was written since the last time.
    byte[] written() {
        return channel.take();
    }

    /// What the other end makes of what was written, each payload decoded.
    List<Signal> received() throws ProtocolException {
        return received(written());
    }

    List<Signal> received(byte[] bytes) throws ProtocolException {
        List<Signal> signals = new ArrayList<>();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        for (Bytes frame = frames.next(in); frame != null; frame = frames.next(in)) {
            Packet packet = frame.size() == 0 ? null : packets.read(frame);
            if (packet != null) {
                signals.add(plain(Objects.requireNonNull(decoder.decode(packet))));
            }
        }
        return signals;
    }

    /// The frames in those bytes, each without its length.
    static List<byte[]> frames(byte[] bytes) {
        List<byte[]> all = new ArrayList<>();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        while (in.hasRemaining()) {
            byte[] frame = new byte[in.getInt()];
            in.get(frame);
            all.add(frame);
        }
        return all;
    }

    /// A signal that equals another one whose payload equals, decoded or not.
    static Signal plain(Signal signal) {
        return Carried.with(signal, payload -> Payload.of(Objects.requireNonNull(payload.term())));
    }

    /// Whether what it carries, if anything, is a term.
    static boolean isWellFormed(Signal signal) {
        Payload payload = Carried.by(signal);
        return payload == null || payload.term() != null;
    }
}
