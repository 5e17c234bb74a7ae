package org.sunda.memory;

/// What a segment's memory is a part of, and where it goes back to.
abstract sealed class Home permits HeapAllocator, OwnArena, Slab {
    static final long ANY_THREAD = 0;

    /// A *ticket* is what a handle has for its slot: the slot's number in the low bits, and above them how
    /// often the slot was put back before.
    static final int SLOT_BITS = 10;

    private static final int SLOT_MASK = (1 << SLOT_BITS) - 1;

    /// How many slots a home can have.
    static final int MOST_SLOTS = SLOT_MASK;

    /// A ticket of no slot at all.
    static final int NO_SLOT = SLOT_MASK;

    private static final long[] ONLY = {0};

    /// For each slot that is handed out, the ticket that counts. Never that of an earlier time: who has one
    /// is void.
    final long[] tickets;

    /// A home without slots that are used again.
    Home() {
        this(ONLY);
    }

    Home(long[] tickets) {
        this.tickets = tickets;
    }

    static int slotOf(long ticket) {
        return (int) ticket & SLOT_MASK;
    }

    /// What the same slot has when it is handed out next.
    static long nextOf(long ticket) {
        return ticket + (1 << SLOT_BITS);
    }

    /// How often the slot was put back before.
    static long timesOf(long ticket) {
        return ticket >>> SLOT_BITS;
    }

    /// Whether the slot was put back since.
    final boolean isVoid(long ticket) {
        return tickets[slotOf(ticket)] != ticket;
    }

    /// Ends the handle, and takes its memory back when that was the last one.
    abstract void release(Segment segment);

    /// Refuses a thread that may not use handles of this memory.
    abstract void checkThread();

    /// Refuses any thread but one.
    ///
    /// @param owner that thread's id, [#ANY_THREAD] to refuse none
    static void checkThread(long owner) {
        if (owner != ANY_THREAD && owner != Thread.currentThread().threadId()) {
            throw new WrongThreadException("This memory is of a ConfinedPool of thread #" + owner + ", and this is "
                    + Thread.currentThread() + ": use it there, or allocate it from a SharedPool.");
        }
    }

    /// A further handle takes the place of an ended one.
    void transferred(Segment from, Segment to) {}

    /// A further handle lives beside this one.
    void shared(Segment added) {}
}
