package org.sunda.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnsTest {
    private static final Plan PLAN = Plan.ofMillis(1, 1, 1, 3, 1);

    private static final Duration LONG = Duration.ofDays(1);

    private final List<String> order = new ArrayList<>();

    @Test
    void shouldAlternateWhenSeveralTakePart() throws Exception {
        Turns.take(Task.of("task", contender("a", 1), contender("b", 1)), PLAN, LONG);

        assertThat(String.join("", order)).isEqualTo("ab" + "ab" + "ba" + "ab");
    }

    @Test
    void shouldCompareRoundByRoundWhenTheMachineGetsSlower() throws Exception {
        double[] speed = {1};
        Contender own = new Contender("own", time -> Sample.ofNanos(100 * speed[0]));
        Contender rival = new Contender("rival", time -> Sample.ofNanos(300 * (speed[0] *= 10)));

        Comparison found = Turns.take(Task.of("task", rival, own), Plan.ofMillis(1, 1, 1, 5, 1), LONG);

        assertThat(found.of("own").orElseThrow().rounds()).hasSize(5);
        // By the order of turns the rival is 3 or 30 times slower in a round, however slow the machine has become.
        assertThat(found.faster("own", "rival")).isEqualTo(3, within(1e-9));
        assertThat(found.faster("rival", "own")).isEqualTo(1 / 3.0, within(1e-9));
    }

    @Test
    void shouldGoOnWithTheOthersWhenOneCannotDoIt() throws Exception {
        Contender weak = new Contender("weak", time -> {
            order.add("weak");
            throw new FailedTurnException("OutOfMemoryError");
        });

        Comparison found = Turns.take(Task.of("task", weak, contender("a", 5)), PLAN, LONG);

        assertThat(order).containsOnlyOnce("weak");
        assertThat(found.of("weak").orElseThrow().failure()).isEqualTo("OutOfMemoryError");
        assertThat(found.of("a").orElseThrow().nanos()).isEqualTo(5);
        assertThat(found.faster("a", "weak")).isNaN();
    }

    @Test
    void shouldBeginNoMoreThanTwoRoundsWhenTheTimeIsOver() throws Exception {
        Comparison found = Turns.take(Task.of("task", contender("a", 1)), PLAN, Duration.ZERO);

        assertThat(found.of("a").orElseThrow().rounds()).hasSize(2);
    }

    @Test
    void shouldPutTheRoundsOfForksTogether() throws Exception {
        Comparison first = Turns.take(Task.of("task", contender("a", 1)), PLAN, LONG);
        Comparison second = Turns.take(Task.of("task", contender("a", 2)), PLAN, LONG);

        Series both = first.and(second).of("a").orElseThrow();

        assertThat(both.rounds()).extracting(Sample::nanos).containsExactly(1.0, 1.0, 1.0, 2.0, 2.0, 2.0);
        assertThat(both.nanos()).isEqualTo(1.5);
        assertThat(both.fastest()).isEqualTo(1);
        assertThat(both.slowest()).isEqualTo(2);
    }

    private Contender contender(String name, double nanos) {
        return new Contender(name, time -> {
            order.add(name);
            return Sample.ofNanos(nanos);
        });
    }
}
