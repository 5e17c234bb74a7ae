package org.sunda.dist;

import java.net.ProtocolException;
import org.jspecify.annotations.Nullable;
import org.sunda.etf.Limits;
import org.sunda.etf.TermReader;
import org.sunda.memory.Bytes;
import org.sunda.memory.Input;
import org.sunda.term.Atom;

/// One message as it came, put together again if it came in fragments. There is one of these for a
/// connection, which is each message in turn; for the thread that reads it.
final class Packet {
    private static final Atom[] NO_ATOMS = {};

    private final Input in = Bytes.EMPTY.open();
    private final TermReader reader;
    private Atom @Nullable [] atoms;
    private long firstEnd;

    Packet(Limits limits) {
        this.reader = new TermReader(in, limits);
    }

    /// Becomes another message, of which the header has been read.
    ///
    /// @param atoms what references to atoms in both terms stand for (protocol section b.4); null where
    ///     neither atom cache nor fragments are agreed, and each of the two terms has its version byte (b.3)
    /// @param firstEnd before which place the control message must end: where the first fragment does
    Packet open(Atom @Nullable [] atoms, long firstEnd) {
        this.atoms = atoms;
        this.firstEnd = firstEnd;
        return this;
    }

    /// What frames and terms are read from.
    Input in() {
        return in;
    }

    /// Stands before the control message, which the payload follows.
    TermReader control() {
        begin(reader, atoms);
        return reader;
    }

    /// Makes a cursor ready for one of the two terms.
    static void begin(TermReader reader, Atom @Nullable [] atoms) {
        reader.useAtoms(atoms == null ? NO_ATOMS : atoms);
        if (atoms == null) {
            reader.readVersion();
        }
    }

    /// Takes the payload, as it is.
    ///
    /// @throws ProtocolException when there is none, or the control message goes on after the first fragment
    EncodedPayload payload(ControlOp op, Payloads payloads) throws ProtocolException {
        if (in.remaining() == 0) {
            throw new ProtocolException("a control message " + op + " came without its payload (protocol section b.1)");
        }
        if (in.position() > firstEnd) {
            throw new ProtocolException(
                    "a control message " + op + " goes on after the first fragment (protocol section b.5)");
        }
        EncodedPayload payload = new EncodedPayload(in.readRest(), atoms, payloads);
        // A connection may be idle for long, and this would keep the last message from being collected.
        in.reset(Bytes.EMPTY);
        return payload;
    }
}
