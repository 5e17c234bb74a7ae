package org.sunda.etf;

import org.sunda.term.Atom;

/// Which atoms of a message stand in its distribution header, so that a number takes their place in its
/// terms (protocol section b.4).
@FunctionalInterface
public interface AtomReferences {
    /// No atom does: each is written out.
    AtomReferences NONE = _ -> -1;

    /// The number of the atom among those in the header, 0 to 254; -1 for one that is written out.
    int of(Atom atom);
}
