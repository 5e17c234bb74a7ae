package org.sunda.process;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/// What carries the virtual threads of blocking processes.
///
/// The JDK has one pool for all virtual threads, which wakes a second carrier for each thread that is woken: a
/// conversation hops between processors, and each hop costs more than the message. Where the JVM was started with
/// `--add-opens java.base/java.lang=ALL-UNNAMED` the node's own [Workers] carry them instead, and what a process wakes
/// stays on its processor. Without that flag all works the same, more slowly.
final class Carriers {
    private static final @Nullable MethodHandle NEW_THREAD = openNewThread();
    private static final @Nullable MethodHandle CURRENT_CARRIER = openCurrentCarrier();

    private final Executor executor;

    /// @param executor what carries them, where that can be chosen
    Carriers(Executor executor) {
        this.executor = executor;
    }

    private static @Nullable MethodHandle openNewThread() {
        try {
            MethodType type =
                    MethodType.methodType(Thread.class, Executor.class, String.class, int.class, Runnable.class);
            Class<?> builders = Class.forName("java.lang.ThreadBuilders");
            return MethodHandles.privateLookupIn(builders, MethodHandles.lookup())
                    .findStatic(builders, "newVirtualThread", type);
        } catch (ReflectiveOperationException | RuntimeException e) {
            // The package is not open, or this JDK has no such method.
            return null;
        }
    }

    private static @Nullable MethodHandle openCurrentCarrier() {
        try {
            return MethodHandles.privateLookupIn(Thread.class, MethodHandles.lookup())
                    .findStatic(Thread.class, "currentCarrierThread", MethodType.methodType(Thread.class));
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }

    /// The platform thread that runs the calling code; for a virtual thread its carrier, where that can be seen.
    static Thread currentCarrier() {
        MethodHandle handle = CURRENT_CARRIER;
        if (handle == null) {
            return Thread.currentThread();
        }
        try {
            return (Thread) handle.invokeExact();
        } catch (Throwable e) {
            throw new IllegalStateException("a thread has no carrier", e);
        }
    }

    Thread unstarted(Runnable task) {
        MethodHandle handle = NEW_THREAD;
        if (handle == null || CURRENT_CARRIER == null) {
            return Thread.ofVirtual().unstarted(task);
        }
        try {
            return (Thread) handle.invokeExact(executor, (String) null, 0, task);
        } catch (Throwable e) {
            throw new IllegalStateException("a virtual thread cannot be made", e);
        }
    }
}
