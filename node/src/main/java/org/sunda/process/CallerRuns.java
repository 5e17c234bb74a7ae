package org.sunda.process;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;

/// Runs a reactive process on the thread that delivers its message, which may be the one that reads a connection: no
/// message is handed from thread to thread, and a handler that blocks holds up everything else that comes by that
/// connection.
///
/// What such a process sends to others of its kind is run after it, not inside it: a thread has one queue of what it is
/// to run, however long the chain.
public enum CallerRuns implements Executor {
    /// The only one.
    INSTANCE;

    private static final ScopedValue<Queue<Runnable>> RUN_QUEUE = ScopedValue.newInstance();

    @Override
    public void execute(Runnable task) {
        if (RUN_QUEUE.isBound()) {
            RUN_QUEUE.get().add(task);
            return;
        }
        Queue<Runnable> queue = new ArrayDeque<>();
        queue.add(task);
        ScopedValue.where(RUN_QUEUE, queue).run(() -> {
            for (Runnable next = queue.poll(); next != null; next = queue.poll()) {
                next.run();
            }
        });
    }
}
