package org.sunda.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Memory that was taken from the system in one piece, and goes back in one.
final class Block {
    /// A cache line: no segment of 64 bytes or more then shares its first one with a neighbour by bad luck.
    static final int CACHE_LINE = 64;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;

    /// @throws OutOfMemoryError when there is no such memory
    Block(long byteSize, int alignment) {
        memory = arena.allocate(byteSize, alignment);
    }

    MemorySegment memory() {
        return memory;
    }

    long byteSize() {
        return memory.byteSize();
    }

    /// Gives the memory back, unless a call of the operating system is just using it.
    ///
    /// @return whether it is given back, now or earlier
    boolean close() {
        try {
            arena.close();
            return true;
        } catch (IllegalStateException inUse) {
            return !arena.scope().isAlive();
        }
    }
}
