package org.sunda.etf;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;

/// The atoms read last, so that one that keeps coming is decoded and kept only once.
///
/// One table for all threads, without a lock. Two threads may write one slot at the same time: atoms are immutable
/// with final fields, a slot holds one or the other, and a reader compares the text of what it finds, so the worst
/// is an atom decoded anew. What a peer can make it hold is bounded: [#SLOTS] atoms of at most [#LONGEST] bytes.
final class AtomTable {
    /// A power of two. A node and its services use some hundred atoms.
    private static final int SLOT_BITS = 11;

    private static final int SLOTS = 1 << SLOT_BITS;

    /// Spreads what differs in a few bits over all of them: 2^64 by the golden ratio.
    private static final long GOLDEN = 0x9e37_79b9_7f4a_7c15L;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    /// Atoms that come often are short.
    private static final int LONGEST = 64;

    private static final @Nullable Atom[] TABLE = new @Nullable Atom[SLOTS];

    private AtomTable() {}

    /// The atom of that text in UTF-8.
    ///
    /// @throws IllegalArgumentException as [Atom#ofUtf8] throws
    static Atom atom(byte[] utf8, int offset, int length) {
        if (length > LONGEST) {
            return Atom.ofUtf8(utf8, offset, length);
        }
        int slot = slot(utf8, offset, length);
        Atom known = TABLE[slot];
        if (known != null && known.utf8Equals(utf8, offset, length)) {
            return known;
        }
        Atom atom = Atom.ofUtf8(utf8, offset, length);
        TABLE[slot] = atom;
        return atom;
    }

    /// The atom of that text in Latin-1, which is UTF-8 too unless it goes beyond ASCII.
    static Atom latin1Atom(byte[] latin1, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            if (latin1[i] < 0) {
                return Atom.of(new String(latin1, offset, length, StandardCharsets.ISO_8859_1));
            }
        }
        return atom(latin1, offset, length);
    }

    /// By the length and the bytes at both ends: names that differ only between are rare.
    private static int slot(byte[] utf8, int offset, int length) {
        long mix = 0;
        if (length >= Long.BYTES) {
            mix = (long) LONG.get(utf8, offset) * 31 + (long) LONG.get(utf8, offset + length - Long.BYTES);
        } else if (length >= Integer.BYTES) {
            mix = (long) (int) INT.get(utf8, offset) * 31 + (int) INT.get(utf8, offset + length - Integer.BYTES);
        } else {
            for (int i = offset; i < offset + length; i++) {
                mix = mix << Byte.SIZE | utf8[i];
            }
        }
        long hash = (mix + length) * GOLDEN;
        return (int) (hash >>> Long.SIZE - SLOT_BITS);
    }
}
