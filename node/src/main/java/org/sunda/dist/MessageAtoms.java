package org.sunda.dist;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sunda.etf.AtomReferences;
import org.sunda.memory.Output;
import org.sunda.term.Atom;

/// The atoms of one message that stand in its distribution header, numbered in the order in which they
/// come (protocol section b.4). For one thread at a time.
final class MessageAtoms implements AtomReferences {
    /// A header takes up to 255; this many make it 16 KiB long at most.
    private static final int MOST = 128;

    private static final int NEW_ENTRY = 8;
    private static final int NUMBER_BITS = 8;

    private final SentAtoms sent;
    private final SentAtoms.@Nullable Slot[] slots = new SentAtoms.@Nullable Slot[MOST];

    /// Whether the header must tell the peer each atom: what was not known when it was numbered is told,
    /// whatever other threads have sent since.
    private final boolean[] isNew = new boolean[MOST];

    private int count;

    /// For each slot of the cache: which message used it last, and its number in that.
    private final int[] numbers = new int[SentAtoms.SLOTS];

    private int message;

    MessageAtoms(SentAtoms sent) {
        this.sent = sent;
    }

    /// Begins another message.
    void clear() {
        count = 0;
        message++;
        if (message == 1 << Integer.SIZE - NUMBER_BITS) {
            message = 1;
            Arrays.fill(numbers, 0);
        }
    }

    @Override
    public int of(Atom atom) {
        SentAtoms.Slot slot = sent.slot(atom);
        if (slot == null) {
            return -1;
        }
        int last = numbers[slot.number()];
        if (last >>> NUMBER_BITS == message) {
            return last & (1 << NUMBER_BITS) - 1;
        }
        if (count == MOST) {
            return -1;
        }
        numbers[slot.number()] = message << NUMBER_BITS | count;
        slots[count] = slot;
        isNew[count] = !slot.isKnown();
        return count++;
    }

    /// Writes the part of the header that names the atoms.
    void writeTo(Output header) {
        header.writeByte(count);
        if (count == 0) {
            return;
        }
        // The last half byte would say that some text is long: none is.
        for (int i = 0; i <= count; i += 2) {
            header.writeByte(flags(i) | flags(i + 1) << 4);
        }
        for (int i = 0; i < count; i++) {
            SentAtoms.Slot slot = slot(i);
            header.writeByte(slot.number());
            if (isNew[i]) {
                header.writeByte(slot.atom().utf8Length());
                slot.atom().writeUtf8(header::write);
            }
        }
    }

    private int flags(int reference) {
        if (reference >= count) {
            return 0;
        }
        int segment = slot(reference).number() >>> Byte.SIZE;
        return isNew[reference] ? NEW_ENTRY | segment : segment;
    }

    private SentAtoms.Slot slot(int reference) {
        return Objects.requireNonNull(slots[reference]);
    }

    /// The message is on its way before all that are encoded from now on.
    void sent() {
        for (int i = 0; i < count; i++) {
            if (isNew[i]) {
                slot(i).known();
            }
        }
    }
}
