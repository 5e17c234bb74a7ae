package org.sunda.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.sunda.peer.Intake;

class ThrottleTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Duration TICK = Duration.ofSeconds(60);

    private static Throttle of(Intake intake) {
        return new Throttle(intake, TICK, 0);
    }

    @Test
    void shouldNeverPauseWhenThereIsNoLimit() {
        Throttle free = of(Intake.UNLIMITED);
        assertThat(free.read(Long.MAX_VALUE, Long.MAX_VALUE, 1)).isFalse();
        assertThat(free.isOpen(1)).isTrue();
        assertThat(free.shorten(77, 1)).isEqualTo(77);
    }

    @Test
    void shouldPauseAsLongAsTheExcessTakesWhenASecondsWorthIsUsed() {
        Throttle slow = of(Intake.UNLIMITED.withBytesPerSecond(1000));
        slow.read(1000, 1, 0);
        assertThat(slow.isOpen(0)).as("a burst").isTrue();
        slow.read(3000, 2, 0);
        assertThat(slow.isOpen(0)).isFalse();
        assertThat(slow.isOpen(2 * SECOND - 1)).isFalse();
        assertThat(slow.shorten(15_000, 0)).isBetween(2000L, 2001L);
        assertThat(slow.isOpen(2 * SECOND)).isTrue();
        slow.read(3500, 3, 2 * SECOND + SECOND / 2);
        assertThat(slow.isOpen(2 * SECOND + SECOND / 2))
                .as("half a second's worth")
                .isTrue();
    }

    @Test
    void shouldCountMessagesWhenTheyAreLimited() {
        Throttle slow = of(Intake.UNLIMITED.withMessagesPerSecond(10));
        slow.read(1, 10, 0);
        assertThat(slow.isOpen(0)).isTrue();
        slow.read(2, 11, 0);
        assertThat(slow.isOpen(SECOND / 10 - 1)).isFalse();
        assertThat(slow.isOpen(SECOND / 10)).isTrue();
    }

    @Test
    void shouldReadOncePerQuarterOfTheTickTimeHoweverMuchCame() {
        Throttle slow = of(Intake.UNLIMITED.withBytesPerSecond(1));
        slow.read(1L << 40, 1, 0);
        assertThat(slow.isOpen(15 * SECOND - 1)).isFalse();
        assertThat(slow.isOpen(15 * SECOND)).isTrue();
    }

    @Test
    void shouldNotSaveUpMoreThanASecondWhenIdle() {
        Throttle slow = of(Intake.UNLIMITED.withMessagesPerSecond(10));
        slow.read(0, 11, 1000 * SECOND);
        assertThat(slow.isOpen(1000 * SECOND)).isFalse();
    }

    @Test
    void shouldCloseWhenThatIsChosenAndTooMuchCame() {
        Throttle strict = of(Intake.UNLIMITED
                .withMessagesPerSecond(10)
                .withBytesPerSecond(100)
                .closing());
        assertThat(strict.read(100, 10, 0)).isFalse();
        assertThat(strict.read(101, 10, 0)).isTrue();
    }
}
