package org.sunda.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sunda.process.Processes;

@Timeout(60)
class RingTest {
    /// A number that does not come to what it should fails the round.
    @ParameterizedTest
    @CsvSource({"1, 1", "1, 7", "2, 1", "3, 1000", "100, 50", "7, 700", "1000, 1"})
    void shouldEndAllProcessesWhenTheNumberIsUsedUp(int n, int m) throws InterruptedException {
        for (boolean isBlocking : new boolean[] {false, true}) {
            try (Processes processes = Ring.alone()) {
                Ring.Round round = new Ring(processes, isBlocking, n, m).round();

                assertThat(round.message()).isPositive();
                assertThat(round.spawn() > 0).isEqualTo(n > 1);
            }
        }
    }
}
