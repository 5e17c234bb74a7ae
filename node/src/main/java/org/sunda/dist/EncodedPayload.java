package org.sunda.dist;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sunda.etf.ExternalTerm;
import org.sunda.etf.Limits;
import org.sunda.etf.MalformedTermException;
import org.sunda.memory.Bytes;
import org.sunda.signal.Payload;
import org.sunda.term.Term;

/// A payload as it came. Whoever asks for the term first decodes it, once; the bytes are let go then. Any
/// thread may.
final class EncodedPayload implements Payload {
    private final Limits limits;
    private final Consumer<String> malformed;

    /// Null once decoded.
    private @Nullable Bytes bytes;

    /// Null until decoded, and for ever when the bytes are no term.
    private @Nullable Term term;

    /// @param malformed told in one sentence, once, when the bytes are no term
    EncodedPayload(Bytes bytes, Limits limits, Consumer<String> malformed) {
        this.bytes = bytes;
        this.limits = limits;
        this.malformed = malformed;
    }

    @Override
    public synchronized @Nullable Term term() {
        Bytes encoded = bytes;
        if (encoded != null) {
            bytes = null;
            try {
                term = ExternalTerm.decode(encoded, limits);
            } catch (MalformedTermException e) {
                malformed.accept("a payload is not a term: " + e.getMessage());
            }
        }
        return term;
    }

    @Override
    public synchronized String toString() {
        Bytes encoded = bytes;
        return encoded == null ? "Payload[" + term + "]" : "Payload[" + encoded.size() + " bytes]";
    }
}
