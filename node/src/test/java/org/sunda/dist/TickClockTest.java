package org.sunda.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TickClockTest {
    private static final long SECOND = 1_000_000_000L;

    private final TickClock clock = new TickClock(Duration.ofSeconds(4), 0);

    @Test
    void shouldLookFourTimesPerTickTimeWhenAsked() {
        assertThat(clock.millisToNextLook(0)).isEqualTo(1000);
        assertThat(clock.look(SECOND - 1, 0, 0, 0)).isEqualTo(TickClock.Look.FINE);
        assertThat(clock.look(SECOND, 0, 0, 0)).isEqualTo(TickClock.Look.TICK);
        assertThat(clock.millisToNextLook(SECOND)).isEqualTo(1000);
        assertThat(clock.millisToNextLook(3 * SECOND)).as("late").isEqualTo(1);
    }

    @Test
    void shouldTickOnlyWhenNothingWasWritten() {
        assertThat(clock.look(SECOND, 1, 1, 0)).isEqualTo(TickClock.Look.FINE);
        assertThat(clock.look(2 * SECOND, 2, 1, 0)).isEqualTo(TickClock.Look.TICK);
        assertThat(clock.look(3 * SECOND, 3, 5, 0)).isEqualTo(TickClock.Look.FINE);
    }

    @Test
    void shouldBeSilentAfterFourLooksWhenNothingWasRead() {
        assertThat(clock.look(SECOND, 1, 1, 0)).isNotEqualTo(TickClock.Look.SILENT);
        for (int i = 2; i <= 4; i++) {
            assertThat(clock.look(i * SECOND, 1, i, 0)).isNotEqualTo(TickClock.Look.SILENT);
        }
        assertThat(clock.look(5 * SECOND, 1, 5, 0)).isEqualTo(TickClock.Look.SILENT);
    }

    @Test
    void shouldStartAnewWhenOneByteCame() {
        for (int i = 1; i <= 3; i++) {
            clock.look(i * SECOND, 0, 0, 0);
        }
        assertThat(clock.look(4 * SECOND, 1, 0, 0)).isEqualTo(TickClock.Look.TICK);
        assertThat(clock.look(5 * SECOND, 1, 0, 0)).isEqualTo(TickClock.Look.TICK);
    }

    @Test
    void shouldCountOneLookWhenTheMachineSlept() {
        assertThat(clock.look(1000 * SECOND, 0, 0, 0)).isEqualTo(TickClock.Look.TICK);
        assertThat(clock.look(1001 * SECOND, 1, 0, 0)).isEqualTo(TickClock.Look.TICK);
    }

    @Test
    void shouldBeStalledAfterFourLooksWhenNothingOfWhatWaitsCouldBeWritten() {
        assertThat(clock.look(SECOND, 1, 5, 9)).isEqualTo(TickClock.Look.FINE);
        for (int i = 2; i <= 4; i++) {
            assertThat(clock.look(i * SECOND, i, 5, 9)).isNotEqualTo(TickClock.Look.STALLED);
        }
        assertThat(clock.look(5 * SECOND, 5, 5, 9)).isEqualTo(TickClock.Look.STALLED);
    }

    @Test
    void shouldStartAnewWhenOneByteLeftOrNothingWaits() {
        for (int i = 1; i <= 4; i++) {
            clock.look(i * SECOND, i, 5, 9);
        }
        assertThat(clock.look(5 * SECOND, 5, 6, 8)).isEqualTo(TickClock.Look.FINE);
        for (int i = 6; i <= 20; i++) {
            assertThat(clock.look(i * SECOND, i, 6, i % 4 == 0 ? 0 : 8)).isEqualTo(TickClock.Look.TICK);
        }
    }
}
