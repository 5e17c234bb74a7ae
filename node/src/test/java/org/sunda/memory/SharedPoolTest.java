package org.sunda.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class SharedPoolTest {
    /// Threads of both kinds, each of which allocates at random and releases its own and everybody else's.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldKeepApartWhatIsLiveWhenManyThreadsUseIt(boolean virtual) throws Exception {
        try (SharedPool pool = new SharedPool(PoolSettings.DEFAULT.withIdleBytes(1 << 20))) {
            ConcurrentLinkedQueue<Piece> passing = new ConcurrentLinkedQueue<>();
            AtomicLong stamps = new AtomicLong();
            int threads = virtual ? 200 : 24;
            int rounds = virtual ? 1_000 : 8_000;
            inThreads(virtual, threads, i -> {
                Random random = new Random(i);
                List<Piece> own = new ArrayList<>();
                for (int round = 0; round < rounds; round++) {
                    Segment fresh = pool.allocate(random.nextLong(1L << random.nextInt(14)));
                    Piece piece = Piece.write(fresh, stamps.incrementAndGet());
                    if (random.nextInt(4) > 0) {
                        own.add(piece);
                    } else {
                        passing.add(new Piece(piece.segment().transfer(), piece.stamp()));
                    }
                    Piece theirs = random.nextBoolean() ? passing.poll() : null;
                    if (theirs != null) {
                        release(theirs);
                    } else if (!own.isEmpty()) {
                        release(own.remove(random.nextInt(own.size())));
                    }
                }
                own.forEach(SharedPoolTest::release);
            });
            passing.forEach(SharedPoolTest::release);

            MemoryCounters end = pool.counters();
            assertThat(end.allocations()).isEqualTo((long) threads * rounds);
            assertThat(end.liveSegments()).isZero();
            assertThat(end.liveBytes()).isZero();
            assertThat(end.doubleReleases()).isZero();
            // All of its threads are dead, so that nothing is kept from anybody.
            pool.trim();
            assertThat(pool.counters().reservedBytes()).isZero();
        }
    }

    private static void release(Piece piece) {
        piece.verify();
        piece.segment().release();
    }

    @Test
    void shouldBringBackEverythingWhenOthersReleaseWhatOneAllocates() throws Exception {
        try (SharedPool pool = new SharedPool()) {
            int count = 200_000;
            int consumers = 3;
            BlockingQueue<Piece> queue = new LinkedBlockingQueue<>(1000);
            inThreads(false, 1 + consumers, i -> {
                if (i == 0) {
                    for (int n = 0; n < count; n++) {
                        queue.put(Piece.write(pool.allocate(100 + n % 1000), n));
                    }
                    for (int n = 0; n < consumers; n++) {
                        queue.put(new Piece(pool.allocate(1), -1));
                    }
                } else {
                    Piece piece = queue.take();
                    while (piece.stamp() >= 0) {
                        release(piece);
                        piece = queue.take();
                    }
                    piece.segment().release();
                }
            });
            assertThat(pool.counters().liveSegments()).isZero();
            assertThat(pool.counters().allocations()).isEqualTo(count + consumers);
            assertThat(pool.counters().conflicts()).isPositive();
            // What the queue holds, and not what ever went through it.
            assertThat(pool.counters().reservedBytes()).isLessThan(16 << 20);
            pool.trim();
            assertThat(pool.counters().reservedBytes()).isZero();
        }
    }

    @Test
    void shouldGiveTheMemoryToNobodyTwiceWhenTwoThreadsReleaseTheSameHandles() throws Exception {
        try (SharedPool pool = new SharedPool()) {
            int count = 100_000;
            List<Segment> handles = new ArrayList<>();
            AtomicLong released = new AtomicLong();
            CountDownLatch allocated = new CountDownLatch(1);
            // The first of the three threads is the one whose stripe it is.
            inThreads(false, 3, i -> {
                if (i == 0) {
                    for (int n = 0; n < count; n++) {
                        handles.add(pool.allocate(64));
                    }
                    allocated.countDown();
                }
                allocated.await();
                for (Segment handle : handles) {
                    try {
                        handle.release();
                        released.incrementAndGet();
                    } catch (IllegalStateException expected) {
                        assertThat(expected).hasMessageContaining("released");
                    }
                }
            });
            pool.trim();
            MemoryCounters after = pool.counters();
            assertThat(released.get()).isEqualTo(count + after.doubleReleases());
            assertThat(after.liveSegments()).isZero();
            assertApart(pool, count);
        }
    }

    @Test
    void shouldGiveTheMemoryToNobodyTwiceWhenOneThreadReleasesWhileAnotherTransfersOrShares() throws Exception {
        try (SharedPool pool = new SharedPool()) {
            int rounds = 50;
            int count = 1_000;
            Exchanger<List<Segment>> exchanger = new Exchanger<>();
            inThreads(false, 2, i -> {
                for (int round = 0; round < rounds; round++) {
                    List<Segment> handles = new ArrayList<>();
                    for (int n = 0; n < count && i == 0; n++) {
                        handles.add(pool.allocate(64));
                    }
                    List<Segment> theirs = exchanger.exchange(handles);
                    if (i == 0) {
                        handles.forEach(handle -> tolerate(handle::release));
                    } else {
                        theirs.forEach(
                                handle -> tolerate(() -> handle.transfer().release()));
                        theirs.forEach(handle -> tolerate(() -> handle.share().release()));
                    }
                    // Both are through, and whatever is still live ends here.
                    List<Segment> all = exchanger.exchange(i == 0 ? handles : theirs);
                    if (i == 0) {
                        all.forEach(handle -> tolerate(handle::release));
                    }
                }
            });
            pool.trim();
            assertThat(pool.counters().liveSegments()).isZero();
            assertApart(pool, count);
        }
    }

    private static void tolerate(Runnable use) {
        try {
            use.run();
        } catch (IllegalStateException ended) {
            assertThat(ended).hasMessageContaining("segment");
        }
    }

    private static void assertApart(SharedPool pool, int count) {
        Set<Long> addresses = new HashSet<>();
        List<Segment> segments = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Segment segment = pool.allocate(64);
            assertThat(addresses.add(segment.memory().address())).isTrue();
            segments.add(segment);
        }
        segments.forEach(Segment::release);
    }

    @Test
    void shouldFindTheMemoryOfDeadThreadsWhenOthersComeAfterThem() throws Exception {
        try (SharedPool pool = new SharedPool()) {
            List<Segment> left = new ArrayList<>();
            for (int thread = 0; thread < 500; thread++) {
                inThreads(false, 1, i -> {
                    for (int n = 0; n < 100; n++) {
                        pool.allocate(1000).release();
                    }
                    left.add(pool.allocate(1000));
                });
            }
            // One slab for each stripe there is, however many threads there were.
            assertThat(pool.counters().liveSegments()).isEqualTo(500);
            assertThat(pool.counters().reservedBytes()).isLessThan(16 << 20);

            left.forEach(Segment::release);

            assertThat(pool.counters().liveSegments()).isZero();
            pool.trim();
            assertThat(pool.counters().reservedBytes()).isZero();
        }
    }

    @Test
    void shouldGiveBackWhatIsMoreThanAllowedWhenOthersReleaseABurst() throws Exception {
        try (SharedPool pool = new SharedPool(PoolSettings.DEFAULT.withIdleBytes(2 << 20))) {
            // This thread allocates, and then does nothing that could help.
            List<Segment> burst = new ArrayList<>();
            for (int i = 0; i < 64 << 10; i++) {
                burst.add(pool.allocate(1000));
            }
            assertThat(pool.counters().reservedBytes()).isGreaterThan(60 << 20);

            inThreads(false, 1, i -> burst.forEach(Segment::release));

            assertThat(pool.counters().liveSegments()).isZero();
            assertThat(pool.counters().reservedBytes()).isLessThan(4 << 20);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {100, 2 << 20})
    void shouldThrowWhenASegmentIsUsedAfterItsPoolWasClosed(long size) {
        SharedPool pool = new SharedPool();
        Segment held = pool.allocate(size);

        pool.close();

        assertThatThrownBy(() -> held.memory().get(ValueLayout.JAVA_BYTE, 0)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> pool.allocate(size))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
        assertThat(pool.counters().liveSegments()).isEqualTo(1);
        assertThat(pool.counters().reservedBytes()).isZero();
        held.release();
    }

    @Test
    void shouldRefuseToCloseWhenItIsThePoolOfTheProcess() {
        assertThatThrownBy(Allocator.shared()::close)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("never closed");
        Allocator.shared().allocate(10).release();
    }

    private interface Body {
        void run(int index) throws Exception;
    }

    private static void inThreads(boolean virtual, int count, Body body) throws Exception {
        List<Thread> threads = new ArrayList<>();
        Thread.Builder builder = virtual ? Thread.ofVirtual() : Thread.ofPlatform();
        ThreadFactory factory = task -> {
            Thread thread = builder.unstarted(task);
            threads.add(thread);
            return thread;
        };
        try (ExecutorService executor = Executors.newThreadPerTaskExecutor(factory)) {
            List<Future<?>> done = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int index = i;
                done.add(executor.submit(() -> {
                    body.run(index);
                    return null;
                }));
            }
            for (Future<?> each : done) {
                each.get(100, TimeUnit.SECONDS);
            }
        }
        // An executor is closed a moment before its last thread is dead, and until then that thread keeps its stripe.
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
