package org.sunda.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class MatchTest {
    private static final Plan PLAN = Plan.ofMillis(1, 1, 0, 2, 0);

    private static final Named FAST = new Named("fast");
    private static final Named SLOW = new Named("slow");

    private record Named(String name) implements Match.Player {}

    @Test
    void shouldCompareEachFigureWhenAnswersHaveSeveral() throws Exception {
        List<String> order = new ArrayList<>();

        Match match = Match.play("task", List.of(FAST, SLOW), PLAN, player -> {
            order.add(player.name());
            return Map.of("a", player.equals(FAST) ? 10.0 : 30.0, "b", 1.0);
        });

        assertThat(order).containsExactly("fast", "slow", "slow", "fast", "fast", "slow");
        assertThat(match.on("a").faster("fast", "slow")).isEqualTo(3);
        assertThat(match.on("b").faster("fast", "slow")).isEqualTo(1);
        assertThat(match.on("a").of("slow").orElseThrow().rounds()).hasSize(2);
        assertThat(match.median("slow", "c")).isNaN();
    }

    @Test
    void shouldWarmEachUpUntilItHasHadItsTime() throws Exception {
        List<String> order = new ArrayList<>();

        Match match = Match.play("task", List.of(FAST, SLOW), Plan.ofMillis(1, 1, 40, 1, 0), player -> {
            order.add(player.name());
            if (player.equals(SLOW)) {
                LockSupport.parkNanos(100_000_000);
            }
            return Map.of("a", 1.0);
        });

        assertThat(Collections.frequency(order, "slow")).isEqualTo(2);
        assertThat(Collections.frequency(order, "fast")).isGreaterThan(2);
        assertThat(match.on("a").of("fast").orElseThrow().rounds()).hasSize(1);
    }

    @Test
    void shouldGoOnWithTheOthersWhenOneFails() throws Exception {
        Match match = Match.play("task", List.of(FAST, SLOW), PLAN, player -> {
            if (player.equals(SLOW)) {
                throw new FailedTurnException("too many threads");
            }
            return Map.of("a", 10.0);
        });

        Series failed = match.on("a").of("slow").orElseThrow();
        assertThat(failed.failure()).isEqualTo("too many threads");
        assertThat(failed.rounds()).isEmpty();
        assertThat(match.median("fast", "a")).isEqualTo(10);
    }
}
