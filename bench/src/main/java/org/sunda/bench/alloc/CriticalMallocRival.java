package org.sunda.bench.alloc;

import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;

/// C's `malloc` as a critical function: without the thread's transition, so that a collection waits for the call.
final class CriticalMallocRival extends AddressRival {
    // Constants of this very class: only such handles are compiled to a call.
    private static final MethodHandle MALLOC = Libc.malloc(Linker.Option.critical(false));
    private static final MethodHandle FREE = Libc.free(Linker.Option.critical(false));

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
