package org.sunda.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.tuple;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sunda.otp.From;
import org.sunda.otp.GenServer;
import org.sunda.otp.Next;
import org.sunda.otp.Reply;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Term;

/// Processes that do what they should not: it ends them, or costs them their messages, and nobody else.
@Timeout(60)
class MistakesTest {
    private static final Atom GO = atom("go");
    private static final Atom BOOM = atom("boom");

    /// Others are still run.
    private static void requireService(Processes processes) throws Exception {
        for (int i = 0; i < 20; i++) {
            CompletableFuture<Term> answer = new CompletableFuture<>();
            Pid pid = processes.react(SpawnOptions.DEFAULT, (message, self) -> {
                answer.complete(message);
                throw self.exit(Atom.NORMAL);
            });
            processes.send(pid, GO);
            assertThat(Probe.get(answer)).isEqualTo(GO);
        }
    }

    // -- Errors -------------------------------------------------------------------------------------------------------

    /// What no handler should throw.
    enum Thrown {
        OUT_OF_MEMORY,
        STACK_OVERFLOW,
        ASSERTION,
        LINKAGE,
        SILENT;

        Error make() {
            return switch (this) {
                case OUT_OF_MEMORY -> new OutOfMemoryError("not really");
                case STACK_OVERFLOW -> new StackOverflowError();
                case ASSERTION -> new AssertionError("never");
                case LINKAGE -> new NoClassDefFoundError("org/nowhere/Thing");
                case SILENT -> new Silent();
            };
        }
    }

    /// Cannot even say what it is.
    private static final class Silent extends Error {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new StackOverflowError();
        }

