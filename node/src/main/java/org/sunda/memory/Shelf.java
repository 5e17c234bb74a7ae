package org.sunda.memory;

import org.jspecify.annotations.Nullable;

/// The slabs of one size that have room and are not the one just being used.
final class Shelf {
    /// Those with room, partly handed out. First in, first out: one that was full until just now gets time
    /// to become emptier.
    private @Nullable Slab first;

    private @Nullable Slab last;

    /// Those with nothing handed out, the latest first.
    private @Nullable Slab idle;

    /// Takes out the next slab to use.
    @Nullable
    Slab pollPartial() {
        Slab slab = first;
        if (slab != null) {
            removePartial(slab);
        }
        return slab;
    }

    /// Takes out a slab that has nothing handed out.
    @Nullable
    Slab pollIdle() {
        Slab slab = idle;
        if (slab != null) {
            idle = slab.next;
            slab.next = null;
        }
        return slab;
    }

    void addIdle(Slab slab) {
        slab.next = idle;
        idle = slab;
    }

    void addPartial(Slab slab) {
        slab.previous = last;
        if (last == null) {
            first = slab;
        } else {
            last.next = slab;
        }
        last = slab;
    }

    void removePartial(Slab slab) {
        if (slab.previous == null) {
            first = slab.next;
        } else {
            slab.previous.next = slab.next;
        }
        if (slab.next == null) {
            last = slab.previous;
        } else {
            slab.next.previous = slab.previous;
        }
        slab.previous = null;
        slab.next = null;
    }
}
