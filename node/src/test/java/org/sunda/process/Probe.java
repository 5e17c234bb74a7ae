package org.sunda.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.sunda.term.Pid;
import org.sunda.term.Term;

/// A blocking process that does what a test tells it, on its own thread, and receives only when it is told to.
final class Probe {
    /// Longer than anything takes; nothing waits so long unless it fails.
    static final Duration LONG = Duration.ofSeconds(20);

    private final BlockingQueue<Command> commands = new LinkedBlockingQueue<>();
    private final CompletableFuture<Boolean> started = new CompletableFuture<>();
    private final CompletableFuture<Term> end = new CompletableFuture<>();
    private final Pid pid;

    private interface Command {
        void accept(BlockingSelf self);
    }

    /// Something to do that has a value.
    interface Act<T> {
        T perform(BlockingSelf self) throws Exception;
    }

    /// Something to do that has none.
    interface Deed {
        void perform(BlockingSelf self) throws Exception;
    }

    private Probe(Processes processes, SpawnOptions options) {
        this.pid = processes.spawn(options, this::live);
        // One that is ended before it runs would never say so.
        started.join();
    }

    static Probe on(Processes processes) {
        return new Probe(processes, SpawnOptions.DEFAULT);
    }

    static Probe on(Processes processes, SpawnOptions options) {
        return new Probe(processes, options);
    }

    static Probe trapping(Processes processes) {
        return new Probe(processes, SpawnOptions.DEFAULT.trappingExits());
    }

    private void live(BlockingSelf self) {
        started.complete(true);
        try {
            while (true) {
                commands.take().accept(self);
            }
        } catch (InterruptedException e) {
            // Only its end interrupts a probe.
        } finally {
            try {
                self.groupLeader();
                end.completeExceptionally(new AssertionError("the thread ended before the process"));
            } catch (ProcessExit e) {
                end.complete(e.reason());
            }
        }
    }

    Pid pid() {
        return pid;
    }

    /// Begins to do something.
    <T> CompletableFuture<T> begins(Act<T> act) {
        CompletableFuture<T> result = new CompletableFuture<>();
        commands.add(self -> {
            try {
                result.complete(act.perform(self));
            } catch (ProcessExit e) {
                result.completeExceptionally(e);
                throw e;
            } catch (Throwable thrown) {
                result.completeExceptionally(thrown);
            }
        });
        return result;
    }

    /// Does something, and waits until it is done.
    <T> T does(Act<T> act) throws Exception {
        return get(begins(act));
    }

    /// Does something, and waits until it is done.
    void runs(Deed deed) throws Exception {
        does(self -> {
            deed.perform(self);
            return true;
        });
    }

    /// Begins to do something, and nobody cares how it ends.
    void starts(Deed deed) {
        CompletableFuture<Boolean> _ = begins(self -> {
            deed.perform(self);
            return true;
        });
    }

    /// Exits.
    void exits(Term reason) {
        starts(self -> {
            throw self.exit(reason);
        });
    }

    /// The answer of a `gen_server`.
    Term calls(Term server, Term request) throws Exception {
        return does(self -> self.call(server, request, LONG));
    }

    /// The next message.
    Term receives() throws Exception {
        return does(self -> self.receive(LONG).orElseThrow(() -> new AssertionError(pid + " has received nothing")));
    }

    /// There is no message. What is on its way has arrived before: that is the caller's business.
    void receivesNothing() throws Exception {
        Optional<Term> message = does(self -> self.receive(Duration.ZERO));
        assertThat(message).isEmpty();
    }

    /// Waits for its end. Answers the reason that the process itself sees.
    Term end() throws Exception {
        return get(end);
    }

    boolean isAlive() {
        return !end.isDone();
    }

    static <T> T get(CompletableFuture<T> future) throws Exception {
        try {
            return future.get(LONG.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception exception) {
                throw exception;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e;
        } catch (TimeoutException e) {
            throw new AssertionError("nothing has come of it", e);
        }
    }
}
