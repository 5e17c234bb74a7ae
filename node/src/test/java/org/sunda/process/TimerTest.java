package org.sunda.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.tuple;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sunda.term.Atom;
import org.sunda.term.Term;

/// Messages that are sent later.
@org.junit.jupiter.api.Timeout(60)
class TimerTest {
    private static final Duration NEVER = Duration.ofDays(365_000_000L);

    @ParameterizedTest
    @EnumSource
    void shouldComeNotBeforeItsTime(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Probe a = Probe.on(nodes.here());
            Probe b = Probe.on(nodes.there());
            long start = System.nanoTime();
            a.runs(self -> self.sendAfter(Duration.ofMillis(20), b.pid(), integer(1)));
            assertThat(b.receives()).isEqualTo(integer(1));
            assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(20_000_000);
        }
    }

    @Test
    void shouldComeInTheOrderOfTheirTimes() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Probe a = Probe.on(nodes.here(), SpawnOptions.DEFAULT.named("a"));
            a.runs(self -> {
                // So much later that the next line is reached in time, however busy the machine is.
                self.sendAfter(Duration.ofSeconds(2), self.pid(), integer(3));
                self.sendAfter(Duration.ofMillis(20), atom("a"), integer(2));
                self.sendAfter(Duration.ofMillis(-5), self.alias(), integer(1));
            });
            for (int i = 1; i <= 3; i++) {
                assertThat(a.receives()).isEqualTo(integer(i));
            }
        }
    }

    @Test
    void shouldOutliveTheProcessThatSetIt() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Probe a = Probe.on(nodes.here());
            Probe b = Probe.on(nodes.here());
            a.runs(self -> self.sendAfter(Duration.ofMillis(10), b.pid(), integer(1)));
            a.exits(Atom.NORMAL);
            assertThat(b.receives()).isEqualTo(integer(1));
        }
    }

    /// Either it was cancelled in time or it comes, never both and never neither.
    @Test
    void shouldTellTheTruthWhenCancelled() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Probe a = Probe.on(nodes.here());
            int cancelled = 0;
            for (int round = 0; round < 2_000; round++) {
                int number = round;
                boolean isCancelled = a.does(self -> {
                    Timer timer = self.sendAfter(Duration.ofNanos(number % 500 * 1_000L), self.pid(), integer(number));
                    Thread.onSpinWait();
                    return timer.cancel();
                });
                if (isCancelled) {
                    cancelled++;
                } else {
                    assertThat(a.receives()).isEqualTo(integer(number));
                }
            }
            nodes.here().close();
            assertThat(a.isAlive()).isFalse();
            assertThat(cancelled).isPositive();
        }
    }

    @Test
    void shouldNotComeWhenCancelled() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Probe a = Probe.on(nodes.here());
            Timer timer = a.does(self -> self.sendAfter(NEVER, self.pid(), integer(1)));
            assertThat(timer.cancel()).isTrue();
            assertThat(timer.cancel()).isFalse();
            Timer done = a.does(self -> self.sendAfter(Duration.ZERO, self.pid(), integer(2)));
            assertThat(a.receives()).isEqualTo(integer(2));
            assertThat(done.cancel()).isFalse();
        }
    }

    @Test
    void shouldRefuseAtOnceWhatIsNoReceiver() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Probe a = Probe.on(nodes.here());
            assertThatThrownBy(() -> a.runs(self -> self.sendAfter(NEVER, tuple(), integer(1))))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    /// One clock serves all: what fails or waits at the router does not hold it up.
    @Test
    void shouldGoOnWhenASendFailsOrWaits() throws Exception {
        try (Peer peer = new Peer()) {
            Probe a = Probe.on(peer.processes());
            peer.whenRouted(signal -> {
                throw new IllegalArgumentException("cannot be encoded");
            });
            a.runs(self -> {
                self.sendAfter(Duration.ZERO, peer.newPid(), integer(1));
                self.sendAfter(Duration.ofMillis(5), self.pid(), integer(2));
            });
            assertThat(a.receives()).isEqualTo(integer(2));
        }
    }

    @Test
    void shouldWaitForEverWhenTheTimeoutIsBeyondReckoning() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Probe a = Probe.on(nodes.here());
            a.runs(self -> self.sendAfter(Duration.ofMillis(5), self.pid(), integer(1)));
            Optional<Term> message = a.does(self -> self.receive(Duration.ofSeconds(Long.MAX_VALUE)));
            assertThat(message).contains(integer(1));
            Optional<Term> none = a.does(self -> self.receive(Duration.ofSeconds(Long.MIN_VALUE)));
            assertThat(none).isEmpty();
            long start = System.nanoTime();
            Optional<Term> late = a.does(self -> self.receive(Duration.ofMillis(3)));
            assertThat(late).isEmpty();
            assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(3_000_000);
        }
    }
}
