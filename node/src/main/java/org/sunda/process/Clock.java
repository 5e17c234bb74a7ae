package org.sunda.process;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/// All timers of one node, on one daemon thread that starts with the first of them.
final class Clock implements AutoCloseable {
    private final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("sunda-clock").factory());

    Clock() {
        executor.setRemoveOnCancelPolicy(true);
    }

    /// Does something later, on the clock's own thread: it must be quick.
    ///
    /// @throws RejectedExecutionException when the node is closed
    Timer after(Duration delay, Runnable task) {
        AtomicBoolean isOver = new AtomicBoolean();
        Runnable once = () -> {
            if (isOver.compareAndSet(false, true)) {
                task.run();
            }
        };
        Future<?> scheduled = executor.schedule(once, Timeout.nanos(delay), TimeUnit.NANOSECONDS);
        return () -> {
            boolean inTime = isOver.compareAndSet(false, true);
            scheduled.cancel(false);
            return inTime;
        };
    }

    /// No timer goes off after this.
    @Override
    public void close() {
        executor.shutdownNow();
    }
}
