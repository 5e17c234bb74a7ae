package org.sunda.gateway.service;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.sunda.gateway.service.Failure.Kind;
import org.sunda.term.Term;

/// What keeps one service from drowning, and from pulling others down: so many requests run, so many more wait, for so
/// long; the next one is refused at once. One deadline covers waiting and running.
public final class Bulkhead implements AutoCloseable {
    private static final String STOPPING = "the service is stopping";
    private static final Duration WORKERS_REST = Duration.ofSeconds(30);

    private final QueueLimits limits;

    /// One for each request that may run or wait.
    private final Semaphore places;

    private final ThreadPoolExecutor workers;
    private final ScheduledThreadPoolExecutor clock;
    private final Set<Call> open = ConcurrentHashMap.newKeySet();

    /// For the service of that name.
    public Bulkhead(String name, QueueLimits limits, Service service) {
        this.limits = limits;
        this.places = new Semaphore(limits.maxInFlight() + limits.maxWaiting());
        // The places bound this queue too, but for a moment: a place is free again before its worker is.
        this.workers = new ThreadPoolExecutor(
                limits.maxInFlight(),
                limits.maxInFlight(),
                WORKERS_REST.toMillis(),
                TimeUnit.MILLISECONDS,
                new LinkedBlockingQueue<>(),
                service.threads(name));
        workers.allowCoreThreadTimeOut(true);
        // A platform thread: deadlines must pass in time even when every carrier of virtual threads computes.
        this.clock = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name(name + "-clock").factory());
        clock.setRemoveOnCancelPolicy(true);
    }

    /// Takes a request on, or answers at once that it cannot.
    ///
    /// @param timeout after which the caller gets an answer, whatever has become of the work
    /// @param reply takes the one answer, on any thread
    /// @param atEnd told when no worker will touch the call any more, on any thread
    public Call submit(Work work, Duration timeout, Consumer<Term> reply, Consumer<Call> atEnd) {
        boolean isAdmitted = places.tryAcquire();
        Call call = new Call(work, reply, isAdmitted ? places::release : () -> {}, atEnd.andThen(open::remove));
        open.add(call);
        try {
            call.addTimer(after(timeout, () -> expire(call, timeout)));
            if (limits.timeout().compareTo(timeout) < 0) {
                call.addTimer(after(limits.timeout(), () -> tire(call)));
            }
            if (isAdmitted) {
                workers.execute(call);
            } else {
                refuseElsewhere(call);
            }
        } catch (RejectedExecutionException e) {
            refuseElsewhere(call);
        }
        return call;
    }

    /// An answer may have to wait for a connection that is busy, and the clock must not.
    private Future<?> after(Duration delay, Runnable action) {
        Runnable elsewhere = () -> Thread.ofVirtual().name("deadline").start(action);
        return clock.schedule(elsewhere, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void expire(Call call, Duration timeout) {
        if (call.cutShort()) {
            end(call, Kind.TIMEOUT, "the request's " + timeout.toMillis() + " ms are over");
        }
    }

    private void tire(Call call) {
        if (call.cutShortWaiting()) {
            end(
                    call,
                    Kind.OVERLOAD,
                    "no worker was free within " + limits.timeout().toMillis() + " ms");
        }
    }

    private void refuseElsewhere(Call call) {
        Thread.ofVirtual().name("refusal").start(() -> refuse(call));
    }

    private void refuse(Call call) {
        if (call.cutShort()) {
            if (workers.isShutdown()) {
                end(call, Kind.UNAVAILABLE, STOPPING);
            } else {
                end(call, Kind.OVERLOAD, busy());
            }
        }
        // No worker will: this takes it out of the books.
        call.run();
    }

    private String busy() {
        return "the service is busy: " + limits.maxInFlight() + " requests run and " + limits.maxWaiting() + " wait";
    }

    /// Answers a call that has been cut short. Who gets the answer finds its place in the queue free again.
    private void end(Call call, Kind kind, String message) {
        forget(call);
        call.fail(kind, message);
    }

    private void forget(Call call) {
        if (workers.remove(call)) {
            call.run();
        }
    }

    /// Ends a call whose caller is gone.
    public void abandon(Call call) {
        if (call.cutShort()) {
            forget(call);
        }
    }

    /// How many requests run or wait.
    public int open() {
        return open.size();
    }

    /// Refuses new requests, lets those it has end until the time is over, and then cuts the rest short.
    public void drain(Duration timeout) throws InterruptedException {
        workers.shutdown();
        if (!workers.awaitTermination(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
            for (Call call : open) {
                if (call.cutShort()) {
                    end(call, Kind.UNAVAILABLE, STOPPING);
                }
            }
            workers.awaitTermination(1, TimeUnit.SECONDS);
        }
        clock.shutdownNow();
    }

    @Override
    public void close() {
        try {
            drain(Duration.ZERO);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
