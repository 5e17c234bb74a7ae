package org.sunda.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.tuple;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sunda.signal.Payload;
import org.sunda.signal.Signal;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.SmallInt;
import org.sunda.term.Term;
import org.sunda.term.Tuple2;

/// Receiving, and what happens when more comes than fits.
@Timeout(60)
class MailboxTest {
    private static final int BOUND = 5;
    private static final Term FULL = tuple(ExitReason.SYSTEM_LIMIT, atom("mailbox"));

    private static @Nullable Term marker(Term message) {
        return message.equals(atom("marker")) ? message : null;
    }

    private static void fill(Processes processes, Pid pid, int count) {
        for (int i = 0; i < count; i++) {
            processes.send(pid, integer(i));
        }
    }

    private static Probe probe(Processes processes, Overflow overflow) {
        return Probe.on(processes, SpawnOptions.DEFAULT.withMailbox(BOUND, overflow));
    }

    @Test
    void shouldReceiveInOrderOfArrivalWhenSelecting() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Probe a = Probe.on(nodes.here());
            nodes.here().send(a.pid(), integer(1));
            nodes.here().send(a.pid(), atom("marker"));
            nodes.here().send(a.pid(), integer(2));
            nodes.here().send(a.pid(), atom("marker"));
            a.runs(self -> self.receive(MailboxTest::marker));
            nodes.here().send(a.pid(), integer(3));
            a.runs(self -> self.receive(MailboxTest::marker));
            for (int i = 1; i <= 3; i++) {
                assertThat(a.receives()).isEqualTo(integer(i));
            }
            a.receivesNothing();
        }
    }

    @Test
    void shouldKeepTheMessageWhenTheMatcherFails() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Probe a = Probe.on(nodes.here());
            fill(nodes.here(), a.pid(), 2);
            Matcher<Term> failing = message -> {
                throw new IllegalStateException("cannot say");
            };
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> a.runs(self -> self.receive(failing))).hasMessage("cannot say");
            }
            assertThat(a.receives()).isEqualTo(integer(0));
            assertThat(a.receives()).isEqualTo(integer(1));
        }
    }

    @Test
    void shouldSkipAPayloadThatIsNoTerm() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Probe a = Probe.on(nodes.here());
            Pid nobody = nodes.here().newPid();
            nodes.here().deliver(new Signal.Send(nobody, a.pid(), () -> null));
            nodes.here().deliver(new Signal.Exit2(nobody, a.pid(), () -> null));
            nodes.here().send(a.pid(), integer(1));
            assertThat(a.receives()).isEqualTo(integer(1));
        }
    }

    @Test
    void shouldKillTheReceiverWhenOneMoreComesThanFits() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Probe watcher = Probe.on(nodes.here());
            Probe a =
                    Probe.on(nodes.here(), SpawnOptions.DEFAULT.trappingExits().withMailbox(BOUND, Overflow.EXIT));
            Ref ref = watcher.does(self -> self.monitor(a.pid()));
            fill(nodes.here(), a.pid(), BOUND);
            assertThat(a.isAlive()).isTrue();
            nodes.here().send(a.pid(), integer(BOUND));
            assertThat(a.end()).isEqualTo(FULL);
            assertThat(watcher.receives()).isEqualTo(tuple(atom("DOWN"), ref, atom("process"), a.pid(), FULL));
        }
    }

    @Test
    void shouldDropTheMessageWhenOneMoreComesThanFits() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Probe a = probe(nodes.here(), Overflow.DROP);
            fill(nodes.here(), a.pid(), BOUND + 3);
            for (int i = 0; i < BOUND; i++) {
                assertThat(a.receives()).isEqualTo(integer(i));
            }
            a.receivesNothing();
            nodes.here().send(a.pid(), atom("again"));
            assertThat(a.receives()).isEqualTo(atom("again"));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"EXIT", "DROP"})
    void shouldCountMessagesThatWerePassedOver(Overflow overflow) throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Probe a = probe(nodes.here(), overflow);
            fill(nodes.here(), a.pid(), BOUND - 1);
            nodes.here().send(a.pid(), atom("marker"));
            a.runs(self -> self.receive(MailboxTest::marker));
            nodes.here().send(a.pid(), atom("marker"));
            a.runs(self -> self.receive(MailboxTest::marker));
            nodes.here().send(a.pid(), integer(BOUND - 1));
            assertThat(a.isAlive()).isTrue();
            nodes.here().send(a.pid(), integer(BOUND));
            if (overflow == Overflow.EXIT) {
                assertThat(a.end()).isEqualTo(FULL);
                return;
            }
            for (int i = 0; i < BOUND; i++) {
                assertThat(a.receives()).isEqualTo(integer(i));
            }
            a.receivesNothing();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"EXIT", "DROP"})
    void shouldBoundReactiveProcessesToo(Overflow overflow) throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            CountDownLatch goOn = new CountDownLatch(1);
            CountDownLatch inside = new CountDownLatch(1);
            CompletableFuture<Term> last = new CompletableFuture<>();
            CompletableFuture<Term> end = new CompletableFuture<>();
            Handler handler = new Handler() {
                @Override
                public void handle(Term message, Self self) throws InterruptedException {
                    inside.countDown();
                    goOn.await();
                    if (message.equals(integer(BOUND - 1))) {
                        last.complete(message);
                    }
                }

                @Override
                public void stopped(Term reason) {
                    end.complete(reason);
                }
            };
            Pid pid = nodes.here().react(SpawnOptions.DEFAULT.withMailbox(BOUND, overflow), handler);
            nodes.here().send(pid, atom("first"));
            inside.await();
            fill(nodes.here(), pid, BOUND);
            assertThat(nodes.here().pids()).contains(pid);
            fill(nodes.here(), pid, 1);
            goOn.countDown();
            if (overflow == Overflow.EXIT) {
                assertThat(Probe.get(end)).isEqualTo(FULL);
            } else {
                assertThat(Probe.get(last)).isEqualTo(integer(BOUND - 1));
            }
        }
    }

    /// What a process has asked for, by a monitor or a link, is not lost with the messages that do not fit.
    @Test
    void shouldNeverDropTheNewsOfLinksAndMonitors() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Probe a =
                    Probe.on(nodes.here(), SpawnOptions.DEFAULT.trappingExits().withMailbox(BOUND, Overflow.DROP));
            Probe b = Probe.on(nodes.here());
            a.runs(self -> {
                self.monitor(b.pid());
                self.link(b.pid());
            });
            fill(nodes.here(), a.pid(), BOUND + 1);
            b.exits(atom("boom"));
            b.end();
            a.runs(self -> self.exit(self.pid(), atom("dropped")));
            for (int i = 0; i < BOUND; i++) {
                assertThat(a.receives()).isEqualTo(integer(i));
            }
            assertThat(a.receives().toString() + a.receives()).contains("DOWN").contains("EXIT");
            a.receivesNothing();
        }
    }

    /// The room beyond the bound is bounded too: another node can link and exit as often as it likes.
    @Test
    void shouldKillTheReceiverWhenTheNewsOfLinksDoesNotFitEither() throws Exception {
        try (Peer peer = new Peer(new ProcessSettings(BOUND, 2, 3), request -> BlockingSelf::receive)) {
            Probe a = Probe.on(
                    peer.processes(), SpawnOptions.DEFAULT.trappingExits().withMailbox(BOUND, Overflow.DROP));
            for (int i = 0; i < BOUND + 2 + 3; i++) {
                Pid other = peer.newPid();
                peer.sends(new Signal.Link(other, a.pid()));
                peer.sends(new Signal.Exit(other, a.pid(), Payload.of(atom("boom"))));
            }
            assertThat(a.isAlive()).isTrue();
            Pid other = peer.newPid();
            peer.sends(new Signal.Link(other, a.pid()));
            peer.sends(new Signal.Exit(other, a.pid(), Payload.of(atom("boom"))));
            assertThat(a.end()).isEqualTo(FULL);
        }
    }

    @Test
    void shouldRefuseToReceiveOnAnotherThread() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Probe a = Probe.on(nodes.here());
            BlockingSelf self = a.does(me -> me);
            assertThatThrownBy(self::receive).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> self.call(a.pid(), integer(1), Probe.LONG))
                    .isInstanceOf(IllegalStateException.class);
            self.send(a.pid(), integer(1));
            assertThat(a.receives()).isEqualTo(integer(1));
        }
    }

    @Test
    void shouldRefuseABoundThatBoundsNothing() {
        assertThatThrownBy(() -> new SpawnOptions(null, false, -1, Overflow.EXIT, Duration.ZERO, null, null))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ProcessSettings(1, 1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ProcessSettings(1, 1, 1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThat(SpawnOptions.DEFAULT.withMailbox(0, Overflow.EXIT).mailbox()).isOne();
    }

    /// Nothing is lost and nothing is late, however many send at once.
    @Test
    void shouldReceiveAllInOrderPerSenderWhenManySendAtOnce() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            int senders = 8;
            int messages = 5_000;
            Probe a = Probe.on(nodes.here());
            CompletableFuture<Boolean> all = a.begins(self -> {
                int[] next = new int[senders];
                for (int i = 0; i < senders * messages; i++) {
                    Term message = self.receive(Probe.LONG).orElseThrow();
                    int sender = senderOf(message);
                    assertThat(message).isEqualTo(tuple(integer(sender), integer(next[sender]++)));
                }
                return true;
            });
            for (int i = 0; i < senders; i++) {
                int sender = i;
                nodes.here().spawn(self -> {
                    for (int n = 0; n < messages; n++) {
                        self.send(a.pid(), tuple(integer(sender), integer(n)));
                    }
                });
            }
            assertThat(Probe.get(all)).isTrue();
            a.receivesNothing();
        }
    }

    private static int senderOf(Term message) {
        return message instanceof Tuple2(SmallInt(long sender), Term _) ? (int) sender : -1;
    }
}
