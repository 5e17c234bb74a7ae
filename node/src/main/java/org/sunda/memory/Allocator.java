package org.sunda.memory;

/// Where memory comes from. What it hands out holds whatever was there before, starts at a multiple of 16
/// bytes when it is off heap, and belongs to whoever asked until that owner releases it.
public sealed interface Allocator permits ConfinedPool, HeapAllocator, SharedPool {
    /// At least so many bytes, up to a quarter more: pools have sizes in steps from 64 bytes to 1 MiB, and
    /// above exactly what is asked for.
    ///
    /// @throws IllegalArgumentException when the size is negative
    /// @throws OutOfMemoryError when there is no such memory, on the heap or under
    ///     `-XX:MaxDirectMemorySize`
    Segment allocate(long byteSize);

    /// What happened so far. Any thread may ask; while others allocate, the figures need not be of one
    /// moment.
    MemoryCounters counters();

    /// Garbage-collected memory: arrays, or above 2 GiB an automatic arena. Releasing only ends the handle.
    /// Any thread. Each call answers an allocator that counts for itself.
    static Allocator heap() {
        return new HeapAllocator();
    }

    /// The pool of the whole process, off heap and never closed. Any thread.
    static SharedPool shared() {
        return SharedPool.PROCESS;
    }
}
