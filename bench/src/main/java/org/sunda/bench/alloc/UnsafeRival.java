package org.sunda.bench.alloc;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;

/// The one of the report: `allocateMemory` of what is left of `sun.misc.Unsafe`. Constant method handles cost nothing
/// and, unlike its name, can be compiled without warnings that cannot be silenced.
final class UnsafeRival extends AddressRival {
    private static final MethodHandle ALLOCATE = find("allocateMemory", methodType(long.class, long.class));
    private static final MethodHandle FREE = find("freeMemory", methodType(void.class, long.class));

    private static MethodHandle find(String name, MethodType type) {
        try {
            Class<?> unsafe = Class.forName("sun.misc.Unsafe");
            Field field = unsafe.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return MethodHandles.lookup().findVirtual(unsafe, name, type).bindTo(field.get(null));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JVM has no sun.misc.Unsafe any more: leave it out", e);
        }
    }

    @Override
    long allocate(long size) {
        try {
            return (long) ALLOCATE.invokeExact(size);
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
