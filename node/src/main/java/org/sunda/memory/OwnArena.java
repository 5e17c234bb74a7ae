package org.sunda.memory;

/// A segment's own block: it is too large for a slab, or every slab was in use.
sealed class OwnArena extends Home permits TrackedArena {
    private final Reserve reserve;
    private final long owner;
    private final Block block;

    /// @param owner the id of the only thread that may use it, [#ANY_THREAD] for all
    OwnArena(Reserve reserve, long owner, long byteSize) {
        this.reserve = reserve;
        this.owner = owner;
        this.block = reserve.take(byteSize, Block.CACHE_LINE);
    }

    /// A segment alone, watched when the pool tracks.
    static Segment allocate(Reserve reserve, PoolSettings settings, long owner, long byteSize) {
        OwnArena home = settings.tracking()
                ? new TrackedArena(reserve, owner, byteSize)
                : new OwnArena(reserve, owner, byteSize);
        return home.allocate();
    }

    Segment allocate() {
        return reserve.allocateAlone(this, block);
    }

    @Override
    void release(Segment segment) {
        checkThread();
        if (segment.endShared() && !reserve.releaseAlone(block)) {
            segment.revive();
            throw new IllegalStateException("The operating system is reading or writing this segment: release it when"
                    + " that call has returned.");
        }
        ended(segment);
    }

    /// A handle has ended.
    void ended(Segment segment) {}

    @Override
    void checkThread() {
        checkThread(owner);
    }
}
