package org.sunda.dist;

import org.jspecify.annotations.Nullable;
import org.sunda.memory.Bytes;
import org.sunda.signal.Payload;
import org.sunda.term.Atom;
import org.sunda.term.Term;

/// A payload as it came. Whoever asks for the term first decodes it, once; the bytes are let go then. Any
/// thread may.
final class EncodedPayload implements Payload {
    private final Atom @Nullable [] atoms;
    private final Payloads payloads;

    /// Null once decoded.
    private @Nullable Bytes bytes;

    /// Null until decoded, and for ever when the bytes are no term.
    private @Nullable Term term;

    EncodedPayload(Bytes bytes, Atom @Nullable [] atoms, Payloads payloads) {
        this.bytes = bytes;
        this.atoms = atoms;
        this.payloads = payloads;
    }

    @Override
    public synchronized @Nullable Term term() {
        Bytes encoded = bytes;
        if (encoded != null) {
            bytes = null;
            term = payloads.decode(encoded, atoms);
        }
        return term;
    }

    @Override
    public synchronized String toString() {
        Bytes encoded = bytes;
        return encoded == null ? "Payload[" + term + "]" : "Payload[" + encoded.size() + " bytes]";
    }
}
