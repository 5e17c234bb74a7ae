package org.sunda.memory;

/// A pool for one thread, off heap and without atomics: allocations, releases and the pool itself belong to
/// the thread that made it. The memory may be read and written by any thread.
///
/// Closing the pool gives its memory back, also that of segments still held: accessing them is then an
/// [IllegalStateException], releasing them only ends the handle.
public final class ConfinedPool implements Allocator, AutoCloseable {
    private final Confinement confinement = new Confinement(Thread.currentThread());
    private final Reserve reserve = new Reserve();
    private final PoolSettings settings;

    /// A pool for the calling thread.
    public ConfinedPool() {
        this(PoolSettings.DEFAULT);
    }

    /// A pool for the calling thread.
    public ConfinedPool(PoolSettings settings) {
        this.settings = settings;
    }

    /// {@inheritDoc}
    ///
    /// @throws WrongThreadException when this is another thread than the pool's
    /// @throws IllegalStateException when the pool is closed
    @Override
    public Segment allocate(long byteSize) {
        confinement.check();
        return new OwnArena(reserve, confinement, SizeClasses.checkSize(byteSize)).allocate();
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

    /// Gives all memory back.
    ///
    /// @throws IllegalStateException when the operating system is just reading or writing some of it: it
    ///     can be called again
    /// @throws WrongThreadException when this is another thread than the pool's
    @Override
    public void close() {
        confinement.check();
        reserve.close();
    }
}
