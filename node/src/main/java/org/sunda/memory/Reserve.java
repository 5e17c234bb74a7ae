package org.sunda.memory;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// What a pool has from the system: all its blocks, so that closing the pool gives every one of them back.
/// Any thread; atomic throughout, since nothing here happens often.
final class Reserve {
    private final Set<Block> blocks = ConcurrentHashMap.newKeySet();
    private final AtomicLong bytes = new AtomicLong();

    /// Segments that have a block of their own.
    private final AtomicLong allocations = new AtomicLong();

    private final AtomicLong releases = new AtomicLong();
    private final AtomicLong liveBytes = new AtomicLong();
    private volatile boolean closed;

    /// Takes a block from the system.
    ///
    /// @throws IllegalStateException after [#close]
    /// @throws OutOfMemoryError when there is no such memory
    Block take(long byteSize) {
        Block block = new Block(byteSize);
        blocks.add(block);
        bytes.addAndGet(byteSize);
        // Whoever closes the pool now has either seen this block, or been seen here.
        if (closed) {
            giveBack(block);
            throw new IllegalStateException("The pool is closed: allocate before that, or from another pool.");
        }
        return block;
    }

    /// Gives a block back. Answers false when an operating system's call is just using it: it stays then.
    boolean giveBack(Block block) {
        if (!block.close()) {
            return false;
        }
        if (blocks.remove(block)) {
            bytes.addAndGet(-block.memory().byteSize());
        }
        return true;
    }

    /// A segment in a block of its own.
    Segment allocateAlone(Home home, Block block) {
        allocations.incrementAndGet();
        liveBytes.addAndGet(block.memory().byteSize());
        return new Segment(home, 0, block.memory());
    }

    /// Gives back a segment's own block. Answers false when an operating system's call is just using it: it
    /// stays then.
    boolean releaseAlone(Block block) {
        if (!giveBack(block)) {
            return false;
        }
        releases.incrementAndGet();
        liveBytes.addAndGet(-block.memory().byteSize());
        return true;
    }

    MemoryCounters counters() {
        return new MemoryCounters(allocations.get(), releases.get(), liveBytes.get(), bytes.get(), 0, 0);
    }

    /// Gives back all there is.
    ///
    /// @throws IllegalStateException when an operating system's call is using some of it: it can be called
    ///     again
    void close() {
        closed = true;
        blocks.forEach(this::giveBack);
        if (!blocks.isEmpty()) {
            throw new IllegalStateException(
                    blocks.size() + " blocks of the pool are being read or written by the operating"
                            + " system: close the pool when that is over.");
        }
    }
}
