package org.sunda.bench.alloc;

import org.openjdk.jmh.infra.Blackhole;

/// One whose memory is an address.
abstract class AddressRival implements Rival {
    abstract long allocate(long size);

    abstract void free(long address);

    @Override
    public final void once(long size, Blackhole hole) {
        long address = allocate(size);
        Memory.set(address, MARK);
        hole.consume(address);
        free(address);
    }

    @Override
    public final void allocate(Slots slots, int slot, long size) {
        long address = allocate(size);
        Memory.set(address, MARK);
        slots.addresses[slot] = address;
    }

    @Override
    public final void touch(Slots slots, int slot, long offset) {
        Memory.set(slots.addresses[slot] + offset, MARK);
    }

    @Override
    public final void free(Slots slots, int slot) {
        free(slots.addresses[slot]);
    }
}
