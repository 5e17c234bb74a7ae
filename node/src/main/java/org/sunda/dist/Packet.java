package org.sunda.dist;

import org.jspecify.annotations.Nullable;
import org.sunda.memory.Input;
import org.sunda.term.Atom;

/// One message as it came, put together again if it came in fragments.
final class Packet {
    private final Input in;
    private final Atom @Nullable [] atoms;
    private final long firstEnd;

    /// @param in stands before the control message, which the payload follows
    /// @param firstEnd before which place the control message must end: where the first fragment does
    Packet(Input in, Atom @Nullable [] atoms, long firstEnd) {
        this.in = in;
        this.atoms = atoms;
        this.firstEnd = firstEnd;
    }

    /// The two terms.
    Input in() {
        return in;
    }

    /// What references to atoms in both terms stand for (protocol section b.4); null where neither atom
    /// cache nor fragments are agreed, and each of the two terms has its version byte (b.3).
    Atom @Nullable [] atoms() {
        return atoms;
    }

    /// Where the first fragment ends.
    long firstEnd() {
        return firstEnd;
    }
}
