package org.sunda.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/// A part of a [SharedPool]. Whoever *claims* it owns its slabs for the moment, or *keeps* it; nobody waits
/// for it.
///
/// What others release meanwhile goes on a stack, from which each owner puts it back. The nodes of the
/// stack are made for one release and taken all at once, so that none is ever seen in two places.
///
/// A thread that keeps a stripe needs no atomic, but what others release then stays on the stack until that
/// thread comes by. So a stripe is kept only while little of its memory is out, and that of a dead thread
/// is free.
final class Stripe extends Slabs {
    private static final long FREE = 0;
    private static final long BUSY = -1;

    /// How much may be in slabs in use of a stripe that is kept: as much may have to wait for a thread that
    /// does nothing. One slab of every small size takes half of it.
    private static final long KEPT_BYTES = 8 << 20;

    private static final VarHandle OWNER;
    private static final VarHandle RETURNED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            OWNER = lookup.findVarHandle(Stripe.class, "owner", long.class);
            RETURNED = lookup.findVarHandle(Stripe.class, "returned", Returned.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /// A segment that somebody else than the owner released.
    private record Returned(
            Slab slab, Segment segment, @Nullable Returned next) {}

    private volatile @Nullable Returned returned;

    /// Who keeps or kept this: written before `owner`, and so never older than that when read after it.
    private WeakReference<Thread> keeper = new WeakReference<>(null);

    private long conflicts;
    private long doubleReleases;

    Stripe(Reserve reserve) {
        super(reserve, FREE);
    }

    /// Becomes the owner until [#unclaim], unless somebody else is.
    boolean claim() {
        long seen = (long) OWNER.getAcquire(this);
        return (seen == FREE || seen != BUSY && isDead(keeper.get())) && OWNER.compareAndSet(this, seen, BUSY);
    }

    private static boolean isDead(@Nullable Thread thread) {
        return thread == null || !thread.isAlive();
    }

    /// Leaves it to others.
    void unclaim() {
        OWNER.setRelease(this, FREE);
        putBackReturned();
    }

    /// What came while there was an owner would otherwise wait for the next one.
    private void putBackReturned() {
        while (returned != null && claim()) {
            try {
                takeReturned();
            } finally {
                OWNER.setRelease(this, FREE);
            }
        }
    }

    /// Keeps what was claimed, when little enough of it is out; leaves it otherwise.
    void keep(Thread thread) {
        takeReturned();
        if (busyBytes() > KEPT_BYTES / 4 * 3) {
            unclaim();
            return;
        }
        if (!keeper.refersTo(thread)) {
            keeper = new WeakReference<>(thread);
        }
        OWNER.setRelease(this, thread.threadId());
    }

    /// Gives up what is kept once too much of it is out.
    @Override
    void closed() {
        if (owner != BUSY && busyBytes() > KEPT_BYTES) {
            unclaim();
        }
    }

    @Override
    void releaseElsewhere(Slab slab, Segment segment) {
        if (claim()) {
            try {
                release(slab, segment);
            } finally {
                unclaim();
            }
        } else if (segment.endShared()) {
            push(slab, segment);
            putBackReturned();
        }
    }

    private void push(Slab slab, Segment segment) {
        Returned top;
        do {
            top = returned;
        } while (!RETURNED.compareAndSet(this, top, new Returned(slab, segment, top)));
    }

    @Override
    void takeReturned() {
        if (returned == null) {
            return;
        }
        Returned each = (Returned) RETURNED.getAndSet(this, null);
        while (each != null) {
            conflicts++;
            // Void when the owner of the time released it at the same moment, who then put it back.
            if (each.segment.isVoid()) {
                doubleReleases++;
            } else {
                putBack(each.slab, each.segment.ticket);
            }
            each = each.next;
        }
    }

    @Override
    void checkThread() {}

    /// How much was released that nobody has put back yet.
    MemoryCounters waiting() {
        long count = 0;
        long bytes = 0;
        for (Returned each = returned; each != null; each = each.next) {
            if (!each.segment.isVoid()) {
                count++;
                bytes += each.slab.slotBytes;
            }
        }
        return new MemoryCounters(0, count, -bytes, 0, 0, conflicts + count, doubleReleases, 0);
    }
}
