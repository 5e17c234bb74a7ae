package org.sunda.dist;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CoalescingTest {
    private static final long AWAKE = 10_000;
    private static final long RESTED = 80_000;

    private final Coalescing coalescing = new Coalescing();
    private long messages;
    private long now;

    /// How many of so many reads come after a rest, when a rest brings so many messages.
    private int rests(int reads, int perRead, int perRest) {
        int rests = 0;
        boolean rested = false;
        for (int i = 0; i < reads; i++) {
            messages += rested ? perRest : perRead;
            now += rested ? RESTED : AWAKE;
            rested = coalescing.isDue(messages, now);
            rests += rested ? 1 : 0;
        }
        return rests;
    }

    @Test
    void shouldNeverRestWhenEachReadBringsOneMessage() {
        assertThat(rests(10_000, 1, 1)).isZero();
    }

    @Test
    void shouldRestBeforeEachReadWhenMessagesComeFastByIt() {
        assertThat(rests(1000, 2, 10)).isEqualTo(1000);
    }

    @Test
    void shouldSeldomRestWhenFewMessagesComeMeanwhile() {
        assertThat(rests(10_000, 2, 4)).isBetween(10, 100);
    }

    @Test
    void shouldRestAgainWhenAStreamBeginsLater() {
        rests(10_000, 2, 4);

        assertThat(rests(5000, 2, 10)).isGreaterThan(3500);
    }
}
