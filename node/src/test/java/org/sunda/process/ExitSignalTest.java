package org.sunda.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.binary;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.tuple;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.ListTerm;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple;
import org.sunda.term.Tuple2;
import org.sunda.term.Tuple3;

/// Exit signals, the ways a process ends, and what others see of it.
@Timeout(60)
class ExitSignalTest {
    private static final Term BOOM = tuple(atom("boom"), integer(1));

    private static Term exit(Pid from, Term reason) {
        return tuple(atom("EXIT"), from, reason);
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndTheReceiverWhenNotTrapped(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Probe a = Probe.on(nodes.here());
            Probe b = Probe.on(nodes.there());
            a.runs(self -> self.exit(b.pid(), BOOM));
            assertThat(b.end()).isEqualTo(BOOM);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldArriveAsAMessageWhenTrapped(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Probe a = Probe.on(nodes.here());
            Probe b = Probe.trapping(nodes.there());
            for (Term reason : new Term[] {BOOM, Atom.NORMAL}) {
                a.runs(self -> self.exit(b.pid(), reason));
                assertThat(b.receives()).isEqualTo(exit(a.pid(), reason));
            }
            b.runs(self -> self.trapExit(false));
            a.runs(self -> self.exit(b.pid(), BOOM));
            assertThat(b.end()).isEqualTo(BOOM);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldIgnoreNormalWhenItComesFromAnother(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Probe a = Probe.on(nodes.here());
            Probe b = Probe.on(nodes.there());
            a.runs(self -> self.exit(b.pid(), Atom.NORMAL));
            nodes.settle();
            b.receivesNothing();
            assertThat(b.isAlive()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldKillEvenWhoTraps(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Probe a = Probe.on(nodes.here());
            Probe b = Probe.trapping(nodes.there());
            Probe linked = Probe.trapping(nodes.here());
            linked.runs(self -> self.link(b.pid()));
            nodes.settle();
            a.runs(self -> self.exit(b.pid(), ExitReason.KILL));
            assertThat(b.end()).isEqualTo(ExitReason.KILLED);
            assertThat(linked.receives()).isEqualTo(exit(b.pid(), ExitReason.KILLED));
        }
    }

    @Test
    void shouldEndItselfWhenItSendsItselfAnExitSignal() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            for (Term reason : new Term[] {Atom.NORMAL, BOOM}) {
                Probe a = Probe.on(nodes.here());
                CompletableFuture<Boolean> after = a.begins(self -> {
                    self.exit(self.pid(), reason);
                    return true;
                });
                assertThat(a.end()).isEqualTo(reason);
                assertThatThrownBy(() -> Probe.get(after)).isInstanceOf(ProcessExit.class);
            }
            Probe trapping = Probe.trapping(nodes.here());
            trapping.runs(self -> self.exit(self.pid(), Atom.NORMAL));
            assertThat(trapping.receives()).isEqualTo(exit(trapping.pid(), Atom.NORMAL));
            trapping.starts(self -> self.exit(self.pid(), ExitReason.KILL));
            assertThat(trapping.end()).isEqualTo(ExitReason.KILLED);
        }
    }

    @Test
    void shouldGiveAWayOutWhenSentByNobody() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Probe a = Probe.on(nodes.here());
            nodes.here().exit(a.pid(), Atom.NORMAL);
            a.receivesNothing();
            nodes.here().exit(a.pid(), BOOM);
            assertThat(a.end()).isEqualTo(BOOM);
            nodes.here().exit(a.pid(), BOOM);
        }
    }

