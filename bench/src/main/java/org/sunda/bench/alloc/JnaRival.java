package org.sunda.bench.alloc;

import com.sun.jna.Native;

/// JNA's own entry to C's `malloc`.
final class JnaRival extends AddressRival {
    @Override
    long allocate(long size) {
        return Native.malloc(size);
    }

    @Override
    void free(long address) {
        Native.free(address);
    }
}
