package org.sunda.bench.alloc;

import org.jspecify.annotations.Nullable;

/// Numbered places for memory that is in use: an address or an object each, as the allocator knows it.
final class Slots {
    final long[] addresses;
    final @Nullable Object[] handles;

    Slots(int count) {
        this.addresses = new long[count];
        this.handles = new Object[count];
    }

    /// The object in a slot that is in use.
    Object handle(int slot) {
        Object handle = handles[slot];
        if (handle == null) {
            throw new IllegalStateException("slot " + slot + " is not in use");
        }
        return handle;
    }

    /// Puts what is in one slot into another one.
    void move(int from, int to) {
        addresses[to] = addresses[from];
        handles[to] = handles[from];
        handles[from] = null;
    }
}
