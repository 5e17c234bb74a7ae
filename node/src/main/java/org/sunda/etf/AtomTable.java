package org.sunda.etf;

import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;

/// The atoms read last, so that one that keeps coming is decoded and kept only once.
///
/// One table for all threads, without a lock. Two threads may write one slot at the same time: atoms are immutable
/// with final fields, a slot holds one or the other, and a reader compares the text of what it finds, so the worst
/// is an atom decoded anew. What a peer can make it hold is bounded: [#SLOTS] atoms of at most [#LONGEST] bytes.
final class AtomTable {
    /// A power of two. A node and its services use some hundred atoms.
    private static final int SLOTS = 2048;

    /// Atoms that come often are short.
    private static final int LONGEST = 64;

    private static final @Nullable Atom[] TABLE = new @Nullable Atom[SLOTS];

    private AtomTable() {}

    /// The atom of that text in UTF-8.
    ///
    /// @throws IllegalArgumentException as [Atom#ofUtf8] throws
    static Atom atom(byte[] utf8, int length) {
        if (length > LONGEST) {
            return Atom.ofUtf8(utf8, 0, length);
        }
        int slot = slot(utf8, length);
        Atom known = TABLE[slot];
        if (known != null && known.utf8Equals(utf8, 0, length)) {
            return known;
        }
        Atom atom = Atom.ofUtf8(utf8, 0, length);
        TABLE[slot] = atom;
        return atom;
    }

    private static int slot(byte[] utf8, int length) {
        int hash = length;
        for (int i = 0; i < length; i++) {
            hash = 31 * hash + utf8[i];
        }
        return (hash ^ hash >>> 11) & SLOTS - 1;
    }
}
