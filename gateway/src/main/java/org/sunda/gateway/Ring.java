package org.sunda.gateway;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.sunda.process.BlockingSelf;
import org.sunda.process.Handler;
import org.sunda.process.ProcessSettings;
import org.sunda.process.Processes;
import org.sunda.process.Self;
import org.sunda.process.SpawnOptions;
import org.sunda.term.Atom;
import org.sunda.term.Int;
import org.sunda.term.Pid;
import org.sunda.term.Term;

/// The ring of the fourth report (1998): a process starts `n - 1` others, each of which knows the one before it, and
/// sends a number to the last. Whoever gets the number sends it on, less one, and ends when it was not above zero.
///
/// @param processes where they run
/// @param isBlocking whether each has a virtual thread
/// @param n how many processes
/// @param m the number
record Ring(Processes processes, boolean isBlocking, int n, long m) {
    /// A ring that takes longer has lost its number.
    private static final long MINUTES = 10;

    /// What the first process saw.
    ///
    /// @param spawned when all others were started, by the clock of `System.nanoTime`
    /// @param last the number that ended it
    private record Times(long began, long spawned, long ended, long last) {}

    /// The report's figures, in nanoseconds.
    ///
    /// @param spawn for each process that was started
    /// @param message for each message
    record Round(double spawn, double message) {}

    /// Processes of a node without a network.
    static Processes alone() {
        return new Processes(
                Atom.of("ring@localhost"),
                1,
                (node, _) -> {
                    throw new IllegalStateException("a ring has no way to " + node);
                },
                _ -> self -> self.exit(Atom.UNDEFINED),
                ProcessSettings.DEFAULT);
    }

    /// Starts a ring, and lets the number go round until all have ended.
    ///
    /// @throws IllegalStateException when a message was lost
    Round round() throws InterruptedException {
        CompletableFuture<Times> first = new CompletableFuture<>();
        CountDownLatch alive = new CountDownLatch(n);
        if (isBlocking) {
            processes.spawn(self -> runFirst(self, first, alive));
        } else {
            processes.react(SpawnOptions.DEFAULT, new First(this, first, alive));
        }
        Times times = await(first, alive);
        // The first gets each n-th message, until the number is not above zero.
        long hops = Math.ceilDiv(m + 1, n) * n;
        long last = m + 1 - hops;
        if (times.last != last) {
            throw new IllegalStateException("the number should have come to " + last + ", not to " + times.last);
        }
        double spawn = n == 1 ? 0 : (double) (times.spawned - times.began) / (n - 1);
        return new Round(spawn, (double) (times.ended - times.spawned) / hops);
    }

    private static Times await(CompletableFuture<Times> first, CountDownLatch alive) throws InterruptedException {
        try {
            Times times = first.get(MINUTES, TimeUnit.MINUTES);
            if (alive.await(MINUTES, TimeUnit.MINUTES)) {
                return times;
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("the first process of the ring failed: " + e.getCause(), e);
        } catch (TimeoutException _) {
            // The same words as when others do not end.
        }
        throw new IllegalStateException("the ring did not end within " + MINUTES + " minutes");
    }

    // -- Blocking -----------------------------------------------------------------------------------------------------

    private void runFirst(BlockingSelf self, CompletableFuture<Times> result, CountDownLatch alive)
            throws InterruptedException {
        try {
            long began = System.nanoTime();
            Pid next = self.pid();
            for (int i = 1; i < n; i++) {
                Pid before = next;
                next = self.spawn(other -> {
                    relay(other, before);
                    alive.countDown();
                });
            }
            long spawned = System.nanoTime();
            self.send(next, Int.of(m));
            long last = relay(self, next);
            result.complete(new Times(began, spawned, System.nanoTime(), last));
            alive.countDown();
        } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
            throw e;
        }
    }

    private static long relay(BlockingSelf self, Pid next) throws InterruptedException {
        while (true) {
            long number = number(self.receive());
            self.send(next, Int.of(number - 1));
            if (number <= 0) {
                return number;
            }
        }
    }

    private static long number(Term message) {
        return ((Int) message).toLong();
    }

    // -- Reactive -----------------------------------------------------------------------------------------------------

    private record Relay(Pid next, CountDownLatch alive) implements Handler {
        @Override
        public void handle(Term message, Self self) {
            long number = number(message);
            self.send(next, Int.of(number - 1));
            if (number <= 0) {
                throw self.exit(Atom.NORMAL);
            }
        }

        @Override
        public void stopped(Term reason) {
            alive.countDown();
        }
    }

    private static final class First implements Handler {
        private final Ring ring;
        private final CompletableFuture<Times> result;
        private final CountDownLatch alive;
        private @Nullable Relay relay;
        private long began;
        private long spawned;

        First(Ring ring, CompletableFuture<Times> result, CountDownLatch alive) {
            this.ring = ring;
            this.result = result;
            this.alive = alive;
        }

        @Override
        public void started(Self self) {
            began = System.nanoTime();
            Pid next = self.pid();
            for (int i = 1; i < ring.n; i++) {
                next = ring.processes.react(SpawnOptions.DEFAULT, new Relay(next, alive));
            }
            spawned = System.nanoTime();
            relay = new Relay(next, alive);
            self.send(next, Int.of(ring.m));
        }

        @Override
        public void handle(Term message, Self self) {
            long number = number(message);
            if (number <= 0) {
                result.complete(new Times(began, spawned, System.nanoTime(), number));
            }
            Objects.requireNonNull(relay, "a message before the start").handle(message, self);
        }

        @Override
        public void stopped(Term reason) {
            result.completeExceptionally(new IllegalStateException("it ended with " + reason));
            alive.countDown();
        }
    }

    // -- Size ---------------------------------------------------------------------------------------------------------

    /// How many bytes of the heap a process takes that waits for its first message, after a full collection. The
    /// processes stay.
    double size() throws InterruptedException {
        long before = heap();
        CountDownLatch started = new CountDownLatch(n);
        for (int i = 0; i < n; i++) {
            if (isBlocking) {
                processes.spawn(self -> {
                    started.countDown();
                    self.receive();
                });
            } else {
                processes.react(SpawnOptions.DEFAULT, new Idle(started));
            }
        }
        started.await();
        return (double) (heap() - before) / n;
    }

    private record Idle(CountDownLatch started) implements Handler {
        @Override
        public void started(Self self) {
            started.countDown();
        }

        @Override
        public void handle(Term message, Self self) {}
    }

    private static long heap() {
        // What the first collection leaves to be cleaned up, the second one collects.
        System.gc();
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
