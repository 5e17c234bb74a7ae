package org.sunda.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.tuple;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.SmallInt;
import org.sunda.term.Term;

/// Processes without a thread: who runs them, when, and how they end.
@Timeout(60)
class ReactiveTest {
    private static final Term BOOM = tuple(atom("boom"));

    /// Who runs the process.
    enum Runner {
        WORKERS,
        CALLER,
        VIRTUAL_THREADS;

        Executor executor() {
            return switch (this) {
                case WORKERS -> throw new IllegalStateException("the node has them");
                case CALLER -> CallerRuns.INSTANCE;
                case VIRTUAL_THREADS -> Thread::startVirtualThread;
            };
        }

        SpawnOptions options() {
            return this == WORKERS ? SpawnOptions.DEFAULT : SpawnOptions.DEFAULT.on(executor());
        }
    }

    private static long number(Term message) {
        return message instanceof SmallInt(long value) ? value : -1;
    }

    /// What the calls saw, checked to be one at a time.
    private static final class Recorder implements Handler {
        private final AtomicBoolean isInside = new AtomicBoolean();
        private final AtomicInteger starts = new AtomicInteger();
        private final AtomicInteger stops = new AtomicInteger();
        private final CompletableFuture<Term> end = new CompletableFuture<>();
        private final CompletableFuture<List<Term>> complete = new CompletableFuture<>();

        /// On purpose neither volatile nor guarded: each call sees what the former one did.
        private final List<Term> seen = new ArrayList<>();

        private final int count;
        private final Consumer<Term> action;

        Recorder(int count, Consumer<Term> action) {
            this.count = count;
            this.action = action;
        }

        private void alone(Runnable work) {
            if (!isInside.compareAndSet(false, true)) {
                complete.completeExceptionally(new AssertionError("two threads at once"));
            }
            try {
                work.run();
            } finally {
                isInside.set(false);
            }
        }

        @Override
        public void started(Self self) {
            alone(starts::incrementAndGet);
        }

        @Override
        public void handle(Term message, Self self) {
            alone(() -> {
                seen.add(message);
                if (seen.size() == count) {
                    complete.complete(List.copyOf(seen));
                }
                action.accept(message);
            });
        }

        @Override
        public void stopped(Term reason) {
            alone(stops::incrementAndGet);
            end.complete(reason);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldHandleOneAtATimeInOrderWhenManySend(Runner runner) throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            int senders = 4;
            int messages = 5_000;
            Recorder recorder = new Recorder(senders * messages, message -> {});
            Pid pid = nodes.here().react(runner.options(), recorder);
            for (int i = 0; i < senders; i++) {
                int first = i * messages;
                Thread.startVirtualThread(() -> {
                    for (int n = 0; n < messages; n++) {
                        nodes.here().send(pid, integer(first + n));
                    }
                });
            }
            long[] next = new long[senders];
            for (Term message : Probe.get(recorder.complete)) {
                int sender = (int) number(message) / messages;
                assertThat(number(message)).isEqualTo((long) sender * messages + next[sender]++);
            }
            assertThat(recorder.starts).hasValue(1);
            nodes.here().exit(pid, ExitReason.KILL);
            assertThat(Probe.get(recorder.end)).isEqualTo(ExitReason.KILLED);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldStopExactlyOnceWhateverEndsIt(Runner runner) throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            for (int round = 0; round < 200; round++) {
                Recorder recorder = new Recorder(1, message -> {
                    if (message.equals(BOOM)) {
                        throw new ExitException(BOOM);
                    }
                });
                Pid pid = nodes.here().react(runner.options(), recorder);
                Thread[] threads = {
                    Thread.startVirtualThread(() -> nodes.here().send(pid, BOOM)),
                    Thread.startVirtualThread(() -> nodes.here().exit(pid, ExitReason.KILL)),
                    Thread.startVirtualThread(() -> nodes.here().send(pid, integer(1)))
                };
                assertThat(Probe.get(recorder.end)).isIn(BOOM, ExitReason.KILLED);
                for (Thread thread : threads) {
                    thread.join();
                }
                assertThat(recorder.stops).hasValue(1);
                assertThat(recorder.starts.get()).isLessThanOrEqualTo(1);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndWithAReasonWhenAnyOfItsMethodsThrows(Runner runner) throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Probe watcher = Probe.on(nodes.here());
            CountDownLatch stopped = new CountDownLatch(2);
            Handler failsToStart = new Handler() {
                @Override
                public void started(Self self) throws Exception {
                    throw new Exception("no start");
                }

                @Override
                public void handle(Term message, Self self) {
                    throw new AssertionError("it was never started");
                }

                @Override
                public void stopped(Term reason) {
                    stopped.countDown();
                    throw new StackOverflowError("no stop either");
                }
            };
            CompletableFuture<Self> me = new CompletableFuture<>();
            Handler failsToHandle = new Handler() {
                @Override
                public void handle(Term message, Self self) {
                    me.complete(self);
                    throw new StackOverflowError("no handling");
                }

                @Override
                public void stopped(Term reason) {
                    stopped.countDown();
                    me.join().send(atom("nobody"), BOOM);
                }
            };
            Pid first = nodes.here().react(runner.options(), failsToStart);
            Pid second = nodes.here().react(runner.options(), failsToHandle);
            watcher.runs(self -> {
                self.monitor(first);
                self.monitor(second);
            });
            nodes.here().send(first, integer(1));
            nodes.here().send(second, integer(1));
            assertThat(watcher.receives().toString() + watcher.receives())
                    .containsAnyOf("no start", "noproc")
                    .contains("no handling");
            stopped.await();
            // What they threw in `stopped` has harmed nobody: others are still run.
            Recorder recorder = new Recorder(1, message -> {});
            nodes.here().send(nodes.here().react(runner.options(), recorder), integer(1));
            assertThat(Probe.get(recorder.complete)).containsExactly(integer(1));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldHandleNothingMoreWhenItHasExited(Runner runner) throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            CompletableFuture<Term> end = new CompletableFuture<>();
            AtomicInteger handled = new AtomicInteger();
            Handler handler = new Handler() {
                @Override
                public void handle(Term message, Self self) {
                    handled.incrementAndGet();
                    for (int i = 0; i < 10; i++) {
                        self.send(self.pid(), message);
                    }
                    throw self.exit(BOOM);
                }

                @Override
                public void stopped(Term reason) {
                    end.complete(reason);
                }
            };
            nodes.here().send(nodes.here().react(runner.options(), handler), integer(1));
            assertThat(Probe.get(end)).isEqualTo(BOOM);
            assertThat(handled).hasValue(1);
        }
    }