    /// Each exit signal is a message, in order with others from the same process; the news of the end is
    /// the last.
    @ParameterizedTest
    @EnumSource
    void shouldArriveInOrderWhenMixedWithMessages(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Probe a = Probe.on(nodes.here());
            Probe b = Probe.trapping(nodes.there());
            Ref ref = b.does(self -> self.monitor(a.pid()));
            b.runs(self -> self.link(a.pid()));
            nodes.settle();
            a.starts(self -> {
                self.send(b.pid(), integer(1));
                self.exit(b.pid(), BOOM);
                self.send(b.pid(), integer(2));
                throw self.exit(BOOM);
            });
            assertThat(b.receives()).isEqualTo(integer(1));
            assertThat(b.receives()).isEqualTo(exit(a.pid(), BOOM));
            assertThat(b.receives()).isEqualTo(integer(2));
            Term down = tuple(atom("DOWN"), ref, atom("process"), a.pid(), BOOM);
            assertThat(new Term[] {b.receives(), b.receives()}).containsExactlyInAnyOrder(exit(a.pid(), BOOM), down);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldHearTheLastWordBeforeTheEndWhenKilledWhileSending(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            for (int round = 0; round < 200; round++) {
                Probe b = Probe.trapping(nodes.there());
                CompletableFuture<Boolean> started = new CompletableFuture<>();
                Pid sender = nodes.here().spawn(self -> {
                    self.link(b.pid());
                    started.complete(true);
                    for (int i = 0; ; i++) {
                        self.send(b.pid(), integer(i));
                    }
                });
                Probe.get(started);
                nodes.here().exit(sender, ExitReason.KILL);
                long last = b.does(self -> {
                    for (int i = 0; ; i++) {
                        Term message = self.receive(Probe.LONG).orElseThrow();
                        if (message.equals(exit(sender, ExitReason.KILLED))) {
                            return i;
                        }
                        assertThat(message).isEqualTo(integer(i));
                    }
                });
                assertThat(last).isNotNegative();
                nodes.settle();
                b.receivesNothing();
                b.exits(Atom.NORMAL);
            }
        }
    }

    /// The send is stopped in the router, where the process cannot be looked at while it waits.
    @Test
    void shouldTellNobodyOfTheEndBeforeTheSendThatWasUnderWay() throws Exception {
        try (Peer peer = new Peer()) {
            CountDownLatch inside = new CountDownLatch(1);
            CountDownLatch goOn = new CountDownLatch(1);
            Probe a = Probe.on(peer.processes(), SpawnOptions.DEFAULT.named("sender"));
            Probe late = Probe.on(peer.processes());
            Pid other = peer.newPid();
            a.runs(self -> self.link(other));
            peer.whenRouted(signal -> {
                if (signal instanceof Signal.Send) {
                    inside.countDown();
                    awaitUninterruptibly(goOn);
                }
            });
            a.starts(self -> self.send(other, atom("last_word")));
            inside.await();
            peer.received();
            peer.processes().exit(a.pid(), ExitReason.KILL);
            Ref ref = late.does(self -> self.monitor(a.pid()));
            peer.sends(new Signal.Link(peer.newPid(), a.pid()));
            assertThat(peer.received()).isEmpty();
            late.receivesNothing();
            goOn.countDown();
            assertThat(late.receives())
                    .isEqualTo(tuple(atom("DOWN"), ref, atom("process"), a.pid(), ExitReason.KILLED));
            assertThat(peer.received()).hasSize(3).first().isInstanceOf(Signal.Send.class);
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        boolean interrupted = false;
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void shouldExitNormallyWhenTheBodyReturns() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            assertThat(reasonOf(nodes, self -> {})).isEqualTo(Atom.NORMAL);
        }
    }

