package org.sunda.signal;

import org.jspecify.annotations.Nullable;
import org.sunda.term.Term;

/// What a message or an exit signal carries: a term, perhaps still encoded. Whoever receives the signal decodes
/// it, in its own thread, as a BEAM process does.
public interface Payload {
    /// The term, or null when the bytes are not one: then the connection they came by has been told, and closes.
    @Nullable
    Term term();

    /// A payload that is a term already.
    static Payload of(Term term) {
        return new Decoded(term);
    }

    /// A term that never was encoded.
    record Decoded(Term term) implements Payload {}
}
