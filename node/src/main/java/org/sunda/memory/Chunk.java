package org.sunda.memory;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A block in pages, of which slabs take runs. Guarded by its [Chunks].
final class Chunk {
    /// Slabs take whole ones.
    static final int PAGE_BYTES = 64 << 10;

    /// As many as a word has bits.
    static final int MOST_PAGES = Long.SIZE;

    final Block block;

    /// What belongs to no slab.
    private long free;

    /// What of it takes no real memory.
    private long purged;

    /// All that there is.
    private final long pages;

    Chunk(Block block) {
        this.block = block;
        pages = run(0, (int) (block.byteSize() / PAGE_BYTES));
        free = pages;
    }

    /// Where the first run of so many free pages is.
    ///
    /// @param all also pages that take no real memory
    /// @return its first page, or -1 when there is none
    int find(int count, boolean all) {
        long starts = all ? free : free & ~purged;
        for (int done = 1; done < count; ) {
            int step = Math.min(done, count - done);
            starts &= starts >>> step;
            done += step;
        }
        return starts == 0 ? -1 : Long.numberOfTrailingZeros(starts);
    }

    /// Takes a run out.
    ///
    /// @return how many bytes of it took no real memory
    long take(int first, int count) {
        long run = run(first, count);
        long fresh = (long) Long.bitCount(purged & run) * PAGE_BYTES;
        free &= ~run;
        purged &= ~run;
        return fresh;
    }

    /// Takes out free pages that take real memory, as many as there are side by side.
    @Nullable
    Run pollResident() {
        long resident = free & ~purged;
        if (resident == 0) {
            return null;
        }
        int first = Long.numberOfTrailingZeros(resident);
        int count = Long.numberOfTrailingZeros(~(resident >>> first));
        take(first, count);
        return new Run(this, first, count);
    }

    /// Puts a run back.
    void giveBack(int first, int count) {
        free |= run(first, count);
    }

    private static long run(int first, int count) {
        return -1L >>> (MOST_PAGES - count) << first;
    }

    boolean isFree() {
        return free == pages;
    }

    /// How much takes real memory.
    long residentBytes() {
        return (long) Long.bitCount(pages & ~purged) * PAGE_BYTES;
    }

    MemorySegment memory(int first, int count) {
        return block.memory().asSlice((long) first * PAGE_BYTES, (long) count * PAGE_BYTES);
    }

    /// Pages side by side.
    record Run(Chunk chunk, int first, int count) {
        MemorySegment memory() {
            return chunk.memory(first, count);
        }

        long byteSize() {
            return (long) count * PAGE_BYTES;
        }

        /// @param purged whether they take no real memory any more
        void giveBack(boolean purged) {
            chunk.giveBack(first, count);
            if (purged) {
                chunk.purged |= run(first, count);
            }
        }
    }
}
