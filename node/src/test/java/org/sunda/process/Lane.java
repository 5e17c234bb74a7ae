package org.sunda.process;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sunda.signal.Signal;

/// One direction between two nodes: delivers signals in order, on a thread of its own. It can be held, so that
/// a test decides what happens before a signal arrives.
final class Lane implements AutoCloseable {
    private final Consumer<Signal> target;
    private final Thread thread;

    // Guarded by this.
    private final Queue<Signal> waiting = new ArrayDeque<>();
    private boolean isHeld;
    private boolean isClosed;
    private boolean isDelivering;
    private int allowed;

    Lane(String name, Consumer<Signal> target) {
        this.target = target;
        this.thread = Thread.ofPlatform().daemon().name(name).start(this::run);
    }

    synchronized void add(Signal signal) {
        waiting.add(signal);
        notifyAll();
    }

    /// Delivers nothing more until [#release], but for what [#pass] lets through.
    synchronized void hold() {
        isHeld = true;
    }

    synchronized void release() {
        isHeld = false;
        notifyAll();
    }

    /// Lets one signal through that waits, or the next one.
    synchronized void pass() {
        allowed++;
        notifyAll();
    }

    /// Forgets what waits, as a connection that breaks.
    synchronized void drop() {
        waiting.clear();
        notifyAll();
    }

    synchronized boolean isIdle() {
        return !isDelivering && (waiting.isEmpty() || !mayDeliver());
    }

    synchronized void awaitIdle() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!isIdle()) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0) {
                throw new AssertionError(thread.getName() + " is still busy");
            }
            try {
                wait(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted while " + thread.getName() + " is busy", e);
            }
        }
    }

    private boolean mayDeliver() {
        return !isHeld || allowed > 0;
    }

    private void run() {
        for (@Nullable Signal next = take(); next != null; next = take()) {
            target.accept(next);
        }
    }

    private synchronized @Nullable Signal take() {
        isDelivering = false;
        notifyAll();
        try {
            while (!isClosed && (waiting.isEmpty() || !mayDeliver())) {
                wait();
            }
        } catch (InterruptedException e) {
            return null;
        }
        if (isClosed) {
            return null;
        }
        isDelivering = true;
        allowed = Math.max(0, allowed - 1);
        return waiting.poll();
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        notifyAll();
    }
}
