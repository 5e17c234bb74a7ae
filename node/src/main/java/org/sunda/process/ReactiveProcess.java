package org.sunda.process;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.sunda.signal.Payload;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;

/// A process without a thread: its executor runs it when it has messages, and it never runs twice at the same time.
final class ReactiveProcess extends ActingProcess implements Runnable {
    private static final System.Logger LOGGER = System.getLogger(ReactiveProcess.class.getPackageName());

    /// How many messages one run handles before others get their turn.
    private static final int BUDGET = 64;

    private final Handler handler;
    private final Executor executor;
    private boolean isStarted;

    /// Whether a run is under way or asked for. Starts true: the first run starts the handler.
    private boolean isScheduled = true;

    ReactiveProcess(Processes processes, Pid pid, SpawnOptions options, Handler handler) {
        super(processes, pid, options);
        this.handler = handler;
        this.executor = options.executor() == null ? processes.workers() : options.executor();
    }

    /// Has the process run soon. Who calls owns the run: none is under way or asked for.
    void schedule() {
        try {
            executor.execute(this);
        } catch (RuntimeException e) {
            // Nobody else will ever run it.
            crashed(e);
            next();
        }
    }

    @Override
    void arrived(Effects effects) {
        if (!isScheduled) {
            isScheduled = true;
            effects.run(this);
        }
    }

    @Override
    void ended(Effects effects) {
        notifyAll();
        arrived(effects);
    }

    @Override
    int setAside() {
        return 0;
    }

    @Override
    void flush(Ref monitor) {
        mailbox.removeIf(payload -> isDown(payload, monitor));
    }

    @Override
    public void run() {
        start();
        for (int handled = 0; handled < BUDGET; handled++) {
            Payload next = next();
            if (next == null) {
                return;
            }
            handle(next);
        }
        schedule();
    }

    /// The next message, or null when the run is over.
    private @Nullable Payload next() {
        Term reason;
        synchronized (this) {
            reason = exitReason;
            if (reason == null) {
                Payload next = mailbox.poll();
                isScheduled = next != null;
                return next;
            }
        }
        // The process stays scheduled, so there is no run after this one.
        stop(reason);
        return null;
    }

    private void start() {
        if (isStarted || exitReason != null) {
            return;
        }
        isStarted = true;
        try {
            handler.started(this);
        } catch (Throwable thrown) {
            crashed(thrown);
        }
    }

    private void handle(Payload payload) {
        @Nullable Term message = payload.term();
        if (message == null) {
            return;
        }
        try {
            handler.handle(message, this);
        } catch (Throwable thrown) {
            crashed(thrown);
        }
    }

    /// Nothing may get past here: the thread has other processes to run.
    private void stop(Term reason) {
        try {
            handler.stopped(reason);
        } catch (Throwable thrown) {
            LOGGER.log(System.Logger.Level.ERROR, "process " + this + " failed after its end", thrown);
        }
    }
}
