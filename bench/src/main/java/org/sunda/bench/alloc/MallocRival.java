package org.sunda.bench.alloc;

import java.lang.invoke.MethodHandle;

/// C's `malloc` through the foreign function interface, as any other function.
final class MallocRival extends AddressRival {
    // Constants of this very class: only such handles are compiled to a call.
    private static final MethodHandle MALLOC = Libc.malloc();
    private static final MethodHandle FREE = Libc.free();

    @Override
    long allocate(long size) {
        try {
            return (long) MALLOC.invokeExact(size);
        } catch (Throwable thrown) {
            throw Libc.failed(thrown);
        }
    }

    @Override
    void free(long address) {
        try {
            FREE.invokeExact(address);
        } catch (Throwable thrown) {
            throw Libc.failed(thrown);
        }
    }
}
