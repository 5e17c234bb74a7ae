package org.sunda.memory;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A run of pages cut into slots of one size. Belongs to its [Slabs]: only whoever may use those may change it.
final class Slab extends Home {
    /// A larger slab means fewer of them, a smaller one less that is reserved for a size nobody uses much.
    private static final int USUAL_SLOTS = 32;

    /// A segment that is larger is alone in its slab.
    private static final int LARGEST_BYTES = 128 << 10;

    final Slabs slabs;
    final Chunk chunk;
    final int sizeClass;
    final int slotBytes;
    final int firstPage;
    private final MemorySegment pages;
    private final int slots;

    /// The slots themselves, each made when it is first handed out.
    private final @Nullable MemorySegment[] memory;

    /// The ticket of the slot to hand out next; `tickets` has the one after it in its place, and so on to
    /// [#NO_SLOT].
    private long nextFree;

    /// How many slots are free; not counted while it is `kept`.
    private int free;

    /// Whether it is the one being used, and stays that even when nothing of it is handed out.
    boolean kept;

    /// Neighbours in the one list of its shelf that it is in, if any.
    @Nullable
    Slab previous;

    @Nullable
    Slab next;

    /// @param firstPage where its pages begin in the chunk; there are as many as [#pagesOf] says
    Slab(Slabs slabs, Chunk chunk, int firstPage, int sizeClass) {
        super(new long[slotsOf(sizeClass)]);
        this.slabs = slabs;
        this.chunk = chunk;
        this.firstPage = firstPage;
        this.sizeClass = sizeClass;
        pages = chunk.memory(firstPage, pagesOf(sizeClass));
        slotBytes = SizeClasses.sizeOf(sizeClass);
        slots = tickets.length;
        memory = new MemorySegment[slots];
        free = slots;
        for (int i = 0; i < slots; i++) {
            tickets[i] = i + 1 < slots ? i + 1 : NO_SLOT;
        }
    }

    /// How many pages a slab takes.
    static int pagesOf(int sizeClass) {
        long bytes = (long) SizeClasses.sizeOf(sizeClass) * USUAL_SLOTS;
        int most = Math.max(SizeClasses.sizeOf(sizeClass), LARGEST_BYTES);
        return (int) Math.ceilDiv(Math.min(bytes, most), Chunk.PAGE_BYTES);
    }

    /// As many as there is room for.
    private static int slotsOf(int sizeClass) {
        return Math.min(pagesOf(sizeClass) * Chunk.PAGE_BYTES / SizeClasses.sizeOf(sizeClass), MOST_SLOTS);
    }

    long byteSize() {
        return pages.byteSize();
    }

    /// Hands out a slot; there must be one.
    Segment take() {
        long ticket = nextFree;
        int slot = slotOf(ticket);
        MemorySegment slice = memory[slot];
        if (slice == null) {
            slice = cut(slot);
        }
        nextFree = tickets[slot];
        tickets[slot] = ticket;
        if (!kept) {
            free--;
        }
        return new Segment(this, ticket, slice);
    }

    private MemorySegment cut(int slot) {
        MemorySegment slice = pages.asSlice((long) slot * slotBytes, slotBytes);
        memory[slot] = slice;
        return slice;
    }

    /// Takes a slot back, and makes all handles on it void.
    ///
    /// @return whether that is news for who keeps the slab: it was full, or has become idle
    boolean put(long ticket) {
        tickets[slotOf(ticket)] = nextFree;
        nextFree = nextOf(ticket);
        if (kept) {
            return false;
        }
        free++;
        return free == 1 || free == slots;
    }

    boolean isFull() {
        return nextFree == NO_SLOT;
    }

    /// The last slot was handed out: it is not the one being used any more.
    void full() {
        kept = false;
        free = 0;
    }

    /// Whether nothing is handed out, unless it is kept.
    boolean isIdle() {
        return free == slots;
    }

    /// Whether the slot that was just put back is the only free one, unless it is kept.
    boolean wasFull() {
        return free == 1;
    }

    /// How often a slot was handed out.
    long allocations() {
        // A free slot has the ticket of the next one, and `nextFree` that of the first: none is missing.
        long times = timesOf(nextFree);
        for (long ticket : tickets) {
            times += timesOf(ticket);
        }
        return times + live();
    }

    /// How many slots are handed out now. Follows the free ones: for those who seldom ask.
    int live() {
        int count = 0;
        for (long ticket = nextFree; slotOf(ticket) < slots && count < slots; ticket = tickets[slotOf(ticket)]) {
            count++;
        }
        return slots - count;
    }

    @Override
    void release(Segment segment) {
        if (slabs.owner == Thread.currentThread().threadId()) {
            slabs.release(this, segment);
        } else {
            slabs.releaseElsewhere(this, segment);
        }
    }

    @Override
    void checkThread() {
        slabs.checkThread();
    }
}
