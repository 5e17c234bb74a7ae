package org.sunda.bench.alloc;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// C's allocator, or whichever was loaded before it. Addresses are plain numbers: the cheapest way to call it.
final class Libc {
    private static final Linker LINKER = Linker.nativeLinker();

    private Libc() {}

    static MethodHandle malloc(Linker.Option... options) {
        return find("malloc", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG), options);
    }

    static MethodHandle free(Linker.Option... options) {
        return find("free", FunctionDescriptor.ofVoid(JAVA_LONG), options);
    }

    static IllegalStateException failed(Throwable thrown) {
        return new IllegalStateException("the allocator failed", thrown);
    }

    // Native code is what is measured.
    @SuppressWarnings("restricted")
    private static MethodHandle find(String name, FunctionDescriptor shape, Linker.Option... options) {
        return LINKER.downcallHandle(first(name), shape, options);
    }

    /// The linker's own lookup would answer C's functions whatever was preloaded. `dlsym` without a library asks the
    /// whole process, in the order of loading.
    @SuppressWarnings("restricted")
    private static MemorySegment first(String name) {
        MethodHandle dlsym = LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow("dlsym"), FunctionDescriptor.of(ADDRESS, ADDRESS, ADDRESS));
        try (Arena arena = Arena.ofConfined()) {
            return (MemorySegment) dlsym.invokeExact(MemorySegment.NULL, arena.allocateFrom(name));
        } catch (Throwable thrown) {
            throw failed(thrown);
        }
    }
}
