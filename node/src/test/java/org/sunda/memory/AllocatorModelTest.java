package org.sunda.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What an allocator does, against the simplest thing that could: a list of what is live.
class AllocatorModelTest {
    private static final long MOST_LIVE_BYTES = 24 << 20;

    private final List<Owned> live = new ArrayList<>();
    private final List<Segment> ended = new ArrayList<>();
    private final NavigableMap<Long, Long> addresses = new TreeMap<>();
    private long liveBytes;
    private long allocations;

    /// One piece of memory with all its handles.
    private record Owned(Piece piece, List<Segment> handles) {}

    static Stream<Arguments> allocators() {
        PoolSettings nothingIdle = PoolSettings.DEFAULT.withIdleBytes(0);
        PoolSettings tracked = PoolSettings.DEFAULT.withTracking(true);
        Map<String, Supplier<Allocator>> makers = new TreeMap<>(Map.of(
                "heap", Allocator::heap,
                "confined", ConfinedPool::new,
                "confined, nothing idle", () -> new ConfinedPool(nothingIdle),
                "confined, tracked", () -> new ConfinedPool(tracked),
                "shared", SharedPool::new,
                "shared, nothing idle", () -> new SharedPool(nothingIdle),
                "shared, tracked", () -> new SharedPool(tracked)));
        return makers.entrySet().stream()
                .flatMap(maker -> IntStream.rangeClosed(1, 3)
                        .mapToObj(seed -> Arguments.of(
                                maker.getKey(), seed, maker.getValue().get())));
    }

    @ParameterizedTest(name = "{0}, seed {1}")
    @MethodSource("allocators")
    void shouldKeepApartWhatIsLiveWhenUsedAtRandom(String name, long seed, Allocator allocator) {
        Random random = new Random(seed);
        int rounds = name.contains("tracked") ? 1_000 : 10_000;
        for (int round = 0; round < rounds; round++) {
            step(allocator, random, random.nextInt(100));
            assertThat(allocator.counters().liveSegments()).isEqualTo(live.size());
        }
        assertThat(allocator.counters().liveBytes()).isEqualTo(liveBytes);

        while (!live.isEmpty()) {
            release(live.removeLast());
        }

        MemoryCounters end = allocator.counters();
        assertThat(end.allocations()).isEqualTo(allocations);
        assertThat(end.releases()).isEqualTo(allocations);
        assertThat(end.liveBytes()).isZero();
        assertThat(end.leaks() + end.conflicts() + end.doubleReleases()).isZero();
        close(allocator);
        assertThat(allocator.counters().reservedBytes()).isZero();
    }

    private void step(Allocator allocator, Random random, int dice) {
        if (live.isEmpty() || dice < 45) {
            allocate(allocator, sizeOf(random));
        } else if (dice < 85) {
            release(live.remove(random.nextInt(live.size())));
        } else if (dice < 90) {
            List<Segment> handles = any(random).handles();
            handles.add(handles.getFirst().share());
        } else if (dice < 95) {
            List<Segment> handles = any(random).handles();
            Segment former = handles.removeLast();
            handles.add(former.transfer());
            ended.add(former);
        } else if (!ended.isEmpty()) {
            Segment handle = ended.get(random.nextInt(ended.size()));
            assertThatThrownBy(random.nextBoolean() ? handle::release : handle::memory)
                    .isInstanceOf(IllegalStateException.class);
        }
        if (liveBytes > MOST_LIVE_BYTES) {
            release(live.remove(random.nextInt(live.size())));
        }
    }

    /// Most are small, some are large, and a few too large for a slab.
    private static long sizeOf(Random random) {
        return random.nextLong(1L << random.nextInt(random.nextInt(10) == 0 ? 22 : 13));
    }

    private Owned any(Random random) {
        return live.get(random.nextInt(live.size()));
    }

    private void allocate(Allocator allocator, long size) {
        Segment segment = allocator.allocate(size);
        assertThat(segment.byteSize()).isGreaterThanOrEqualTo(size);
        if (segment.memory().isNative()) {
            assertThat(segment.memory().address() % 16).isZero();
            assertApart(segment);
        }
        liveBytes += segment.byteSize();
        Piece piece = Piece.write(segment, ++allocations);
        live.add(new Owned(piece, new ArrayList<>(List.of(segment))));
    }

    private void assertApart(Segment segment) {
        long from = segment.memory().address();
        Map.Entry<Long, Long> below = addresses.floorEntry(from);
        Map.Entry<Long, Long> above = addresses.ceilingEntry(from);
        assertThat(below == null || below.getValue() <= from).isTrue();
        assertThat(above == null || from + segment.byteSize() <= above.getKey()).isTrue();
        addresses.put(from, from + segment.byteSize());
    }

    private void release(Owned owned) {
        Segment last = owned.handles().removeLast();
        new Piece(last, owned.piece().stamp()).verify();
        if (last.memory().isNative()) {
            addresses.remove(last.memory().address());
        }
        liveBytes -= last.byteSize();
        for (Segment each : owned.handles()) {
            each.release();
            ended.add(each);
        }
        last.release();
        ended.add(last);
    }

    private static void close(Allocator allocator) {
        switch (allocator) {
            case ConfinedPool pool -> pool.close();
            case SharedPool pool -> pool.close();
            case HeapAllocator _ -> {}
        }
    }
}
