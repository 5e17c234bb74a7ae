package org.sunda.process;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// The threads that the processes of one node share: as many workers for reactive processes as there are processors,
/// and one clock for all timers. Daemon threads, started when they are first needed.
final class Workers implements Executor, AutoCloseable {
    private final ExecutorService workers = Executors.newFixedThreadPool(
            Math.max(2, Runtime.getRuntime().availableProcessors()),
            Thread.ofPlatform().daemon().name("sunda-worker-", 1).factory());
    private final ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("sunda-clock").factory());

    Workers() {
        clock.setRemoveOnCancelPolicy(true);
    }

    @Override
    public void execute(Runnable task) {
        try {
            workers.execute(task);
        } catch (RejectedExecutionException e) {
            // The node is closed: nobody waits for what the task would do.
        }
    }

    Timer after(Duration delay, Runnable task) {
        Future<?> scheduled = clock.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
        return () -> scheduled.cancel(false);
    }

    @Override
    public void close() {
        clock.shutdownNow();
        workers.shutdown();
    }
}
