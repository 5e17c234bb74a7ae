package org.sunda.bench.alloc;

import org.openjdk.jmh.infra.Blackhole;

/// A way to get memory and to give it back. Whoever allocates touches the first byte, the same for all.
///
/// One object for each thread; what threads share is behind it.
interface Rival extends AutoCloseable {
    /// What is written when memory is touched.
    byte MARK = 1;

    /// Allocates, touches and frees. The address goes into the black hole, or the object where there is no address, so
    /// that the allocation cannot be left out.
    void once(long size, Blackhole hole);

    /// Allocates and touches; what was in that slot is forgotten.
    void allocate(Slots slots, int slot, long size);

    /// Writes a byte somewhere in it.
    void touch(Slots slots, int slot, long offset);

    /// Frees.
    void free(Slots slots, int slot);

    @Override
    default void close() {}
}
