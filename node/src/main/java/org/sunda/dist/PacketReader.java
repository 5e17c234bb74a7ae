package org.sunda.dist;

import java.net.ProtocolException;
import org.jspecify.annotations.Nullable;
import org.sunda.etf.Limits;
import org.sunda.etf.MalformedTermException;
import org.sunda.etf.Tags;
import org.sunda.memory.Bytes;
import org.sunda.memory.Input;
import org.sunda.term.Atom;

/// Takes what stands before the terms of a frame off it (protocol sections b.3 to b.5): the byte 112
/// where neither atom cache nor fragments are agreed, else a distribution header, and puts fragments
/// together. For the thread that reads the connection, frame by frame in the order in which they come.
final class PacketReader {
    /// The byte before the control message where there is no header.
    static final int PASS_THROUGH = 112;

    static final int HEADER = 68;
    static final int FIRST_FRAGMENT = 69;
    static final int NEXT_FRAGMENT = 70;

    private final boolean hasHeaders;
    private final boolean hasFragments;
    private final Packet packet;
    private final Input in;
    private final ReceivedAtoms atoms;
    private final Fragments fragments;

    /// @param flags what both nodes can do
    PacketReader(long flags, Limits limits) {
        this.hasFragments = Flags.has(flags, Flags.DFLAG_FRAGMENTS);
        this.hasHeaders = Flags.hasHeaders(flags);
        this.packet = new Packet(limits);
        this.in = packet.in();
        this.atoms = new ReceivedAtoms(in, limits, Flags.has(flags, Flags.DFLAG_DIST_HDR_ATOM_CACHE));
        this.fragments = new Fragments(limits.frameBytes());
    }

    /// The message that a frame is, or the last part of; null when further fragments are to come. It is
    /// read before the next call.
    ///
    /// @throws ProtocolException when a peer must not send this
    @Nullable
    Packet read(Bytes frame) throws ProtocolException {
        in.reset(frame);
        try {
            return hasHeaders ? readHeader() : passThrough();
        } catch (IndexOutOfBoundsException e) {
            throw new ProtocolException(
                    "a frame of " + frame.size() + " bytes ends inside its distribution header (protocol section b.4)");
        } catch (MalformedTermException e) {
            throw new ProtocolException("a distribution header is malformed: " + e.getMessage());
        }
    }

    private Packet passThrough() throws ProtocolException {
        int first = in.readUnsignedByte();
        if (first == Tags.VERSION) {
            throw new ProtocolException(
                    "a frame has a distribution header, though neither atom cache nor fragments are "
                            + "agreed (protocol section b.3)");
        }
        if (first != PASS_THROUGH) {
            throw new ProtocolException("a frame starts with byte " + first + " instead of 112 (protocol section b.3)");
        }
        return packet.open(null, in.size());
    }

    private @Nullable Packet readHeader() throws ProtocolException {
        int version = in.readUnsignedByte();
        int kind = in.readUnsignedByte();
        if (version != Tags.VERSION || kind < HEADER || kind > NEXT_FRAGMENT) {
            throw new ProtocolException("a frame starts with the bytes " + version + " and " + kind
                    + " instead of a distribution header (protocol section b.3)");
        }
        if (kind == HEADER) {
            return packet.open(atoms.read(), in.size());
        }
        if (!hasFragments) {
            throw new ProtocolException("a fragment came, though fragments are not agreed (protocol section b.5)");
        }
        long sequence = in.readLong();
        long number = in.readLong();
        return kind == FIRST_FRAGMENT ? first(sequence, number) : next(sequence, number);
    }

    private @Nullable Packet first(long sequence, long number) throws ProtocolException {
        Atom[] named = atoms.read();
        if (number == 1) {
            fragments.requireNew(sequence);
            return packet.open(named, in.size());
        }
        fragments.open(sequence, number, named, in.readRest());
        return null;
    }

    private @Nullable Packet next(long sequence, long number) throws ProtocolException {
        Fragments.Unfinished message = fragments.add(sequence, number, in.readRest());
        if (number > 1) {
            return null;
        }
        in.reset(message.bytes());
        return packet.open(message.atoms(), message.firstBytes());
    }
}
