package org.sunda.bench.alloc;

import org.openjdk.jmh.infra.Blackhole;

/// Arrays, which the garbage collector frees: what it costs is in the time, what memory it takes is not.
final class HeapRival implements Rival {
    @Override
    public void once(long size, Blackhole hole) {
        byte[] array = new byte[(int) size];
        array[0] = MARK;
        hole.consume(array);
    }

    @Override
    public void allocate(Slots slots, int slot, long size) {
        byte[] array = new byte[(int) size];
        array[0] = MARK;
        slots.handles[slot] = array;
    }

    @Override
    public void touch(Slots slots, int slot, long offset) {
        ((byte[]) slots.handle(slot))[(int) offset] = MARK;
    }

    @Override
    public void free(Slots slots, int slot) {
        slots.handles[slot] = null;
    }
}
