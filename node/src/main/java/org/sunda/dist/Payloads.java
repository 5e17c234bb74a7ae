package org.sunda.dist;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sunda.etf.Limits;
import org.sunda.etf.MalformedTermException;
import org.sunda.etf.TermReader;
import org.sunda.memory.Bytes;
import org.sunda.memory.Input;
import org.sunda.term.Atom;
import org.sunda.term.Term;

/// Makes terms of the payloads of one connection. Any thread may use it; for the one that reads the
/// connection, and runs processes itself, there is a cursor that does for many of them.
final class Payloads {
    /// The cursor keeps the last payload from being collected.
    private static final long LONGEST_KEPT = 64 * 1024;

    private final Limits limits;
    private final Consumer<String> malformed;
    private final Input in = Bytes.EMPTY.open();
    private final TermReader reader;

    /// Whose the cursor is. Any thread may read it, and finds itself here only if it wrote that itself.
    private @Nullable Thread owner;

    /// @param malformed told in one sentence when bytes are no term
    Payloads(Limits limits, Consumer<String> malformed) {
        this.limits = limits;
        this.malformed = malformed;
        this.reader = new TermReader(in, limits);
    }

    /// The calling thread is the one that reads the connection.
    void own() {
        owner = Thread.currentThread();
    }

    /// The term, or null when the bytes are none.
    ///
    /// @param atoms what references in it stand for; null when it is in external form, with a version byte
    @Nullable
    Term decode(Bytes bytes, Atom @Nullable [] atoms) {
        try {
            return bytes.size() <= LONGEST_KEPT && Thread.currentThread().equals(owner)
                    ? decode(reader(bytes), atoms)
                    : decode(new TermReader(bytes.open(), limits), atoms);
        } catch (MalformedTermException e) {
            malformed.accept("a payload is not a term: " + e.getMessage());
            return null;
        }
    }

    private TermReader reader(Bytes bytes) {
        in.reset(bytes);
        return reader;
    }

    private static Term decode(TermReader reader, Atom @Nullable [] atoms) {
        Packet.begin(reader, atoms);
        Term term = reader.readTerm();
        if (reader.remaining() > 0) {
            throw new MalformedTermException(
                    reader.remaining() + " bytes stand after the term, where nothing is due", reader.position(), -1);
        }
        return term;
    }
}
