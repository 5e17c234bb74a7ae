package org.sunda.process;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/// The threads that the processes of one node share: as many workers for reactive processes as there are
/// processors, and one clock for all timers. Daemon threads, started when they are first needed.
final class Workers implements Executor, AutoCloseable {
    private final ThreadGroup group = new ThreadGroup("sunda-workers");
    private final ExecutorService workers = Executors.newFixedThreadPool(
            Math.max(2, Runtime.getRuntime().availableProcessors()),
            Thread.ofPlatform().group(group).daemon().name("sunda-worker-", 1).factory());
    private final ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().group(group).daemon().name("sunda-clock").factory());

    Workers() {
        clock.setRemoveOnCancelPolicy(true);
    }

    /// @throws RejectedExecutionException when the node is closed
    @Override
    public void execute(Runnable task) {
        workers.execute(task);
    }

    Timer after(Duration delay, Runnable task) {
        AtomicBoolean isOver = new AtomicBoolean();
        Runnable once = () -> {
            if (isOver.compareAndSet(false, true)) {
                task.run();
            }
        };
        Future<?> scheduled = clock.schedule(once, Timeout.nanos(delay), TimeUnit.NANOSECONDS);
        return () -> {
            boolean inTime = isOver.compareAndSet(false, true);
            scheduled.cancel(false);
            return inTime;
        };
    }

    /// Takes nothing more; what was taken before is done, but for timers.
    @Override
    public void close() {
        clock.shutdownNow();
        workers.shutdown();
    }

    /// Waits, after [#close], until all that was taken is done. A worker does not wait for itself.
    boolean awaitEnd(Duration timeout) throws InterruptedException {
        return group.equals(Thread.currentThread().getThreadGroup())
                || workers.awaitTermination(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }
}
