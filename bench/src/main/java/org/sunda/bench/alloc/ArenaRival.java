package org.sunda.bench.alloc;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.openjdk.jmh.infra.Blackhole;

/// A confined arena for each piece of memory. It is the only one that fills the memory with zeros.
final class ArenaRival implements Rival {
    @Override
    public void once(long size, Blackhole hole) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(size);
            memory.set(JAVA_BYTE, 0, MARK);
            hole.consume(memory.address());
        }
    }

    @Override
    public void allocate(Slots slots, int slot, long size) {
        Arena arena = Arena.ofConfined();
        MemorySegment memory = arena.allocate(size);
        memory.set(JAVA_BYTE, 0, MARK);
        slots.addresses[slot] = memory.address();
        slots.handles[slot] = arena;
    }

    @Override
    public void touch(Slots slots, int slot, long offset) {
        Memory.set(slots.addresses[slot] + offset, MARK);
    }

    @Override
    public void free(Slots slots, int slot) {
        ((Arena) slots.handle(slot)).close();
    }
}
