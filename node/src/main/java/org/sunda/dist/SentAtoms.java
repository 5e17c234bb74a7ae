package org.sunda.dist;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;

/// This node's half of the atom cache (protocol section b.4): which slot of the peer's table an atom
/// has. Any thread may use it, without a lock.
///
/// A slot that has an atom keeps it as long as the connection stands. So messages may be encoded by many
/// threads at once and leave in any order: each that comes before the peer surely knows the atom says it
/// anew, which changes nothing. Atoms that come when their slots are taken are written out each time;
/// those that a node uses all day come first.
final class SentAtoms {
    static final int SLOTS = 2048;

    /// Longer ones would make headers long, and are rare.
    private static final int LONGEST_ATOM = 128;

    /// How many slots an atom may have.
    private static final int CHOICES = 4;

    /// An atom in its slot.
    static final class Slot {
        private final Atom atom;
        private final int number;
        private volatile boolean isKnown;

        private Slot(Atom atom, int number) {
            this.atom = atom;
            this.number = number;
        }

        Atom atom() {
            return atom;
        }

        /// 0 to 2,047: segment and index in it.
        int number() {
            return number;
        }

        /// Whether whatever is encoded now arrives after a message that has told the peer.
        boolean isKnown() {
            return isKnown;
        }

        void known() {
            isKnown = true;
        }
    }

    private final AtomicReferenceArray<@Nullable Slot> slots = new AtomicReferenceArray<>(SLOTS);

    /// The slot of an atom, which gets one if there is one left for it; else null.
    @Nullable
    Slot slot(Atom atom) {
        int hash = spread(atom.hashCode());
        for (int i = 0; i < CHOICES; i++) {
            int number = hash + i & SLOTS - 1;
            Slot slot = slots.get(number);
            if (slot == null && atom.utf8Length() <= LONGEST_ATOM) {
                slots.compareAndSet(number, null, new Slot(atom, number));
                slot = slots.get(number);
            }
            if (slot != null && slot.atom.equals(atom)) {
                return slot;
            }
        }
        return null;
    }

    /// Names that differ in one character only differ in a few low bits.
    private static int spread(int hash) {
        return hash ^ hash >>> 11 ^ hash >>> 22;
    }
}
