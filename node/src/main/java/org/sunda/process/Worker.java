package org.sunda.process;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A thread that runs processes, one run after the other: what its own queue holds, else what came from outside, else
/// what waits for another worker.
final class Worker extends Thread {
    private static final System.Logger LOGGER = System.getLogger(Worker.class.getPackageName());

    /// After so many runs it looks outside first, so that nothing waits there for ever.
    private static final int FAIRNESS = 61;

    private static final VarHandle BEGUN;
    private static final VarHandle PARKED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            BEGUN = lookup.findVarHandle(Worker.class, "begun", long.class);
            PARKED = lookup.findVarHandle(Worker.class, "isParked", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Workers workers;
    private final RunQueue queue = new RunQueue();

    /// Whether it has nothing to do, or has not been started. Who sets this to false sees that it runs.
    private volatile boolean isParked = true;

    /// Whether its run lasts.
    private volatile boolean isHeldUp;

    /// How many runs it has begun; written by this thread alone.
    private long begun;

    /// By the one who watches: how many it had begun then, since when, and whether it was told of.
    private final Watch watch = new Watch();

    private final Duration patience;

    /// Whether it was woken to look for work, as it is when it starts.
    private boolean isSearching = true;

    /// @param patience how long it stays with nothing to do
    Worker(Workers workers, ThreadGroup group, int number, Duration patience) {
        super(group, null, "sunda-worker-" + number);
        this.workers = workers;
        this.patience = patience;
        setDaemon(true);
    }

    boolean isOf(Workers all) {
        return workers == all;
    }

    /// For the thread itself. Answers whether there was room.
    boolean add(Runnable task) {
        return queue.add(task);
    }

    /// For all others: takes what waits, if it is theirs to take.
    @Nullable
    Runnable steal() {
        return spare() > 0 ? queue.poll() : null;
    }

    /// How many wait that others may take. The next one is for this worker, which is about to be free: unless it is
    /// held up.
    int spare() {
        return isHeldUp ? queue.size() : queue.size() - 1;
    }

    /// How many wait: a moment ago.
    int waiting() {
        return Math.max(0, queue.size());
    }

    /// Has it look for work, if it has none. Answers whether it had none.
    boolean unpark() {
        if (!isParked || !PARKED.compareAndSet(this, true, false)) {
            return false;
        }
        try {
            if (getState() == State.NEW) {
                start();
            } else {
                LockSupport.unpark(this);
            }
        } catch (StackOverflowError e) {
            isParked = true;
            throw e;
        }
        return true;
    }

    @Override
    public void run() {
        boolean goesOn = true;
        while (goesOn) {
            @Nullable Runnable task = next();
            if (task == null) {
                goesOn = park();
            } else {
                run(task);
            }
        }
    }

    private @Nullable Runnable next() {
        if (isSearching) {
            isSearching = false;
            return workers.search(this);
        }
        @Nullable Runnable task = begun % FAIRNESS == 0 ? workers.pollOutside() : null;
        if (task == null) {
            task = queue.poll();
        }
        return task == null ? workers.search(this) : task;
    }

    private void run(Runnable task) {
        BEGUN.setOpaque(this, begun + 1);
        try {
            task.run();
        } catch (Throwable thrown) {
            CrashReport.log(LOGGER, "a task failed", thrown);
        }
    }

    /// Waits until there is work to be searched for. Answers false when there will be none any more.
    private boolean park() {
        isParked = true;
        // Whoever has added something since the last look sees this thread parked, or is seen here.
        long begin = System.nanoTime();
        long nanos = patience.toNanos();
        boolean isNeeded = workers.hasWork();
        while (isParked && !isNeeded && !workers.isClosed() && System.nanoTime() - begin < nanos) {
            LockSupport.parkNanos(workers, nanos);
        }
        boolean isWoken = !PARKED.compareAndSet(this, true, false);
        isSearching = isWoken || isNeeded;
        if (!isSearching) {
            workers.retire(this);
        }
        return isSearching;
    }

    // -- For the watch ------------------------------------------------------------------------------------------------

    boolean isIdle() {
        return isParked;
    }

    /// How long its current run has lasted, by what this saw before; 0 when it has none, or has begun another.
    long look(long now) {
        long nanos = watch.look(isParked ? 0 : (long) BEGUN.getOpaque(this), now);
        isHeldUp = nanos > 0;
        return nanos;
    }

    /// Whether this run has not been told of.
    boolean isNews() {
        return watch.isNews();
    }

    private static final class Watch {
        private long begun;
        private long since;
        private boolean isTold;

        long look(long nowBegun, long now) {
            if (nowBegun != begun || nowBegun == 0) {
                begun = nowBegun;
                since = now;
                isTold = false;
            }
            return now - since;
        }

        boolean isNews() {
            boolean was = isTold;
            isTold = true;
            return !was;
        }
    }
}