    @Test
    void shouldMakeAReasonOfWhatTheBodyThrows() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            assertThat(reasonOf(nodes, self -> {
                        throw new ExitException(BOOM);
                    }))
                    .isEqualTo(BOOM);
            assertThat(reasonOf(nodes, self -> {
                        throw new ErrorException(BOOM);
                    }))
                    .isEqualTo(tuple(BOOM, ListTerm.nil()));
            Term reason = reasonOf(nodes, self -> {
                throw new IllegalStateException("no \u20ac");
            });
            assertThat(reason).isInstanceOfSatisfying(Tuple2.class, exception -> {
                assertThat(exception.element(0))
                        .isEqualTo(tuple(
                                atom("java_exception"),
                                binary("java.lang.IllegalStateException"),
                                binary("no \u20ac")));
                ListTerm stack = (ListTerm) exception.element(1);
                assertThat(stack.size()).isBetween(1, 30);
                assertThat(stack.get(0).toString())
                        .matches("\\{'org.sunda.process.ExitSignalTest','?lambda.*,0,"
                                + "\\[\\{file,\"ExitSignalTest.java\"},\\{line,\\d+}]}");
            });
        }
    }

    /// An exception that is itself in trouble.
    private static final class Hostile extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new StackOverflowError();
        }
    }

    @Test
    void shouldHaveAReasonWhateverIsThrown() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            assertThat(ExitReason.of(new Hostile()).toString()).contains("Hostile");
            Term deep = reasonOf(nodes, ExitSignalTest::recurse);
            assertThat(deep.toString()).contains("StackOverflowError");
            Term huge = ExitReason.of(new IllegalStateException("x".repeat(10_000_000)));
            assertThat(((Binary) ((Tuple) ((Tuple2) huge).element(0)).element(2)).byteSize())
                    .isEqualTo(2_000);
        }
    }

    private static void recurse(BlockingSelf self) {
        if (self.pid().id() > 0) {
            recurse(self);
        }
    }

    private static Term reasonOf(Nodes nodes, ProcessBody body) throws Exception {
        Probe watcher = Probe.trapping(nodes.here());
        Pid child = watcher.does(self -> self.spawnLink(body));
        Term message = watcher.receives();
        watcher.exits(Atom.NORMAL);
        assertThat(message.toString()).startsWith("{'EXIT'," + child);
        return ((Tuple3) message).element(2);
    }

    @Test
    void shouldRefuseToActWhenEnded() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            CompletableFuture<BlockingSelf> handle = new CompletableFuture<>();
            Probe other = Probe.on(nodes.here());
            nodes.here().spawn(self -> {
                try {
                    throw self.exit(BOOM);
                } finally {
                    handle.complete(self);
                }
            });
            BlockingSelf self = Probe.get(handle);
            assertThatThrownBy(() -> self.send(other.pid(), BOOM)).isInstanceOf(ProcessExit.class);
            assertThatThrownBy(() -> self.link(other.pid())).isInstanceOf(ProcessExit.class);
            assertThatThrownBy(() -> self.monitor(other.pid())).isInstanceOf(ProcessExit.class);
            assertThatThrownBy(self::receive).isInstanceOf(ProcessExit.class);
            assertThatThrownBy(() -> self.monitorNodes(true)).isInstanceOf(ProcessExit.class);
            assertThatThrownBy(self::alias).isInstanceOf(ProcessExit.class);
            assertThatThrownBy(() -> self.register("late")).isInstanceOf(ProcessExit.class);
            assertThatThrownBy(() -> self.exit(BOOM)).isInstanceOf(ProcessExit.class);
            other.receivesNothing();
        }
    }

    @Test
    void shouldInterruptTheThreadWhereverItWaitsWhenKilled() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            CompletableFuture<String> seen = new CompletableFuture<>();
            CountDownLatch inside = new CountDownLatch(1);
            Pid pid = nodes.here().spawn(self -> {
                inside.countDown();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    seen.complete("interrupted");
                    throw e;
                }
            });
            inside.await();
            nodes.here().exit(pid, ExitReason.KILL);
            assertThat(Probe.get(seen)).isEqualTo("interrupted");
        }
    }

    @Test
    void shouldNotRunTheBodyWhenEndedBeforeTheStart() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            BlockingProcess process =
                    new BlockingProcess(nodes.here(), nodes.here().newPid(), SpawnOptions.DEFAULT, self -> {
                        throw new AssertionError("it runs");
                    });
            process.end(BOOM);
            assertThat(process.join(Probe.LONG)).isTrue();
            process.start();
            assertThat(process.join(Probe.LONG)).isTrue();
            assertThat(process.exitReason).isEqualTo(BOOM);
        }
    }

    /// What another node sends as a reason may be of any size, and so may an exception that shows it.
    @Test
    void shouldShowOnlySoMuchOfAReason() {
        Term huge = binary("x".repeat(1_000_000));
        assertThat(new ExitException(huge).getMessage()).hasSizeLessThan(1_100).startsWith("exit <<\"xxx");
        assertThat(new ErrorException(huge).getMessage()).hasSizeLessThan(1_100);
        assertThat(new ProcessExit(new Pid(atom("a@b"), 1, 0, 1), huge).getMessage())
                .hasSizeLessThan(1_100);
    }
}
