package org.sunda.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.tuple;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sunda.signal.Payload;
import org.sunda.signal.Signal;
import org.sunda.term.Pid;
import org.sunda.term.Term;

/// What a sender sees of a full mailbox, where it can see anything.
@Timeout(60)
class OverflowTest {
    private static final int BOUND = 3;
    private static final Term FULL = tuple(ExitReason.SYSTEM_LIMIT, atom("mailbox"));
    private static final SpawnOptions FAILING = SpawnOptions.DEFAULT.withMailbox(BOUND, Overflow.FAIL);
    private static final SpawnOptions BLOCKING = SpawnOptions.DEFAULT.withBlockingMailbox(BOUND, Probe.LONG);

    private static void fill(Processes processes, Pid pid) {
        for (int i = 0; i < BOUND; i++) {
            processes.send(pid, integer(i));
        }
    }

    private static void receivesAll(Probe probe) throws Exception {
        for (int i = 0; i < BOUND; i++) {
            assertThat(probe.receives()).isEqualTo(integer(i));
        }
    }

    @Test
    void shouldTellTheSenderWhenItsMessageDoesNotFit() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Probe full = Probe.on(nodes.here(), FAILING);
            Probe sender = Probe.on(nodes.here());
            fill(nodes.here(), full.pid());
            assertThatThrownBy(() -> nodes.here().send(full.pid(), atom("late")))
                    .isInstanceOfSatisfying(
                            ExitException.class, e -> assertThat(e.reason()).isEqualTo(FULL));
            assertThatThrownBy(() -> sender.runs(self -> self.send(full.pid(), atom("late"))))
                    .isInstanceOfSatisfying(
                            ExitException.class, e -> assertThat(e.reason()).isEqualTo(FULL));
            receivesAll(full);
            full.receivesNothing();
            sender.runs(self -> self.send(full.pid(), atom("again")));
            assertThat(full.receives()).isEqualTo(atom("again"));
        }
    }

    @Test
    void shouldDropWhatComesFromAnotherNodeWhenItDoesNotFit() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            for (SpawnOptions options : new SpawnOptions[] {FAILING, BLOCKING}) {
                Probe full = Probe.on(nodes.here(), options);
                fill(nodes.here(), full.pid());
                nodes.here().deliver(new Signal.Send(nodes.here().newPid(), full.pid(), Payload.of(atom("late"))));
                receivesAll(full);
                full.receivesNothing();
            }
        }
    }

    @Test
    void shouldHaveTheSenderWaitUntilThereIsRoom() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Probe full = Probe.on(nodes.here(), BLOCKING);
            Probe sender = Probe.on(nodes.here());
            fill(nodes.here(), full.pid());
            CompletableFuture<Boolean> sent = sender.begins(self -> {
                self.send(full.pid(), integer(BOUND));
                return true;
            });
            Await.until("a sender waits", () -> Tables.waitingSenders(nodes.here(), full.pid()) == 1);
            assertThat(sent).isNotDone();
            receivesAll(full);
            assertThat(Probe.get(sent)).isTrue();
            assertThat(full.receives()).isEqualTo(integer(BOUND));
        }
    }

    @Test
    void shouldGiveUpWaitingAtTheDeadline() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Probe full = Probe.on(nodes.here(), SpawnOptions.DEFAULT.withBlockingMailbox(BOUND, Duration.ofMillis(30)));
            fill(nodes.here(), full.pid());
            assertThatThrownBy(() -> nodes.here().send(full.pid(), atom("late")))
                    .isInstanceOf(ExitException.class);
            receivesAll(full);
            full.receivesNothing();
        }
    }

    /// It would wait for others that it holds up, or for itself.
    @Test
    void shouldNotHaveAReactiveSenderWait() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Probe full = Probe.on(nodes.here(), BLOCKING);
            fill(nodes.here(), full.pid());
            for (SpawnOptions options :
                    new SpawnOptions[] {SpawnOptions.DEFAULT, SpawnOptions.DEFAULT.on(CallerRuns.INSTANCE)}) {
                CompletableFuture<Term> reason = new CompletableFuture<>();
                Pid sender = nodes.here().react(options, (message, self) -> {
                    try {
                        self.send(full.pid(), message);
                    } catch (ExitException e) {
                        reason.complete(e.reason());
                    }
                });
                nodes.here().send(sender, atom("late"));
                assertThat(Probe.get(reason)).isEqualTo(FULL);
            }
            assertThatThrownBy(() -> full.runs(self -> self.send(self.pid(), atom("late"))))
                    .isInstanceOf(ExitException.class);
        }
    }

    @Test
    void shouldLetTheSenderGoWhenTheReceiverEnds() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            CountDownLatch sent = new CountDownLatch(1);
            Probe full = Probe.on(nodes.here(), BLOCKING);
            fill(nodes.here(), full.pid());
            Thread.startVirtualThread(() -> {
                nodes.here().send(full.pid(), atom("late"));
                sent.countDown();
            });
            Await.until("a sender waits", () -> Tables.waitingSenders(nodes.here(), full.pid()) == 1);
            nodes.here().exit(full.pid(), ExitReason.KILL);
            sent.await();
        }
    }
}
