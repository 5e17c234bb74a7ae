package org.sunda.process;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;

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
    private record RunQueue(Thread owner, Queue<Runnable> tasks) {
        boolean isMine() {
            return owner.equals(Thread.currentThread());
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
            RUN_QUEUE.get().tasks().add(task);
            return;
        }
        Queue<Runnable> queue = new ArrayDeque<>();
        queue.add(task);
        ScopedValue.where(RUN_QUEUE, new RunQueue(Thread.currentThread(), queue))
                .run(() -> {
                    for (Runnable next = queue.poll(); next != null; next = queue.poll()) {
                        run(next);
                    }
                });
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable thrown) {
            CrashReport.log(LOGGER, "a task failed", thrown);
        }
    }
}
