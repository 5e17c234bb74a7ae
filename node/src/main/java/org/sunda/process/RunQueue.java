package org.sunda.process;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// What one worker is to run, in order. The worker adds at the end; it and all others take from the front.
@SuppressWarnings("UnusedVariable") // front and end are used through their handles
final class RunQueue {
    private static final int PLACES = 1 << 11;
    private static final VarHandle PLACE = MethodHandles.arrayElementVarHandle(Runnable[].class);
    private static final VarHandle FRONT;
    private static final VarHandle END;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            FRONT = lookup.findVarHandle(RunQueue.class, "front", int.class);
            END = lookup.findVarHandle(RunQueue.class, "end", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final @Nullable Runnable[] places = new Runnable[PLACES];

    // Both count up for ever, and wrap.
    private volatile int front;
    private volatile int end;

    /// For the owner. Answers whether there was room.
    boolean add(Runnable task) {
        int at = (int) END.get(this);
        if (at - (int) FRONT.getAcquire(this) == PLACES) {
            return false;
        }
        PLACE.setOpaque(places, at & (PLACES - 1), task);
        END.setRelease(this, at + 1);
        return true;
    }

    /// Takes the next task, or null when there is none.
    @Nullable
    Runnable poll() {
        while (true) {
            int at = (int) FRONT.getAcquire(this);
            if (at == (int) END.getAcquire(this)) {
                return null;
            }
            // Read before it is known whose it is: the owner overwrites it only once the front has moved.
            @Nullable Runnable task = (Runnable) PLACE.getOpaque(places, at & (PLACES - 1));
            if (FRONT.compareAndSet(this, at, at + 1)) {
                return task;
            }
        }
    }

    /// How many wait: a moment ago.
    int size() {
        return (int) END.getAcquire(this) - (int) FRONT.getAcquire(this);
    }
}
