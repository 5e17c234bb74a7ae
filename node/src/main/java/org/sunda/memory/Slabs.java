package org.sunda.memory;

import org.jspecify.annotations.Nullable;

/// Memory of all sizes for one thread at a time: the heart of both pools. Not synchronized, and without
/// atomics as long as no slab comes or goes. The thread whose id is in [#owner] uses it; nobody else may
/// touch anything but that.
///
/// For each size one slab at most is *current*: what is allocated comes from there until it is full. Slabs
/// with room wait on a shelf. A slab that has nothing handed out any more is idle: it stays while the pool
/// has no more idle bytes than its settings allow and no other size needs its pages.
sealed class Slabs permits Stripe {
    /// Of sizes up to this, the current slab stays however empty it is, so that a thread that allocates and
    /// releases one segment after the other does nothing else.
    private static final int LARGEST_KEPT = 16 << 10;

    /// The id of the thread that may use this.
    long owner;

    private final Chunks chunks;
    private final @Nullable Slab[] current = new Slab[SizeClasses.COUNT];
    private final @Nullable Shelf[] shelves = new Shelf[SizeClasses.COUNT];

    /// In slabs that are not idle.
    private long busyBytes;

    Slabs(Reserve reserve, long owner) {
        chunks = reserve.chunks();
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
        if (slab == null) {
            slab = open(sizeClass);
        }
        // Nothing else makes the segment: one that is not kept anywhere need then not be an object at all.
        Segment segment = slab.take();
        if (slab.isFull()) {
            close(slab);
        }
        return segment;
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

    final void putBack(Slab slab, long ticket) {
        if (slab.put(ticket)) {
            turn(slab);
        }
    }

    /// A slab that was full until now, or has become idle, or both.
    private void turn(Slab slab) {
        if (!slab.isIdle()) {
            shelf(slab.sizeClass).addPartial(slab);
            return;
        }
        if (slab == current[slab.sizeClass]) {
            current[slab.sizeClass] = null;
        } else if (!slab.wasFull()) {
            shelf(slab.sizeClass).removePartial(slab);
        }
        becomeIdle(slab);
    }

    private void becomeIdle(Slab slab) {
        busyBytes -= slab.byteSize();
        chunks.leave(slab);
        shelf(slab.sizeClass).addIdle(slab);
        if (chunks.isTooMuchIdle()) {
            giveBackIdle();
            chunks.shrink();
        }
    }

    /// Makes a slab with room the current one.
    private Slab open(int sizeClass) {
        takeReturned();
        Shelf shelf = shelf(sizeClass);
        Slab slab = shelf.pollPartial();
        if (slab == null) {
            slab = shelf.pollIdle();
            if (slab == null) {
                slab = reserve(sizeClass);
            }
            chunks.use(slab);
            busyBytes += slab.byteSize();
        }
        slab.kept = slab.slotBytes <= LARGEST_KEPT;
        current[sizeClass] = slab;
        return slab;
    }

    /// A further slab: in chunks there are, if need be where another size has nothing to do any more.
    private Slab reserve(int sizeClass) {
        Slab slab = chunks.take(this, sizeClass, false);
        if (slab == null) {
            giveBackIdle();
            slab = chunks.take(this, sizeClass, true);
        }
        return slab == null ? chunks.grow(this, sizeClass) : slab;
    }

    private void close(Slab slab) {
        slab.full();
        current[slab.sizeClass] = null;
        closed();
    }

    /// A slab is full. Nothing is being done any more, so that the owner may go.
    void closed() {}

    /// Gives back all that is idle.
    final void trim() {
        takeReturned();
        giveBackIdle();
        chunks.trim();
    }

    private void giveBackIdle() {
        for (int i = 0; i < SizeClasses.COUNT; i++) {
            Slab slab = current[i];
            if (slab != null && slab.live() == 0) {
                slab.kept = false;
                current[i] = null;
                busyBytes -= slab.byteSize();
                chunks.leave(slab);
                chunks.giveBack(slab);
            }
            Shelf shelf = shelves[i];
            while (shelf != null && (slab = shelf.pollIdle()) != null) {
                chunks.giveBack(slab);
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
