package org.sunda.memory;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// A pool for all threads, off heap: any thread allocates, any thread releases, and none waits for
/// another, but for a moment when memory of one size is made into another.
///
/// The memory is in stripes. A platform thread keeps one to itself, and needs no atomic while it allocates
/// and releases there; other threads take one for a moment, another one when that is in use, and memory
/// from the system when all are. What is released goes back to the stripe it is from. A stripe whose thread
/// has died is free for others.
///
/// Closing the pool gives its memory back, also that of segments still held: accessing them is then an
/// [IllegalStateException], releasing them only ends the handle.
public final class SharedPool implements Allocator, AutoCloseable {
    /// Of the whole process.
    static final SharedPool PROCESS = new SharedPool();

    private final PoolSettings settings;
    private final Reserve reserve;
    private final Stripes stripes;
    private final LongAdder conflicts = new LongAdder();

    /// Below this size slabs are used: none at all once the pool is closed, or when it tracks.
    private long slabLimit;

    /// An empty pool.
    public SharedPool() {
        this(PoolSettings.DEFAULT);
    }

    /// An empty pool.
    public SharedPool(PoolSettings settings) {
        this.settings = settings;
        reserve = new Reserve(settings.idleBytes());
        stripes = new Stripes(reserve, Runtime.getRuntime().availableProcessors());
        slabLimit = settings.tracking() ? 0 : SizeClasses.LARGEST + 1L;
    }

    /// {@inheritDoc}
    ///
    /// @throws IllegalStateException when the pool is closed
    @Override
    public Segment allocate(long byteSize) {
        long threadId = Thread.currentThread().threadId();
        Stripe stripe = stripes.first(threadId);
        if (stripe.owner == threadId && Long.compareUnsigned(byteSize, slabLimit) < 0) {
            return stripe.allocate(SizeClasses.indexOf(byteSize));
        }
        return allocateElsewhere(byteSize);
    }

    private Segment allocateElsewhere(long byteSize) {
        if (SizeClasses.checkSize(byteSize) >= slabLimit) {
            return allocateAlone(byteSize);
        }
        Thread thread = Thread.currentThread();
        int sizeClass = SizeClasses.indexOf(byteSize);
        Segment segment = thread.isVirtual() ? null : allocateOwn(thread, sizeClass);
        if (segment == null) {
            segment = allocateOpen(thread, sizeClass);
        }
        return segment == null ? allocateAlone(byteSize) : segment;
    }

    /// From the thread's own stripe, or one that it makes its own.
    private @Nullable Segment allocateOwn(Thread thread, int sizeClass) {
        long threadId = thread.threadId();
        Stripe stripe = stripes.kept(threadId);
        if (stripe != null) {
            return stripe.allocate(sizeClass);
        }
        stripe = stripes.claimOwn(threadId);
        if (stripe == null) {
            return null;
        }
        try {
            return stripe.allocate(sizeClass);
        } finally {
            stripe.keep(thread);
        }
    }

    private @Nullable Segment allocateOpen(Thread thread, int sizeClass) {
        Stripe stripe = stripes.claimOpen(thread.threadId());
        if (stripe == null) {
            conflicts.increment();
            return null;
        }
        try {
            return stripe.allocate(sizeClass);
        } finally {
            stripe.unclaim();
        }
    }

    private Segment allocateAlone(long byteSize) {
        return OwnArena.allocate(reserve, settings, Home.ANY_THREAD, byteSize);
    }

    @Override
    public MemoryCounters counters() {
        MemoryCounters conflicts = new MemoryCounters(0, 0, 0, 0, 0, this.conflicts.sum(), 0, 0);
        return reserve.counters().plus(stripes.counters()).plus(conflicts);
    }

    /// How it was made.
    public PoolSettings settings() {
        return settings;
    }

    /// Gives all idle memory back to the system, but for what living threads keep to themselves.
    public void trim() {
        stripes.trim();
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
        slabLimit = 0;
        reserve.close(counters());
    }
}
