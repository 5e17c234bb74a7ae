package org.sunda.memory;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// What the slabs of a pool are made from: any size can have what another one left. Any thread; a lock is
/// held for a moment when a slab comes or goes, and never while the system is asked for anything.
final class Chunks {
    /// Of the system's pages, as far as this cares.
    private static final int ALIGNMENT = 4096;

    private final Reserve reserve;
    private final long mostIdle;

    /// How many pages a chunk has at most, unless a slab needs more. A chunk is idle only as a whole, so it
    /// is a small part of what may be.
    private final long mostPages;

    /// Guarded by this: the oldest first, so that the latest become free again.
    private final List<Chunk> chunks = new ArrayList<>();

    /// Guarded by this.
    private final Set<Slab> slabs = new HashSet<>();

    /// Of chunks, but for what was purged.
    private final AtomicLong bytes = new AtomicLong();

    /// In slabs of which something is handed out.
    private final AtomicLong busyBytes = new AtomicLong();

    Chunks(Reserve reserve, long mostIdle) {
        this.reserve = reserve;
        this.mostIdle = mostIdle;
        mostPages = Math.min(mostIdle / 8 / Chunk.PAGE_BYTES, Chunk.MOST_PAGES);
    }

    /// A slab where there is room.
    ///
    /// @param all also where that is no real memory for the moment
    /// @return null when there is none
    synchronized @Nullable Slab take(Slabs owner, int sizeClass, boolean all) {
        int pages = Slab.pagesOf(sizeClass);
        for (Chunk chunk : chunks) {
            int first = chunk.find(pages, all);
            if (first >= 0) {
                return take(owner, sizeClass, chunk, first);
            }
        }
        return null;
    }

    private Slab take(Slabs owner, int sizeClass, Chunk chunk, int first) {
        bytes.addAndGet(chunk.take(first, Slab.pagesOf(sizeClass)));
        Slab slab = new Slab(owner, chunk, first, sizeClass);
        slabs.add(slab);
        return slab;
    }

    /// A slab in a new chunk. A chunk is half as large as all the others are together, while that is not
    /// too much: who needs little takes little.
    ///
    /// @throws OutOfMemoryError when there is no such memory
    Slab grow(Slabs owner, int sizeClass) {
        long half = bytes.get() / 2 / Chunk.PAGE_BYTES;
        long pages = Math.max(Slab.pagesOf(sizeClass), Math.min(half, mostPages));
        Chunk chunk = new Chunk(reserve.take(pages * Chunk.PAGE_BYTES, ALIGNMENT));
        bytes.addAndGet(chunk.residentBytes());
        synchronized (this) {
            chunks.add(chunk);
            return take(owner, sizeClass, chunk, 0);
        }
    }

    /// Something of a slab is handed out, or is going to be.
    void use(Slab slab) {
        busyBytes.addAndGet(slab.byteSize());
    }

    /// Nothing of a slab is handed out any more.
    void leave(Slab slab) {
        busyBytes.addAndGet(-slab.byteSize());
    }

    /// Whether more is idle than may be. A quarter of what is in use may always be: less would only move
    /// pages to and fro while sizes change.
    boolean isTooMuchIdle() {
        return idleBytes() > Math.max(mostIdle, busyBytes.get() / 4);
    }

    /// What is in chunks, but in no slab of which something is handed out.
    private long idleBytes() {
        // Closing the pool leaves no bytes, but perhaps slabs in use.
        return Math.max(0, bytes.get() - busyBytes.get());
    }

    /// Leaves an idle slab's pages to others.
    synchronized void giveBack(Slab slab) {
        if (slabs.remove(slab)) {
            reserve.count(slab);
            slab.chunk.giveBack(slab.firstPage, Slab.pagesOf(slab.sizeClass));
        }
    }

    /// Gives idle memory back to the system while that is too much.
    void shrink() {
        boolean some = true;
        while (some && isTooMuchIdle()) {
            some = closeOne() || purgeOne();
        }
    }

    /// Gives back what no slab is in.
    void trim() {
        boolean some = true;
        while (some) {
            some = closeOne() || purgeOne();
        }
    }

    /// Gives a whole chunk back. Answers false when there is none, or when the operating system is just
    /// using it: it stays then.
    private boolean closeOne() {
        Chunk chunk = pollFree();
        if (chunk == null) {
            return false;
        }
        // C's heap would keep what it gets back for itself.
        Pages.purge(chunk.block.memory());
        boolean closed = reserve.giveBack(chunk.block);
        if (closed) {
            bytes.addAndGet(-chunk.residentBytes());
        } else {
            synchronized (this) {
                chunks.add(chunk);
            }
        }
        return closed;
    }

    /// Takes out a chunk that no slab is in, the latest first.
    private synchronized @Nullable Chunk pollFree() {
        for (int i = chunks.size() - 1; i >= 0; i--) {
            if (chunks.get(i).isFree()) {
                return chunks.remove(i);
            }
        }
        return null;
    }

    /// Gives back the real memory of some pages. Answers false when there are none, or when that cannot be.
    private boolean purgeOne() {
        Chunk.Run run = Pages.CAN_PURGE ? pollResident() : null;
        if (run == null) {
            return false;
        }
        // Nobody can take the pages meanwhile.
        boolean purged = Pages.purge(run.memory());
        synchronized (this) {
            run.giveBack(purged);
        }
        if (purged) {
            bytes.addAndGet(-run.byteSize());
        }
        return purged;
    }

    private synchronized Chunk.@Nullable Run pollResident() {
        for (int i = chunks.size() - 1; i >= 0; i--) {
            Chunk.Run run = chunks.get(i).pollResident();
            if (run != null) {
                return run;
            }
        }
        return null;
    }

    /// What the slabs count. Each belongs to its owner, whose last changes may be missing.
    synchronized MemoryCounters counters() {
        long allocations = 0;
        long live = 0;
        long liveBytes = 0;
        for (Slab slab : slabs) {
            allocations += slab.allocations();
            live += slab.live();
            liveBytes += (long) slab.live() * slab.slotBytes;
        }
        long purged = 0;
        for (Chunk chunk : chunks) {
            purged += chunk.block.byteSize() - chunk.residentBytes();
        }
        return new MemoryCounters(allocations, allocations - live, liveBytes, -purged, idleBytes(), 0, 0, 0);
    }

    /// Keeps the account of all slabs, and forgets them: the pool is closed.
    synchronized void close() {
        slabs.forEach(reserve::count);
        slabs.clear();
        chunks.clear();
        bytes.set(0);
    }
}
