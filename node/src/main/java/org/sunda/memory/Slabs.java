package org.sunda.memory;

import org.jspecify.annotations.Nullable;

/// Memory of all sizes for one thread at a time: the heart of both pools. Not synchronized, and without
/// atomics as long as no slab comes or goes. The thread whose id is in [#owner] uses it; nobody else may
/// touch anything but that.
///
/// For each size one slab is *current*: what is allocated comes from there until it is full. Slabs with
/// room wait on a shelf. A slab that has nothing handed out any more is idle: it stays while the pool has
/// no more idle bytes than its settings allow, else it goes back to the system.
sealed class Slabs permits Stripe {
    /// Of sizes up to this, the current slab stays however empty it is, so that a thread that allocates and
    /// releases one segment after the other does nothing else.
    private static final int LARGEST_KEPT = 16 << 10;

    /// The id of the thread that may use this.
    long owner;

    private final Reserve reserve;
    private final @Nullable Slab[] current = new Slab[SizeClasses.COUNT];
    private final @Nullable Shelf[] shelves = new Shelf[SizeClasses.COUNT];

    /// In slabs that are not idle.
    private long busyBytes;

    Slabs(Reserve reserve, long owner) {
        this.reserve = reserve;
        this.owner = owner;
    }

    /// How much is in slabs of which something may be handed out.
    final long busyBytes() {
        return busyBytes;
    }

    /// For the owner.
    ///
    /// @throws OutOfMemoryError when there is no memory for a further slab
    final Segment allocate(int sizeClass) {
        Slab slab = current[sizeClass];
        return slab == null || slab.isFull() ? allocateFromNext(sizeClass) : slab.take();
    }

    /// For the owner.
    ///
    /// @throws IllegalStateException when the handle had ended
    final void release(Slab slab, Segment segment) {
        if (segment.endOwned()) {
            putBack(slab, segment.ticket);
        }
    }

    /// When the thread is not the owner.
    void releaseElsewhere(Slab slab, Segment segment) {
        checkThread();
    }

    /// Refuses a thread that may not use handles of these slabs.
    void checkThread() {
        Home.checkThread(owner);
    }

    /// Puts back what others have released.
    void takeReturned() {}

    final void putBack(Slab slab, int ticket) {
        slab.put(ticket);
        if (!slab.kept && (slab.isIdle() || slab.wasFull())) {
            turn(slab);
        }
    }

    /// A slab that was full until now, or has become idle, or both.
    private void turn(Slab slab) {
        boolean isCurrent = slab == current[slab.sizeClass];
        if (!slab.isIdle()) {
            if (!isCurrent) {
                shelf(slab.sizeClass).addPartial(slab);
            }
            return;
        }
        if (isCurrent) {
            current[slab.sizeClass] = null;
        } else if (!slab.wasFull()) {
            shelf(slab.sizeClass).removePartial(slab);
        }
        becomeIdle(slab);
    }

    private void becomeIdle(Slab slab) {
        busyBytes -= slab.block.byteSize();
        if (reserve.keepIdle(slab.block)) {
            shelf(slab.sizeClass).addIdle(slab);
        }
    }

    Segment allocateFromNext(int sizeClass) {
        takeReturned();
        Slab slab = current[sizeClass];
        if (slab == null || slab.isFull()) {
            slab = next(sizeClass);
            makeCurrent(slab);
        }
        return slab.take();
    }

    private Slab next(int sizeClass) {
        Shelf shelf = shelf(sizeClass);
        Slab slab = shelf.pollPartial();
        if (slab != null) {
            return slab;
        }
        slab = shelf.pollIdle();
        if (slab == null) {
            slab = Slab.reserve(this, reserve, sizeClass);
        } else {
            reserve.useIdle(slab.block);
        }
        busyBytes += slab.block.byteSize();
        return slab;
    }

    private void makeCurrent(Slab slab) {
        Slab former = current[slab.sizeClass];
        if (former != null) {
            former.kept = false;
        }
        slab.kept = slab.slotBytes <= LARGEST_KEPT;
        current[slab.sizeClass] = slab;
    }

    /// Gives back all that is idle.
    final void trim() {
        takeReturned();
        for (int i = 0; i < SizeClasses.COUNT; i++) {
            Slab slab = current[i];
            if (slab != null && slab.isIdle()) {
                slab.kept = false;
                current[i] = null;
                becomeIdle(slab);
            }
            Shelf shelf = shelves[i];
            if (shelf != null) {
                shelf.trim(reserve);
            }
        }
    }

    private Shelf shelf(int sizeClass) {
        Shelf shelf = shelves[sizeClass];
        if (shelf == null) {
            shelf = new Shelf();
            shelves[sizeClass] = shelf;
        }
        return shelf;
    }
}
