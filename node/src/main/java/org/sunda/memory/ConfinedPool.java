package org.sunda.memory;

/// A pool for one thread, off heap and without atomics: allocations, releases and the pool itself belong to
/// the thread that made it. The memory may be read and written by any thread.
///
/// Closing the pool gives its memory back, also that of segments still held: accessing them is then an
/// [IllegalStateException], releasing them only ends the handle.
public final class ConfinedPool implements Allocator, AutoCloseable {
    private final PoolSettings settings;
    private final Reserve reserve;
    private final Slabs slabs;

    /// Below this size slabs are used: none at all once the pool is closed, or when it tracks.
    private long slabLimit;

    /// A pool for the calling thread.
    public ConfinedPool() {
        this(PoolSettings.DEFAULT);
    }

    /// A pool for the calling thread.
    public ConfinedPool(PoolSettings settings) {
        this.settings = settings;
        reserve = new Reserve(settings.idleBytes());
        slabs = new Slabs(reserve, Thread.currentThread().threadId());
        slabLimit = settings.tracking() ? 0 : SizeClasses.LARGEST + 1L;
    }

    /// {@inheritDoc}
    ///
    /// @throws WrongThreadException when this is another thread than the pool's
    /// @throws IllegalStateException when the pool is closed
    @Override
    public Segment allocate(long byteSize) {
        if (slabs.owner != Thread.currentThread().threadId()) {
            slabs.checkThread();
        }
        if (Long.compareUnsigned(byteSize, slabLimit) < 0) {
            return slabs.allocate(SizeClasses.indexOf(byteSize));
        }
        return OwnArena.allocate(reserve, settings, slabs.owner, SizeClasses.checkSize(byteSize));
    }

    /// Any thread may ask; another thread than the owner may see figures of a while ago.
    @Override
    public MemoryCounters counters() {
        return reserve.counters();
    }

    /// How it was made.
    public PoolSettings settings() {
        return settings;
    }

    /// Gives all idle memory back to the system.
    ///
    /// @throws WrongThreadException when this is another thread than the pool's
    public void trim() {
        slabs.checkThread();
        slabs.trim();
    }

    /// Gives all memory back.
    ///
    /// @throws IllegalStateException when the operating system is just reading or writing some of it: it
    ///     can be called again
    /// @throws WrongThreadException when this is another thread than the pool's
    @Override
    public void close() {
        slabs.checkThread();
        slabLimit = 0;
        reserve.close(counters());
    }
}
