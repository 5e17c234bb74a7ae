package org.sunda.bench.alloc;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import org.openjdk.jmh.infra.Blackhole;
import org.sunda.memory.Allocator;
import org.sunda.memory.Segment;
import org.sunda.memory.SharedPool;

/// The pool that all threads of the process share.
final class SundaSharedRival implements Rival {
    private final SharedPool pool = Allocator.shared();

    @Override
    public void once(long size, Blackhole hole) {
        Segment segment = pool.allocate(size);
        MemorySegment memory = segment.memory();
        memory.set(JAVA_BYTE, 0, MARK);
        hole.consume(memory.address());
        segment.release();
    }

    @Override
    public void allocate(Slots slots, int slot, long size) {
        Segment segment = pool.allocate(size);
        segment.memory().set(JAVA_BYTE, 0, MARK);
        slots.handles[slot] = segment;
    }

    @Override
    public void touch(Slots slots, int slot, long offset) {
        ((Segment) slots.handle(slot)).memory().set(JAVA_BYTE, offset, MARK);
    }

    @Override
    public void free(Slots slots, int slot) {
        ((Segment) slots.handle(slot)).release();
    }
}
