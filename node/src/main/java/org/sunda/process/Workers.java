package org.sunda.process;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/// The threads that run the processes of one node, as many as there are processors. Daemon threads, started when
/// they are first needed.
///
/// What a process makes runnable is queued by the worker that runs that process, which is about to be free: no other
/// thread is woken for it, and what it works on is in that processor's cache. Only when more waits there than the
/// worker will come to next, a worker that has nothing to do is woken to take some. Of several such one searches at a
/// time, and wakes the next when it has found something.
///
/// A run that lasts is watched: what waits behind it goes to others, to a further worker where there is none, and
/// after a second the log tells.
final class Workers implements Executor, AutoCloseable {
    private static final System.Logger LOGGER = System.getLogger(Workers.class.getPackageName());

    private static final VarHandle SEARCHED;
    private static final VarHandle WATCHED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            SEARCHED = lookup.findVarHandle(Workers.class, "isSearched", boolean.class);
            WATCHED = lookup.findVarHandle(Workers.class, "isWatched", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /// How often runs are looked at, while there are any.
    private static final Duration TICK = Duration.ofMillis(20);

    /// What is told of in the log.
    private static final Duration LONG_RUN = Duration.ofSeconds(1);

    /// A worker whose handler blocks is replaced, but not for ever.
    private static final int MOST = 256;

    private static final Duration FOR_EVER = Duration.ofDays(36_500);
    private static final Duration SPARE = Duration.ofSeconds(10);

    private final ThreadGroup group = new ThreadGroup("sunda-workers");
    private final Queue<Runnable> outside = new ConcurrentLinkedQueue<>();

    /// Whether a worker was woken to look for work, and has not begun.
    private volatile boolean isSearched;

    private volatile boolean isWatched;
    private final Clock clock;

    /// Only the clock's thread makes further workers.
    private int lastNumber;

    /// Replaced by another one when workers come or go, under the lock of this object.
    private volatile Worker[] workers;

    private volatile boolean isClosed;

    Workers(Clock clock) {
        this.clock = clock;
        workers = new Worker[Math.max(2, Runtime.getRuntime().availableProcessors())];
        Arrays.setAll(workers, i -> new Worker(this, group, i + 1, FOR_EVER));
        lastNumber = workers.length;
    }

    /// Whether a thread runs processes that do not wait.
    static boolean isWorker(Thread thread) {
        return thread instanceof Worker;
    }

    /// @throws RejectedExecutionException when the node is closed
    @Override
    public void execute(Runnable task) {
        if (Carriers.currentCarrier() instanceof Worker worker && worker.isOf(this)) {
            executeHere(worker, task);
        } else if (isClosed) {
            throw new RejectedExecutionException("the node is closed");
        } else {
            outside.add(task);
            signal();
        }
    }

    /// As [#execute], for what must run as long as there is a JVM.
    void carry(Runnable task) {
        if (isClosed) {
            Thread.ofPlatform().daemon().start(task);
        } else {
            execute(task);
        }
    }

    private void executeHere(Worker worker, Runnable task) {
        if (!worker.add(task)) {
            outside.add(task);
        }
        try {
            if (worker.spare() > 0) {
                wakeOne();
            }
        } catch (StackOverflowError e) {
            // As in signal.
            isSearched = false;
            isWatched = false;
        }
    }

    /// Has a worker look for work, unless one is at it or all are busy. What is to be done has been queued
    /// before, so the caller must not be told that it was not.
    private void signal() {
        try {
            wakeOne();
        } catch (StackOverflowError e) {
            // The next one signals anew. There is no room for a call here.
            isSearched = false;
            isWatched = false;
        }
    }

    private void wakeOne() {
        if (isSearched || !isAnyIdle() || !SEARCHED.compareAndSet(this, false, true)) {
            return;
        }
        for (Worker worker : workers) {
            if (worker.unpark()) {
                watch();
                return;
            }
        }
        isSearched = false;
    }

    private boolean isAnyIdle() {
        for (Worker worker : workers) {
            if (worker.isIdle()) {
                return true;
            }
        }
        return false;
    }

    @Nullable
    Runnable pollOutside() {
        return outside.poll();
    }

    /// For a worker that has nothing: finds something, and has another one search then.
    @Nullable
    Runnable search(Worker searcher) {
        @Nullable Runnable task = outside.poll();
        for (Worker worker : workers) {
            if (task != null) {
                break;
            }
            task = worker == searcher ? null : worker.steal();
        }
        if (isSearched) {
            isSearched = false;
            if (task != null && hasWork()) {
                signal();
            }
        }
        return task;
    }

    boolean hasWork() {
        if (!outside.isEmpty()) {
            return true;
        }
        for (Worker worker : workers) {
            if (worker.spare() > 0) {
                return true;
            }
        }
        return false;
    }

    /// How many tasks wait: a moment ago.
    int waiting() {
        return outside.size() + Arrays.stream(workers).mapToInt(Worker::waiting).sum();
    }

    boolean isClosed() {
        return isClosed;
    }

    // -- Long runs ----------------------------------------------------------------------------------------------------

    private void watch() {
        if (!isWatched && WATCHED.compareAndSet(this, false, true)) {
            tickLater();
        }
    }

    private void tickLater() {
        try {
            clock.after(TICK, this::tick);
        } catch (RejectedExecutionException e) {
            // The node is closed.
        }
    }

    private void tick() {
        long now = System.nanoTime();
        boolean isBusy = false;
        boolean isHeldUp = false;
        for (Worker worker : workers) {
            long nanos = worker.look(now);
            isBusy |= !worker.isIdle();
            isHeldUp |= worker.spare() > 0 && nanos > 0;
            if (nanos > LONG_RUN.toNanos() && worker.isNews()) {
                tell(worker);
            }
        }
        if (isHeldUp || (isBusy && !outside.isEmpty())) {
            help();
        }
        if (isBusy) {
            tickLater();
            return;
        }
        isWatched = false;
        // One that was woken since was told that there is a watch.
        if (!Arrays.stream(workers).allMatch(Worker::isIdle)) {
            watch();
        }
    }

    private static void tell(Worker worker) {
        IllegalStateException where = new IllegalStateException("here it is now");
        where.setStackTrace(worker.getStackTrace());
        LOGGER.log(
                System.Logger.Level.WARNING,
                "a process has kept " + worker.getName()
                        + " for more than a second: a reactive one must not block, and "
                        + "whoever computes that long keeps others waiting",
                where);
    }

    /// Work waits behind runs that last.
    private void help() {
        if (!isAnyIdle() && workers.length < MOST) {
            add(new Worker(this, group, ++lastNumber, SPARE));
        }
        signal();
    }

    private synchronized void add(Worker worker) {
        Worker[] more = Arrays.copyOf(workers, workers.length + 1);
        more[workers.length] = worker;
        workers = more;
    }

    /// A further worker has had nothing to do for a while.
    synchronized void retire(Worker worker) {
        workers = Arrays.stream(workers).filter(other -> !other.equals(worker)).toArray(Worker[]::new);
    }

    // -- The end ------------------------------------------------------------------------------------------------------

    /// Takes nothing more from outside; what was taken before is done.
    @Override
    public void close() {
        isClosed = true;
        Arrays.stream(workers).filter(Thread::isAlive).forEach(Worker::unpark);
    }

    /// Waits, after [#close], until all that was taken is done. A worker does not wait for itself.
    boolean awaitEnd(Duration timeout) throws InterruptedException {
        if (isWorker(Thread.currentThread())) {
            return true;
        }
        Timeout deadline = Timeout.in(timeout);
        for (Worker worker : workers) {
            if (worker.isAlive()) {
                worker.join(deadline.millisLeft());
            }
        }
        return Arrays.stream(workers).noneMatch(Thread::isAlive);
    }
}
