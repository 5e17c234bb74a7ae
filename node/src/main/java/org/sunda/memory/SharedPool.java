package org.sunda.memory;

/// A pool for all threads, off heap: any thread allocates, any thread releases, and none ever waits for
/// another.
///
/// Closing the pool gives its memory back, also that of segments still held: accessing them is then an
/// [IllegalStateException], releasing them only ends the handle.
public final class SharedPool implements Allocator, AutoCloseable {
    /// Of the whole process.
    static final SharedPool PROCESS = new SharedPool();

    private final Reserve reserve = new Reserve();
    private final PoolSettings settings;

    /// An empty pool.
    public SharedPool() {
        this(PoolSettings.DEFAULT);
    }

    /// An empty pool.
    public SharedPool(PoolSettings settings) {
        this.settings = settings;
    }

    /// {@inheritDoc}
    ///
    /// @throws IllegalStateException when the pool is closed
    @Override
    public Segment allocate(long byteSize) {
        return new OwnArena(reserve, Confinement.NONE, SizeClasses.checkSize(byteSize)).allocate();
    }

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
    @Override
    public void close() {
        if (this == PROCESS) {
            throw new IllegalStateException("The pool of the process is never closed: close the pools that you made.");
        }
        reserve.close();
    }
}
