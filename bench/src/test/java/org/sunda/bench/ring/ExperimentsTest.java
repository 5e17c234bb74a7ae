package org.sunda.bench.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class ExperimentsTest {
    private static List<Supplier<Actors<?>>> kinds() {
        return List.of(SundaReactive::new, SundaBlocking::new, PekkoTyped::new, QueueThreads::new);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldCountEveryMessageWhenTheNumberHasGoneRound(Supplier<Actors<?>> kind) throws Exception {
        try (Actors<?> actors = kind.get()) {
            for (int n : new int[] {1, 2, 100}) {
                Map<String, Double> figures = new Experiments<>(actors).ring(n, 3 * n - 1);

                assertThat(figures.get(Answer.HOPS)).isEqualTo(3 * n, within(0.0));
                assertThat(figures.get(Answer.MESSAGE)).isPositive();
                assertThat(figures.get(Answer.SPAWN)).isPositive();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldHaveFiguresWhenAllMessagesHaveCome(Supplier<Actors<?>> kind) throws Exception {
        try (Actors<?> actors = kind.get()) {
            Experiments<?> experiments = new Experiments<>(actors);

            assertThat(experiments.trip(100, 0))
                    .allSatisfy((_, nanos) -> assertThat(nanos).isPositive());
            assertThat(experiments.trip(100, 10)).containsKeys(Answer.TRIP, Answer.P99, Answer.LONGEST);
            assertThat(experiments.fanIn(10, 100))
                    .hasEntrySatisfying(Answer.MESSAGE, each -> assertThat(each).isPositive());
            assertThat(experiments.fanOut(10, 100)).containsKey(Answer.MESSAGE);
            assertThat(experiments.churn(100, 10)).containsKey(Answer.LIFE);
            assertThat(experiments.skew(3, 10)).containsKeys(Answer.ONE, Answer.ALL);
            assertThat(experiments.size(100)).containsKeys(Answer.IDLE, Answer.AFTER_MAIL);
        }
    }

    @Test
    void shouldFindTheAnswerWhenOthersAreInFront() throws Exception {
        try (SundaBlocking blocking = new SundaBlocking()) {
            assertThat(Selective.behind(blocking.processes(), 50, 10)).containsKey(Answer.TRIP);
        }
    }

    @Test
    void shouldCountEveryMessageWhenThreadsHandItRound() throws Exception {
        for (ThreadFactory threads :
                List.of(Thread.ofPlatform().factory(), Thread.ofVirtual().factory())) {
            for (int n : new int[] {1, 2, 20}) {
                assertThat(Zog.ring(threads, n, 5 * n - 1).get(Answer.HOPS)).isEqualTo(5 * n, within(0.0));
            }
        }
    }
}
