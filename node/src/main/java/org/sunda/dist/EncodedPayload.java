package org.sunda.dist;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sunda.etf.ExternalTerm;
import org.sunda.etf.Limits;
import org.sunda.etf.MalformedTermException;
import org.sunda.etf.TermReader;
import org.sunda.memory.Bytes;
import org.sunda.signal.Payload;
import org.sunda.term.Atom;
import org.sunda.term.Term;

/// A payload as it came. Whoever asks for the term first decodes it, once; the bytes are let go then. Any
/// thread may.
final class EncodedPayload implements Payload {
    private final Atom @Nullable [] atoms;
    private final Limits limits;
    private final Consumer<String> malformed;

    /// Null once decoded.
    private @Nullable Bytes bytes;

    /// Null until decoded, and for ever when the bytes are no term.
    private @Nullable Term term;

    /// @param atoms what references in it stand for; null when it is in external form, with a version byte
    /// @param malformed told in one sentence, once, when the bytes are no term
    EncodedPayload(Bytes bytes, Atom @Nullable [] atoms, Limits limits, Consumer<String> malformed) {
        this.bytes = bytes;
        this.atoms = atoms;
        this.limits = limits;
        this.malformed = malformed;
    }

    @Override
    public synchronized @Nullable Term term() {
        Bytes encoded = bytes;
        if (encoded != null) {
            bytes = null;
            try {
                term = atoms == null ? ExternalTerm.decode(encoded, limits) : decode(encoded, atoms);
            } catch (MalformedTermException e) {
                malformed.accept("a payload is not a term: " + e.getMessage());
            }
        }
        return term;
    }

    private Term decode(Bytes encoded, Atom[] named) {
        TermReader reader = new TermReader(encoded.open(), limits);
        reader.useAtoms(named);
        Term decoded = reader.readTerm();
        if (reader.remaining() > 0) {
            throw new MalformedTermException(
                    reader.remaining() + " bytes stand after the term, where nothing is due", reader.position(), -1);
        }
        return decoded;
    }

    @Override
    public synchronized String toString() {
        Bytes encoded = bytes;
        return encoded == null ? "Payload[" + term + "]" : "Payload[" + encoded.size() + " bytes]";
    }
}
