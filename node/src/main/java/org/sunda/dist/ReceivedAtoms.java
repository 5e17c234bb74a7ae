package org.sunda.dist;

import java.net.ProtocolException;
import org.jspecify.annotations.Nullable;
import org.sunda.etf.Limits;
import org.sunda.etf.TermReader;
import org.sunda.memory.Input;
import org.sunda.term.Atom;

/// The peer's half of the atom cache (protocol section b.4): 2,048 slots, which it fills as it likes, by
/// the headers of what it sends. For the thread that reads the connection.
final class ReceivedAtoms {
    private static final int SLOTS = 2048;
    private static final Atom[] NONE = {};
    private static final int NEW_ENTRY = 8;
    private static final int SEGMENT = 7;

    private final @Nullable Atom[] slots = new @Nullable Atom[SLOTS];
    private final boolean isAgreed;
    private final Input in;
    private final TermReader reader;
    private final byte[] flags = new byte[Byte.MAX_VALUE + 1];

    /// @param in what headers are read from
    /// @param isAgreed whether there is a cache; if not, headers are empty
    ReceivedAtoms(Input in, Limits limits, boolean isAgreed) {
        this.in = in;
        this.reader = new TermReader(in, limits);
        this.isAgreed = isAgreed;
    }

    /// Reads the references of a header, from their number on, and puts new atoms into the cache.
    ///
    /// @return the atoms, in the order of the references
    Atom[] read() throws ProtocolException {
        int count = in.readUnsignedByte();
        if (count == 0) {
            return NONE;
        }
        if (!isAgreed) {
            throw new ProtocolException("a header refers to " + count
                    + " atoms, though the atom cache is not agreed (protocol section b.4)");
        }
        in.read(flags, 0, count / 2 + 1);
        boolean isLong = (nibble(count) & 1) != 0;
        Atom[] atoms = new Atom[count];
        for (int i = 0; i < count; i++) {
            atoms[i] = readReference(nibble(i), isLong);
        }
        return atoms;
    }

    /// What the flags say of a reference, or, of the one after the last, of them all.
    private int nibble(int reference) {
        return flags[reference / 2] >>> (reference % 2) * 4 & 0xf;
    }

    private Atom readReference(int nibble, boolean isLong) throws ProtocolException {
        int slot = (nibble & SEGMENT) << Byte.SIZE | in.readUnsignedByte();
        if ((nibble & NEW_ENTRY) != 0) {
            Atom atom = reader.readAtomText(isLong ? in.readUnsignedShort() : in.readUnsignedByte());
            slots[slot] = atom;
            return atom;
        }
        Atom known = slots[slot];
        if (known == null) {
            throw new ProtocolException(
                    "a header refers to slot " + slot + " of the atom cache, which is empty (protocol section b.4)");
        }
        return known;
    }
}
