package org.sunda.memory;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// What a pool has from the system: all its blocks, so that closing the pool gives every one of them back.
/// Any thread; atomic throughout, since nothing here happens often.
final class Reserve {
    private static final System.Logger LOGGER = System.getLogger("org.sunda.memory");

    private final Set<Block> blocks = ConcurrentHashMap.newKeySet();
    private final AtomicLong bytes = new AtomicLong();
    private final Chunks chunks;

    /// Of segments that have a block of their own, and of slabs that were given back.
    private final AtomicLong allocations = new AtomicLong();

    private final AtomicLong releases = new AtomicLong();
    private final AtomicLong liveBytes = new AtomicLong();
    private final AtomicLong leaks = new AtomicLong();
    private volatile boolean closed;

    /// @param mostIdle how many idle bytes the pool may keep
    Reserve(long mostIdle) {
        chunks = new Chunks(this, mostIdle);
    }

    /// What its slabs are in.
    Chunks chunks() {
        return chunks;
    }

    /// Takes a block from the system.
    ///
    /// @throws IllegalStateException after [#close]
    /// @throws OutOfMemoryError when there is no such memory
    Block take(long byteSize, int alignment) {
        Block block = new Block(byteSize, alignment);
        blocks.add(block);
        bytes.addAndGet(byteSize);
        new MemoryEvent.Reserved(byteSize).commit();
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
            bytes.addAndGet(-block.byteSize());
            new MemoryEvent.GivenBack(block.byteSize()).commit();
        }
        return true;
    }

    /// A segment in a block of its own.
    Segment allocateAlone(Home home, Block block) {
        allocations.incrementAndGet();
        liveBytes.addAndGet(block.byteSize());
        return new Segment(home, 0, block.memory());
    }

    /// Gives back a segment's own block. Answers false when an operating system's call is just using it: it
    /// stays then.
    boolean releaseAlone(Block block) {
        if (!giveBack(block)) {
            return false;
        }
        releases.incrementAndGet();
        liveBytes.addAndGet(-block.byteSize());
        return true;
    }

    /// What the pool has done, but for what waits to be put back.
    MemoryCounters counters() {
        MemoryCounters beside = new MemoryCounters(
                allocations.get(), releases.get(), liveBytes.get(), bytes.get(), 0, 0, 0, leaks.get());
        return beside.plus(chunks.counters());
    }

    /// Keeps the account of a slab that goes. It has live segments when the pool is closed.
    void count(Slab slab) {
        allocations.addAndGet(slab.allocations());
        releases.addAndGet(slab.allocations() - slab.live());
        liveBytes.addAndGet((long) slab.live() * slab.slotBytes);
    }

    /// A handle became unreachable before it was released.
    void leaked(long byteSize, Throwable origin) {
        LOGGER.log(
                Level.WARNING,
                "A segment of " + byteSize + " bytes was lost: nothing refers to it, and nobody released it. Release it"
                        + " where its last use ends. It comes from here:",
                origin);
        StringWriter stack = new StringWriter();
        origin.printStackTrace(new PrintWriter(stack));
        new MemoryEvent.Leaked(byteSize, stack.toString()).commit();
        leaks.incrementAndGet();
    }

    /// Gives back all there is.
    ///
    /// @param now what the pool counts, to say what is still held
    /// @throws IllegalStateException when an operating system's call is using some of it: it can be called
    ///     again
    void close(MemoryCounters now) {
        if (!closed) {
            warnOfHeld(now);
        }
        closed = true;
        chunks.close();
        blocks.forEach(this::giveBack);
        if (!blocks.isEmpty()) {
            throw new IllegalStateException(
                    blocks.size() + " blocks of the pool are being read or written by the operating"
                            + " system: close the pool when that is over.");
        }
    }

    private void warnOfHeld(MemoryCounters now) {
        if (now.liveSegments() > 0) {
            LOGGER.log(
                    Level.WARNING,
                    "A pool was closed while " + now.liveSegments() + " segments of " + now.liveBytes()
                            + " bytes were held: whoever uses them from now on gets an exception.");
        }
    }
}