        @Override
        public String toString() {
            throw new OutOfMemoryError("not really");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndOnlyItselfWhenAnyMethodOfAHandlerThrowsAnError(Thrown thrown) throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            CountDownLatch stopped = new CountDownLatch(2);
            Probe watcher = Probe.on(nodes.here());
            for (boolean atTheStart : new boolean[] {true, false}) {
                CountDownLatch isWatched = new CountDownLatch(1);
                Pid pid = nodes.here().react(SpawnOptions.DEFAULT, new Handler() {
                    @Override
                    public void started(Self self) throws Exception {
                        isWatched.await();
                        if (atTheStart) {
                            throw thrown.make();
                        }
                    }

                    @Override
                    public void handle(Term message, Self self) {
                        throw thrown.make();
                    }

                    @Override
                    public void stopped(Term reason) {
                        stopped.countDown();
                        throw thrown.make();
                    }
                });
                watcher.runs(self -> self.monitor(pid));
                isWatched.countDown();
                nodes.here().send(pid, GO);
                assertThat(watcher.receives().toString())
                        .contains("DOWN")
                        .contains(thrown.make().getClass().getName());
            }
            stopped.await();
            requireService(nodes.here());
        }
    }

    private static final class Failing implements GenServer {
        private final Thrown thrown;
        private final CountDownLatch end;

        Failing(Thrown thrown, CountDownLatch end) {
            this.thrown = thrown;
            this.end = end;
        }

        @Override
        public Reply handleCall(Term request, From from, Self self) {
            throw thrown.make();
        }

        @Override
        public Next handleCast(Term message, Self self) {
            throw thrown.make();
        }

        @Override
        public Next handleInfo(Term message, Self self) {
            throw thrown.make();
        }

        @Override
        public void stopped(Term reason) {
            end.countDown();
            throw thrown.make();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldTellTheCallerWhenAnyMethodOfAServerThrowsAnError(Thrown thrown) throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            CountDownLatch stopped = new CountDownLatch(3);
            Probe caller = Probe.on(nodes.here());
            List<Pid> servers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                servers.add(Servers.serve(nodes.here(), new Failing(thrown, stopped)));
            }
            String name = thrown.make().getClass().getName();
            assertThatThrownBy(() -> caller.calls(servers.get(0), GO))
                    .isInstanceOfSatisfying(
                            ExitException.class,
                            e -> assertThat(e.reason().toString()).contains(name));
            for (Pid server : servers.subList(1, 3)) {
                caller.runs(self -> self.monitor(server));
            }
            caller.runs(self -> {
                self.cast(servers.get(1), GO);
                self.send(servers.get(2), GO);
            });
            assertThat(caller.receives().toString()).contains("DOWN").contains(name);
            assertThat(caller.receives().toString()).contains("DOWN").contains(name);
            stopped.await();
            requireService(nodes.here());
        }
    }

    // -- Recursion ----------------------------------------------------------------------------------------------------

    /// The stack ends in the middle of a send, as likely as not in code that works for the receiver.
    @Test
    void shouldHarmNoReceiverWhenAHandlerRecursesAndSends() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            int receivers = 50;
            int rounds = 40;
            CountDownLatch alive = new CountDownLatch(receivers);
            List<Pid> pids = new ArrayList<>();
            for (int i = 0; i < receivers; i++) {
                pids.add(nodes.here().react(SpawnOptions.DEFAULT, (message, self) -> {
                    if (message.equals(GO)) {
                        alive.countDown();
                    }
                }));
            }
            Probe watcher = Probe.on(nodes.here());
            for (int i = 0; i < rounds; i++) {
                Pid pid = nodes.here().react(SpawnOptions.DEFAULT, (message, self) -> recurse(self, pids, 0));
                watcher.runs(self -> self.monitor(pid));
                nodes.here().send(pid, GO);
                assertThat(watcher.receives().toString()).contains("DOWN").contains("StackOverflowError");
            }
            pids.forEach(pid -> nodes.here().send(pid, GO));
            alive.await();
            requireService(nodes.here());
        }
    }

    private static int recurse(Self self, List<Pid> receivers, int depth) {
        self.send(receivers.get(depth % receivers.size()), integer(depth));
        return depth < 0 ? depth : recurse(self, receivers, depth + 1) + 1;
    }

    // -- Too many -----------------------------------------------------------------------------------------------------

    @ParameterizedTest
    @EnumSource(names = {"EXIT", "DROP", "FAIL"})
    void shouldStayWithinTheBoundWhenFloodedFromAnotherNode(Overflow overflow) throws Exception {
        try (Nodes nodes = Nodes.joined(Way.QUEUED)) {
            CountDownLatch goOn = new CountDownLatch(1);
            CompletableFuture<Term> end = new CompletableFuture<>();
            AtomicInteger handled = new AtomicInteger();
            Pid flooded = nodes.here().react(SpawnOptions.DEFAULT.withMailbox(100, overflow), new Handler() {
                @Override
                public void handle(Term message, Self self) throws Exception {
                    goOn.await();
                    handled.incrementAndGet();
                }

                @Override
                public void stopped(Term reason) {
                    end.complete(reason);
                }
            });
            Probe flooder = Probe.on(nodes.there());
            flooder.runs(self -> {
                for (int i = 0; i < 10_000; i++) {
                    self.send(flooded, integer(i));
                }
            });
            nodes.settle();
            requireService(nodes.here());
            goOn.countDown();
            if (overflow == Overflow.EXIT) {
                assertThat(Probe.get(end)).isEqualTo(tuple(ExitReason.SYSTEM_LIMIT, atom("mailbox")));
            } else {
                // One may have been taken out before the others came.
                Await.until("all is handled that was taken", () -> handled.get() >= 100);
                nodes.here().exit(flooded, BOOM);
                assertThat(Probe.get(end)).isEqualTo(BOOM);
                assertThat(handled).hasValueBetween(100, 101);
            }
        }
    }

    @Test
    void shouldHearNothingWhenAHandlerMonitorsItselfManyTimes() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            CompletableFuture<Term> end = new CompletableFuture<>();
            Pid pid = nodes.here().react(SpawnOptions.DEFAULT, new Handler() {
                @Override
                public void handle(Term message, Self self) {
                    for (int i = 0; i < 1_000; i++) {
                        self.monitor(self.pid());
                    }
                    throw self.exit(BOOM);
                }

                @Override
                public void stopped(Term reason) {
                    end.complete(reason);
                }
            });
            nodes.here().send(pid, GO);
            assertThat(Probe.get(end)).isEqualTo(BOOM);
            requireService(nodes.here());
        }
    }

    /// The million is for `./sunda stress --soak`.
    @Test
    void shouldTellEachWhenAProcessWithVeryManyLinksEnds() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            int links = 100_000;
            CountDownLatch linked = new CountDownLatch(links);
            CountDownLatch told = new CountDownLatch(links);
            Pid hub = nodes.here().react(SpawnOptions.DEFAULT, (message, self) -> {});
            Handler handler = new Handler() {
                @Override
                public void handle(Term message, Self self) {
                    self.link(hub);
                    linked.countDown();
                }

                @Override
                public void stopped(Term reason) {
                    if (reason.equals(BOOM)) {
                        told.countDown();
                    }
                }
            };
            for (int i = 0; i < links; i++) {
                nodes.here().send(nodes.here().react(SpawnOptions.DEFAULT, handler), GO);
            }
            linked.await();
            nodes.here().exit(hub, BOOM);
            told.await();
            assertThat(nodes.here().pids()).isEmpty();
            requireService(nodes.here());
        }
    }

    @Test
    void shouldStartAsManyProcessesAsTheBoundAndNotOneMore() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL, new ProcessSettings(10, 10, 10, 3))) {
            List<Pid> pids = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                pids.add(nodes.here().react(SpawnOptions.DEFAULT, (message, self) -> {}));
            }
            assertThatThrownBy(() -> nodes.here().react(SpawnOptions.DEFAULT, (message, self) -> {}))
                    .isInstanceOfSatisfying(
                            ExitException.class, e -> assertThat(e.reason()).isEqualTo(ExitReason.SYSTEM_LIMIT));
            assertThatThrownBy(() -> nodes.here().spawn(self -> {})).isInstanceOf(ExitException.class);
            nodes.here().exit(pids.getFirst(), BOOM);
            nodes.here().react(SpawnOptions.DEFAULT, (message, self) -> {});
        }
    }

    @Test
    void shouldEndBombsAtTheBoundOfProcesses() throws Exception {
        int most = 2_000;
        try (Nodes nodes = Nodes.joined(Way.LOCAL, new ProcessSettings(100_000, 10, 10, most))) {
            Probe before = Probe.on(nodes.here());
            CountDownLatch refused = new CountDownLatch(50);
            nodes.here().spawn(self -> bomb(self, refused));
            refused.await();
            before.runs(self -> self.send(self.pid(), GO));
            assertThat(before.receives()).isEqualTo(GO);
            assertThat(nodes.here().directory().processes().count()).isLessThanOrEqualTo(most);
        }
    }

    private static void bomb(BlockingSelf self, CountDownLatch refused) throws InterruptedException {
        try {
            self.spawn(next -> bomb(next, refused));
            self.spawn(next -> bomb(next, refused));
        } catch (ExitException e) {
            refused.countDown();
            throw e;
        }
        self.receive();
    }

    // -- Timers -------------------------------------------------------------------------------------------------------

    /// All timers share a thread, which waits for nobody.
    @Test
    void shouldHoldUpNoOtherTimerWhenOneSendsToAFullMailbox() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Probe full = Probe.on(nodes.here(), SpawnOptions.DEFAULT.withBlockingMailbox(1, Duration.ofDays(1)));
            Probe other = Probe.on(nodes.here());
            nodes.here().send(full.pid(), GO);
            other.runs(self -> {
                self.sendAfter(Duration.ZERO, full.pid(), integer(1));
                self.sendAfter(Duration.ofMillis(1), self.pid(), integer(2));
            });
            assertThat(other.receives()).isEqualTo(integer(2));
        }
    }
}
