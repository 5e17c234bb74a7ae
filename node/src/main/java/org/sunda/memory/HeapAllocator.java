package org.sunda.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.LongAdder;

/// Memory that the garbage collector takes back, so that nothing is lost when a handle is.
final class HeapAllocator extends Home implements Allocator {
    /// The longest array that every virtual machine makes.
    private static final long LONGEST_ARRAY = Integer.MAX_VALUE - 8L;

    private final LongAdder allocations = new LongAdder();
    private final LongAdder releases = new LongAdder();
    private final LongAdder liveBytes = new LongAdder();

    @Override
    public Segment allocate(long byteSize) {
        MemorySegment memory = allocateMemory(SizeClasses.checkSize(byteSize));
        allocations.increment();
        liveBytes.add(byteSize);
        return new Segment(this, 0, memory);
    }

    /// An array, or where none is long enough memory outside the heap until nobody knows it any more.
    static MemorySegment allocateMemory(long byteSize) {
        return byteSize <= LONGEST_ARRAY
                ? MemorySegment.ofArray(new byte[(int) byteSize])
                : Arena.ofAuto().allocate(byteSize);
    }

    @Override
    public MemoryCounters counters() {
        return new MemoryCounters(allocations.sum(), releases.sum(), liveBytes.sum(), 0, 0, 0, 0, 0);
    }

    @Override
    void release(Segment segment) {
        long byteSize = segment.byteSize();
        if (segment.endShared()) {
            releases.increment();
            liveBytes.add(-byteSize);
        }
    }

    @Override
    void checkThread() {}
}
