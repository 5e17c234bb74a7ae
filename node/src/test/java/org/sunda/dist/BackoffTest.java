package org.sunda.dist;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sunda.peer.Reconnect;

class BackoffTest {
    private static final Reconnect LIMITS = new Reconnect(ofSeconds(1), ofSeconds(10));

    @Test
    void shouldDoubleUpToTheLongestWhenAttemptsFail() {
        Backoff backoff = new Backoff(LIMITS, () -> 0);
        assertThat(pauses(backoff, 6))
                .containsExactly(ofSeconds(1), ofSeconds(2), ofSeconds(4), ofSeconds(8), ofSeconds(10), ofSeconds(10));
    }

    @Test
    void shouldStartAnewOnlyWhenAConnectionStoodLongerThanThePause() {
        Backoff backoff = new Backoff(LIMITS, () -> 0);
        pauses(backoff, 2);
        assertThat(backoff.pause(ofSeconds(3))).as("it stood for a moment").isEqualTo(ofSeconds(4));
        assertThat(backoff.pause(ofSeconds(9))).isEqualTo(ofSeconds(1));
        assertThat(backoff.pause(ZERO)).isEqualTo(ofSeconds(2));
    }

    @Test
    void shouldBeShortenedByUpToAHalf() {
        assertThat(new Backoff(LIMITS, () -> 1).pause(ZERO)).isEqualTo(Duration.ofMillis(500));
        assertThat(new Backoff(LIMITS, () -> 0.5).pause(ZERO)).isEqualTo(Duration.ofMillis(750));
    }

    private static List<Duration> pauses(Backoff backoff, int count) {
        return Stream.generate(() -> backoff.pause(ZERO)).limit(count).toList();
    }
}
