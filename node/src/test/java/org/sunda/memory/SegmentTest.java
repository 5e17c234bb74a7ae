package org.sunda.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SegmentTest {
    static Stream<Allocator> allocators() {
        PoolSettings tracked = PoolSettings.DEFAULT.withTracking(true);
        return Stream.of(
                Allocator.heap(),
                new ConfinedPool(),
                new SharedPool(),
                new ConfinedPool(tracked),
                new SharedPool(tracked));
    }

    @ParameterizedTest
    @MethodSource("allocators")
    void shouldBeAsLargeAsAskedForWhenAllocated(Allocator allocator) {
        for (long size : List.of(0L, 1L, 63L, 64L, 65L, 1000L, 1L << 20, (1L << 20) + 1, 5L << 20)) {
            Segment segment = allocator.allocate(size);

            assertThat(segment.byteSize()).isGreaterThanOrEqualTo(size);
            segment.memory().fill((byte) size);
            segment.release();
        }
        assertThat(allocator.counters().allocations()).isEqualTo(9);
        assertThat(allocator.counters().liveSegments()).isZero();
        assertThat(allocator.counters().liveBytes()).isZero();
    }

    @ParameterizedTest
    @MethodSource("allocators")
    void shouldRefuseWhenTheSizeIsNegative(Allocator allocator) {
        assertThatThrownBy(() -> allocator.allocate(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1 bytes");
    }

    @ParameterizedTest
    @MethodSource("allocators")
    void shouldRefuseEverythingWhenReleased(Allocator allocator) {
        for (long size : List.of(100L, 2L << 20)) {
            Segment segment = allocator.allocate(size);
            segment.release();

            // Somebody else may have the memory by now, and must not notice.
            Segment other = allocator.allocate(size);
            other.memory().set(ValueLayout.JAVA_INT_UNALIGNED, 0, 42);
            assertEnded(segment, "was released");
            assertThat(other.memory().get(ValueLayout.JAVA_INT_UNALIGNED, 0)).isEqualTo(42);
            assertThat(allocator.counters().liveSegments()).isEqualTo(1);
            other.release();
        }
    }

    @ParameterizedTest
    @MethodSource("allocators")
    void shouldBelongToTheNextOwnerWhenTransferred(Allocator allocator) {
        Segment first = allocator.allocate(100);
        first.memory().set(ValueLayout.JAVA_INT_UNALIGNED, 0, 42);

        Segment next = first.transfer();

        assertEnded(first, "was transferred");
        assertThat(next.memory().get(ValueLayout.JAVA_INT_UNALIGNED, 0)).isEqualTo(42);
        next.release();
        assertEnded(next, "was released");
        assertThat(allocator.counters().liveSegments()).isZero();
    }

    @ParameterizedTest
    @MethodSource("allocators")
    void shouldLiveUntilTheLastOwnerReleasesWhenShared(Allocator allocator) {
        for (long size : List.of(100L, 2L << 20)) {
            Segment first = allocator.allocate(size);
            first.memory().set(ValueLayout.JAVA_INT_UNALIGNED, 0, 42);
            Segment second = first.share();
            Segment third = second.share().transfer();

            second.release();
            first.release();

            assertEnded(first, "was released");
            assertThat(allocator.counters().liveSegments()).isEqualTo(1);
            assertThat(third.memory().get(ValueLayout.JAVA_INT_UNALIGNED, 0)).isEqualTo(42);
            third.release();
            assertThat(allocator.counters().liveSegments()).isZero();
        }
    }

    private static void assertEnded(Segment segment, String how) {
        List<Runnable> uses =
                List.of(segment::memory, segment::byteSize, segment::transfer, segment::share, segment::release);
        for (Runnable use : uses) {
            assertThatThrownBy(use::run)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(how);
        }
    }
}
