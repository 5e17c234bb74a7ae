package org.sunda.bench.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.sunda.bench.FailedTurnException;
import org.sunda.bench.Plan;
import org.sunda.bench.Series;

class MatchTest {
    private static final Plan PLAN = Plan.ofMillis(1, 1, 0, 2, 0);

    private final Party fast = party("fast");
    private final Party slow = party("slow");

    private static Party party(String name) {
        return new Party(name, Set.of("ring"), 100, () -> {
            throw new IllegalStateException("nobody asks it");
        });
    }

    @Test
    void shouldCompareEachFigureWhenAnswersHaveSeveral() throws Exception {
        List<String> order = new ArrayList<>();

        Match match = Match.play("task", List.of(fast, slow), PLAN, party -> {
            order.add(party.name());
            return Map.of("a", party == fast ? 10.0 : 30.0, "b", 1.0);
        });

        assertThat(order).containsExactly("fast", "slow", "slow", "fast", "fast", "slow");
        assertThat(match.on("a").faster("fast", "slow")).isEqualTo(3);
        assertThat(match.on("b").faster("fast", "slow")).isEqualTo(1);
        assertThat(match.on("a").of("slow").orElseThrow().rounds()).hasSize(2);
        assertThat(match.median("slow", "c")).isNaN();
    }

    @Test
    void shouldGoOnWithTheOthersWhenOneFails() throws Exception {
        Match match = Match.play("task", List.of(fast, slow), PLAN, party -> {
            if (party == slow) {
                throw new FailedTurnException("too many threads");
            }
            return Map.of("a", 10.0);
        });

        Series failed = match.on("a").of("slow").orElseThrow();
        assertThat(failed.failure()).isEqualTo("too many threads");
        assertThat(failed.rounds()).isEmpty();
        assertThat(match.median("fast", "a")).isEqualTo(10);
    }

    @Test
    void shouldAskOnlyForWhatAPartyTakes() {
        assertThat(fast.takes("ring", 100)).isTrue();
        assertThat(fast.takes("ring", 101)).isFalse();
        assertThat(fast.takes("churn", 1)).isFalse();
    }
}
