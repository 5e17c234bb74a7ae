package org.sunda.gateway.service;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sunda.gateway.service.Failure.Kind;
import org.sunda.term.Term;

/// One request on its way, answered exactly once: by its worker, or sooner by whoever cuts it short (its deadline, a
/// stop of the gateway), or never when its caller is gone.
///
/// The worker announces each blocking step with [#enter] and its end with [#leave]. Cutting short runs the step's
/// [Canceller] under the lock that `leave` also takes: a cancel never reaches a connection that somebody else uses by
/// then.
public final class Call implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Call.class);

    private final Work work;
    private final Consumer<Term> reply;
    private final Runnable afterWork;
    private final Consumer<Call> atEnd;
    private final List<Future<?>> timers = new ArrayList<>(2);
    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
    private final Object stepLock = new Object();

    private volatile Stage stage = Stage.QUEUE;
    private @Nullable Canceller canceller; // guarded by stepLock

    private enum State {
        WAITING,
        RUNNING,
        ANSWERED,
        CUT_SHORT
    }

    /// What makes a blocking step end soon; may itself block for a while.
    public interface Canceller {
        /// Called once at most, by another thread than the worker.
        void cancel() throws Exception;
    }

    /// @param reply takes the answer, on whatever thread has it
    /// @param afterWork runs once when the work is over, before its answer is sent: who gets that finds room again
    /// @param atEnd runs once when no worker will touch this call any more
    Call(Work work, Consumer<Term> reply, Runnable afterWork, Consumer<Call> atEnd) {
        this.work = work;
        this.reply = reply;
        this.afterWork = afterWork;
        this.atEnd = atEnd;
    }

    /// Does the work; called by the bulkhead's worker.
    @Override
    public void run() {
        try {
            @Nullable Term outcome = work();
            if (outcome != null) {
                answer(outcome);
            }
        } finally {
            timers.forEach(timer -> timer.cancel(false));
            atEnd.accept(this);
        }
    }

    /// Adds a timer to be stopped at the end; only before the call is handed to a worker.
    void addTimer(Future<?> timer) {
        timers.add(timer);
    }

    private @Nullable Term work() {
        try {
            return state.compareAndSet(State.WAITING, State.RUNNING) ? outcome() : null;
        } finally {
            afterWork.run();
        }
    }

    private Term outcome() {
        try {
            return work.run(this);
        } catch (FailureException e) {
            return e.failure().toTerm();
        } catch (RuntimeException | StackOverflowError | LinkageError e) {
            LOG.error("a request failed for a reason that is not the caller's", e);
            return Failure.of(Kind.INTERNAL, stage, "internal error: " + e).toTerm();
        } catch (OutOfMemoryError e) {
            // The rows that filled the memory are garbage by now.
            LOG.error("a request needed more memory than there is");
            return Failure.of(Kind.LIMIT, stage, "the result needs more memory than the gateway has")
                    .toTerm();
        }
    }

    private void answer(Term answer) {
        if (state.compareAndSet(State.RUNNING, State.ANSWERED)) {
            reply.accept(answer);
        }
    }

    /// Announces a blocking step; to be followed by [#leave] in a `finally`.
    ///
    /// @throws FailureException when the call has been cut short: nothing more is to be done
    public void enter(Stage next, Canceller step) throws FailureException {
        synchronized (stepLock) {
            stage = next;
            requireWanted();
            canceller = step;
        }
    }

    /// Another stage of the same step.
    public void enter(Stage next) {
        stage = next;
    }

    /// The end of a step: from here on its canceller will not be called, nor is it running.
    public void leave() {
        synchronized (stepLock) {
            canceller = null;
        }
    }

    /// To be called now and then during long work that nothing else would end.
    ///
    /// @throws FailureException when the call has been cut short: nothing more is to be done
    public void requireWanted() throws FailureException {
        if (state.get() != State.RUNNING) {
            throw new FailureException(Failure.of(Kind.TIMEOUT, stage, "cut short"));
        }
    }

    /// How far it has come.
    public Stage stage() {
        return stage;
    }

    /// Ends the call unless it has ended, without an answer so far. Returns before the work has stopped.
    ///
    /// @return whether this ended it; then whoever called this sees to the answer
    boolean cutShort() {
        if (cutShortWaiting()) {
            return true;
        }
        if (!state.compareAndSet(State.RUNNING, State.CUT_SHORT)) {
            return false;
        }
        // Some drivers open a connection to cancel: that must not hold up who told us to.
        Thread.ofVirtual().name("cancel").start(this::cancelStep);
        return true;
    }

    /// Ends the call only while it still waits for a worker.
    ///
    /// @return whether this ended it
    boolean cutShortWaiting() {
        return state.compareAndSet(State.WAITING, State.CUT_SHORT);
    }

    /// Answers a call that was just cut short.
    void fail(Kind kind, String message) {
        reply.accept(Failure.of(kind, stage, message).toTerm());
    }

    private void cancelStep() {
        synchronized (stepLock) {
            try {
                if (canceller != null) {
                    canceller.cancel();
                }
            } catch (Exception e) {
                LOG.warn("a request cannot be cancelled, and goes on until it ends by itself: {}", e.toString());
            }
        }
    }
}
