package org.sunda.process;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/// Runs a reactive process on the thread that delivers its message, which may be the one that reads a
/// connection: no message is handed from thread to thread, and a handler that blocks holds up everything else
/// that comes by that connection.
///
/// What such a process sends to others of its kind is run after it, not inside it: a thread has one queue of
/// what it is to run, however long the chain.
public enum CallerRuns implements Executor {
    /// The only one.
    INSTANCE;

    private static final System.Logger LOGGER = System.getLogger(CallerRuns.class.getPackageName());

    private static final ScopedValue<RunQueue> RUN_QUEUE = ScopedValue.newInstance();

    /// What a thread is to run. Only that thread touches it; another may inherit the scope.
    private static final class RunQueue implements Runnable {
        private final Thread owner = Thread.currentThread();
        private @Nullable Runnable next;

        /// Null while there is nothing but the first: most messages lead to no other here.
        private @Nullable Queue<Runnable> further;

        private RunQueue(Runnable first) {
            next = first;
        }

        private boolean isMine() {
            return owner.equals(Thread.currentThread());
        }

        private void add(Runnable task) {
            Queue<Runnable> all = further;
            if (all == null) {
                all = new ArrayDeque<>();
                further = all;
            }
            all.add(task);
        }

        @Override
        public void run() {
            for (Runnable task = next; task != null; task = next) {
                CallerRuns.run(task);
                next = further == null ? null : further.poll();
            }
        }
    }

    /// Whether the calling thread is running a process for its caller.
    static boolean isRunning() {
        return RUN_QUEUE.isBound() && RUN_QUEUE.get().isMine();
    }

    /// Runs the task now, or after the one that the calling thread is running. What a task throws is logged: it
    /// is not the caller's doing.
    @Override
    public void execute(Runnable task) {
        if (isRunning()) {
            RUN_QUEUE.get().add(task);
        } else {
            RunQueue queue = new RunQueue(task);
            ScopedValue.where(RUN_QUEUE, queue).run(queue);
        }
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable thrown) {
            CrashReport.log(LOGGER, "a task failed", thrown);
        }
    }
}
