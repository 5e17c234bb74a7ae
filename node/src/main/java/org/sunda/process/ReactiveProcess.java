package org.sunda.process;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Pid;
import org.sunda.term.Term;

/// A process without a thread: its executor runs it when it has messages, and it never runs twice at the same time.
final class ReactiveProcess extends ActingProcess implements Runnable {
    private static final System.Logger LOGGER = System.getLogger(ReactiveProcess.class.getPackageName());

    /// How many messages one run handles before others get their turn.
    private static final int BUDGET = 64;

    /// Whether handlers of a class do anything before the first message.
    private static final ClassValue<Boolean> BEGINS = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            try {
                return type.getMethod("started", Self.class).getDeclaringClass() != Handler.class;
            } catch (NoSuchMethodException e) {
                return true;
            }
        }
    };

    private final Handler handler;
    private final Executor executor;
    private boolean isStarted;

    /// The id of the thread that runs it; 0 between two runs. A reference to the thread would cost more: see [Mailbox].
    private long runner;

    ReactiveProcess(Processes processes, Pid pid, SpawnOptions options, Handler handler) {
        super(processes, pid, options);
        this.handler = handler;
        this.executor = options.executor() == null ? processes.workers() : options.executor();
    }

    /// Has it run for the first time, if there is anything to do before the first message.
    void start() {
        if (BEGINS.get(handler.getClass()) && mailbox.wake()) {
            wake();
        }
    }

    @Override
    void wake() {
        try {
            executor.execute(this);
        } catch (RuntimeException e) {
            // Nobody else will ever run it. It may have ended before, for another reason.
            crashed(e);
            @Nullable Term reason = exitReason;
            finish(reason == null ? ExitReason.of(e) : reason);
        }
    }

    @Override
    void ended(Effects effects) {
        notifyAll();
        if (mailbox.wake()) {
            effects.wake(this);
        }
    }

    @Override
    ProcessInfo.Kind kind() {
        return ProcessInfo.Kind.REACTIVE;
    }

    @Override
    Class<?> code() {
        return handler.code();
    }

    @Override
    ProcessInfo.Status status() {
        if (runner != 0) {
            return ProcessInfo.Status.RUNNING;
        }
        return mailbox.isResting() ? ProcessInfo.Status.WAITING : ProcessInfo.Status.RUNNABLE;
    }

    @Override
    boolean isOwnThread() {
        return Thread.currentThread().threadId() == runner;
    }

    @Override
    public void run() {
        runner = Thread.currentThread().threadId();
        if (!isStarted) {
            begin();
        }
        for (int handled = 0; handled < BUDGET; handled++) {
            @Nullable Term reason = exitReason;
            if (reason != null) {
                finish(reason);
                return;
            }
            @Nullable Mail mail = mailbox.poll();
            if (mail == null) {
                if (rest()) {
                    return;
                }
            } else {
                handle(mail);
            }
        }
        runner = 0;
        wake();
    }

    /// Answers whether the run is over: no message has come, or another run is under way.
    private boolean rest() {
        runner = 0;
        boolean rests = mailbox.rest();
        // Who ended it meanwhile saw it run, and left the rest to this run.
        if (rests && (exitReason == null || !mailbox.wake())) {
            return true;
        }
        runner = Thread.currentThread().threadId();
        return false;
    }

    private void begin() {
        isStarted = true;
        if (exitReason == null) {
            try {
                handler.started(this);
            } catch (Throwable thrown) {
                crashed(thrown);
            }
            wakeOwed();
        }
    }

    /// Decoding a message may fail too, for want of memory.
    private void handle(Mail mail) {
        try {
            @Nullable Term message = mail.open();
            received();
            if (message != null) {
                handler.handle(message, this);
            }
        } catch (Throwable thrown) {
            crashed(thrown);
        }
        wakeOwed();
    }

    /// The process stays awake, so there is no run after this one. Nothing may get past here: the thread has other
    /// processes to run.
    private void finish(Term reason) {
        runner = 0;
        mailbox.clear();
        try {
            handler.stopped(reason);
        } catch (Throwable thrown) {
            CrashReport.log(LOGGER, "process " + this + " failed after its end", thrown);
        }
    }
}
