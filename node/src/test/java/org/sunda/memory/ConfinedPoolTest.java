package org.sunda.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfinedPoolTest {
    @ParameterizedTest
    @ValueSource(longs = {100, 2 << 20})
    void shouldRefuseWhenAnotherThreadUsesIt(long size) {
        try (ConfinedPool pool = new ConfinedPool()) {
            Segment segment = pool.allocate(size);
            List<Runnable> uses = List.of(
                    () -> pool.allocate(size),
                    segment::release,
                    segment::transfer,
                    segment::share,
                    pool::trim,
                    pool::close);

            for (Runnable use : uses) {
                assertThatThrownBy(() -> elsewhere(use))
                        .isInstanceOf(WrongThreadException.class)
                        .hasMessageContaining("SharedPool");
            }
            elsewhere(() -> segment.memory().set(ValueLayout.JAVA_INT, 0, 42));
            assertThat(segment.memory().get(ValueLayout.JAVA_INT, 0)).isEqualTo(42);
            segment.release();
        }
    }

    private static void elsewhere(Runnable use) {
        try {
            CompletableFuture.runAsync(use).get(10, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw (RuntimeException) e.getCause();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldGiveBackWhatIsMoreThanAllowedWhenABurstIsOver() {
        try (ConfinedPool pool = new ConfinedPool(PoolSettings.DEFAULT.withIdleBytes(2 << 20))) {
            for (long size : List.of(64L, 1000L, 40_000L, 1L << 20)) {
                List<Segment> burst = new ArrayList<>();
                for (int i = 0; i < (20 << 20) / size; i++) {
                    burst.add(pool.allocate(size));
                }
                assertThat(pool.counters().reservedBytes()).isGreaterThanOrEqualTo(19 << 20);

                burst.forEach(Segment::release);

                assertThat(pool.counters().idleBytes()).isLessThanOrEqualTo(2 << 20);
                // Beside those, one slab of each small size used is there for the next.
                assertThat(pool.counters().reservedBytes()).isLessThanOrEqualTo(3 << 20);
            }
            pool.trim();
            assertThat(pool.counters().reservedBytes()).isZero();
        }
    }

    @Test
    void shouldUseTheMemoryOfOneSizeForAnotherWhenNothingOfItIsHandedOut() {
        long burstBytes = 16 << 20;
        try (ConfinedPool pool = new ConfinedPool(PoolSettings.DEFAULT.withIdleBytes(32 << 20))) {
            for (long size : List.of(64L, 700L, 10_000L, 48L << 10, 160L << 10, 500L << 10, 64L)) {
                List<Segment> burst = new ArrayList<>();
                for (int i = 0; i < burstBytes / size; i++) {
                    burst.add(pool.allocate(size));
                }
                // A quarter for the next larger size, a fifth for what does not fill its pages, and a chunk.
                assertThat(pool.counters().reservedBytes()).isLessThan(burstBytes * 3 / 2 + (4 << 20));
                burst.forEach(Segment::release);
            }
        }
    }

    @Test
    void shouldUseTheSameMemoryWhenItIsReleasedAndAllocatedAgain() {
        try (ConfinedPool pool = new ConfinedPool()) {
            Segment first = pool.allocate(1000);
            first.release();
            long reserved = pool.counters().reservedBytes();
            for (int i = 0; i < 10_000; i++) {
                pool.allocate(1000).release();
            }
            assertThat(pool.counters().reservedBytes()).isEqualTo(reserved);
            assertThat(pool.counters().allocations()).isEqualTo(10_001);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {100, 2 << 20})
    void shouldThrowWhenASegmentIsUsedAfterItsPoolWasClosed(long size) {
        ConfinedPool pool = new ConfinedPool();
        Segment held = pool.allocate(size);

        pool.close();

        assertThatThrownBy(() -> held.memory().get(ValueLayout.JAVA_BYTE, 0)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> pool.allocate(size))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
        assertThat(pool.counters().liveSegments()).isEqualTo(1);
        assertThat(pool.counters().reservedBytes()).isZero();
        held.release();
        pool.close();
    }

    @Test
    void shouldRefuseWhenMoreIsToStayIdleThanNothing() {
        assertThatThrownBy(() -> PoolSettings.DEFAULT.withIdleBytes(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1");
    }
}