    @Test
    void shouldLetOthersRunWhenSomeSendThemselvesMessagesForEver() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            for (int i = 0; i < 20; i++) {
                Pid busy = nodes.here().react(SpawnOptions.DEFAULT, (message, self) -> self.send(self.pid(), message));
                nodes.here().send(busy, integer(1));
            }
            Recorder recorder = new Recorder(100, message -> {});
            Pid patient = nodes.here().react(SpawnOptions.DEFAULT, recorder);
            for (int i = 0; i < 100; i++) {
                nodes.here().send(patient, integer(i));
            }
            assertThat(Probe.get(recorder.complete)).hasSize(100);
        }
    }

    @Test
    void shouldTakeTurnsWhenTwoShareTheThreadOfTheCaller() {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            List<Integer> order = new ArrayList<>();
            Pid[] pids = new Pid[2];
            for (int i = 0; i < 2; i++) {
                int number = i;
                pids[i] = nodes.here().react(SpawnOptions.DEFAULT.on(CallerRuns.INSTANCE), (message, self) -> {
                    order.add(number);
                    if (number(message) > 0) {
                        self.send(self.pid(), integer(number(message) - 1));
                    }
                });
            }
            nodes.here().react(SpawnOptions.DEFAULT.on(CallerRuns.INSTANCE), new Handler() {
                @Override
                public void started(Self self) {
                    self.send(pids[0], integer(1_000));
                    self.send(pids[1], integer(1_000));
                }

                @Override
                public void handle(Term message, Self self) {}
            });
            assertThat(order).hasSize(2_002);
            assertThat(order.indexOf(1)).isLessThanOrEqualTo(64);
            assertThat(order.lastIndexOf(0)).isGreaterThan(1_800);
        }
    }

    @Test
    void shouldRunARingOf100000OnOneStack() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            int size = 100_000;
            int laps = 3;
            SpawnOptions options = SpawnOptions.DEFAULT.on(CallerRuns.INSTANCE);
            CompletableFuture<Thread> done = new CompletableFuture<>();
            Pid[] first = new Pid[1];
            Pid next = nodes.here().react(options, (message, self) -> {
                long left = number(message);
                if (left == 0) {
                    done.complete(Thread.currentThread());
                } else {
                    self.send(first[0], integer(left - 1));
                }
            });
            for (int i = 1; i < size; i++) {
                Pid to = next;
                next = nodes.here().react(options, (message, self) -> self.send(to, message));
            }
            first[0] = next;
            nodes.here().send(next, integer(laps));
            assertThat(done).isCompletedWithValue(Thread.currentThread());
        }
    }

    @Test
    void shouldGoOnWithTheQueueWhenATaskOfTheCallerFails() {
        List<Integer> done = new ArrayList<>();
        CallerRuns.INSTANCE.execute(() -> {
            CallerRuns.INSTANCE.execute(() -> done.add(2));
            CallerRuns.INSTANCE.execute(() -> done.add(3));
            done.add(1);
            throw new StackOverflowError("the first one fails");
        });
        assertThat(done).containsExactly(1, 2, 3);
    }

    @Test
    void shouldEndWhenItsExecutorRefusesIt() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Probe watcher = Probe.on(nodes.here());
            ExecutorService executor = Executors.newSingleThreadExecutor();
            Recorder recorder = new Recorder(1, message -> {});
            Pid pid = nodes.here().react(SpawnOptions.DEFAULT.named("refused").on(executor), recorder);
            Ref ref = watcher.does(self -> self.monitor(pid));
            nodes.here().send(pid, integer(1));
            assertThat(Probe.get(recorder.complete)).hasSize(1);
            executor.close();
            nodes.here().send(pid, integer(2));
            assertThat(watcher.receives().toString())
                    .startsWith("{'DOWN'," + ref + ",process," + pid)
                    .contains(RejectedExecutionException.class.getName());
            assertThat(recorder.end).isDone();
            assertThat(recorder.stops).hasValue(1);
            Recorder never = new Recorder(1, message -> {});
            nodes.here().react(SpawnOptions.DEFAULT.named("refused").on(executor), never);
            assertThat(never.end).isDone();
            assertThat(never.starts).hasValue(0);
            assertThat(nodes.here().registered()).isEmpty();
        }
    }

    @Test
    void shouldActFromAnotherThreadWhenAHandlerPassesItselfOn() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Probe receiver = Probe.on(nodes.here());
            Pid pid = nodes.here()
                    .react(
                            SpawnOptions.DEFAULT,
                            (message, self) -> Thread.startVirtualThread(() -> self.send(receiver.pid(), self.pid())));
            nodes.here().send(pid, integer(1));
            assertThat(receiver.receives()).isEqualTo(pid);
        }
    }

    @Test
    void shouldTrapExitsAndMonitorAsABlockingOneDoes() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Probe other = Probe.on(nodes.here());
            Recorder recorder = new Recorder(2, message -> {});
            Handler handler = new Handler() {
                @Override
                public void started(Self self) {
                    self.link(other.pid());
                    self.demonitor(self.monitor(other.pid()));
                    self.monitor(other.pid());
                }

                @Override
                public void handle(Term message, Self self) {
                    recorder.handle(message, self);
                }
            };
            Pid pid = nodes.here().react(SpawnOptions.DEFAULT.trappingExits(), handler);
            Await.until("it has linked", () -> Tables.watcherCount(nodes.here(), other.pid()) == 1);
            other.exits(BOOM);
            assertThat(Probe.get(recorder.complete)).hasSize(2).contains(tuple(atom("EXIT"), other.pid(), BOOM));
            assertThat(nodes.here().pids()).containsExactly(pid);
        }
    }

    @Test
    void shouldTakeADownMessageOutWhenTheMonitorIsEndedTooLate() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Probe other = Probe.on(nodes.here());
            CountDownLatch ended = new CountDownLatch(1);
            Recorder recorder = new Recorder(2, message -> {});
            Pid pid = nodes.here().react(SpawnOptions.DEFAULT, (message, self) -> {
                if (message.equals(atom("go"))) {
                    Ref ref = self.monitor(other.pid());
                    ended.await();
                    self.demonitor(ref);
                }
                recorder.handle(message, self);
            });
            nodes.here().send(pid, atom("go"));
            Await.until("it is monitored", () -> Tables.watcherCount(nodes.here(), other.pid()) == 1);
            other.exits(Atom.NORMAL);
            Await.until("the other has left", () -> !nodes.here().pids().contains(other.pid()));
            nodes.here().send(pid, atom("last"));
            ended.countDown();
            assertThat(Probe.get(recorder.complete)).containsExactly(atom("go"), atom("last"));
        }
    }
}
