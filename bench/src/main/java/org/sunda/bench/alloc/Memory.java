package org.sunda.bench.alloc;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// All of the address space as one segment: the cheapest way to a byte whose address one knows.
final class Memory {
    // Those who give addresses are given no more safety than they offer.
    @SuppressWarnings("restricted")
    private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private Memory() {}

    static void set(long address, byte value) {
        ALL.set(ValueLayout.JAVA_BYTE, address, value);
    }
}
