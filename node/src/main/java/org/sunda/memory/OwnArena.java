package org.sunda.memory;

/// A segment's own block: it is too large for a slab.
final class OwnArena extends Home {
    private final Reserve reserve;
    private final Confinement confinement;
    private final Block block;

    OwnArena(Reserve reserve, Confinement confinement, long byteSize) {
        this.reserve = reserve;
        this.confinement = confinement;
        this.block = reserve.take(byteSize);
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
    }

    @Override
    void checkThread() {
        confinement.check();
    }
}
