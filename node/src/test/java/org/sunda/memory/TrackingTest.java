package org.sunda.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.ReferenceQueue;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrackingTest {
    private static final PoolSettings TRACKED = PoolSettings.DEFAULT.withTracking(true);

    @Test
    void shouldReportWhereItWasAllocatedWhenASegmentIsLost(@TempDir Path folder) throws Exception {
        try (SharedPool pool = new SharedPool(TRACKED);
                Recording recording = new Recording()) {
            recording.start();
            loseOne(pool);
            Segment transferred = pool.allocate(200).transfer();
            Segment shared = transferred.share();

            awaitLeak(pool);

            assertThat(pool.counters().leaks()).isEqualTo(1);
            assertThat(pool.counters().liveSegments()).isEqualTo(2);
            transferred.release();
            shared.release();
            recording.stop();
            List<RecordedEvent> leaks = events(recording, folder, "org.sunda.SegmentLeaked");
            assertThat(leaks).hasSize(1);
            assertThat(leaks.getFirst().getLong("bytes")).isEqualTo(12345);
            assertThat(leaks.getFirst().getString("allocatedAt")).contains("TrackingTest.loseOne");
        }
    }

    private static void loseOne(SharedPool pool) {
        pool.allocate(12345).memory().fill((byte) 1);
    }

    private static void awaitLeak(SharedPool pool) throws InterruptedException {
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (pool.counters().leaks() == 0 && System.nanoTime() - deadline < 0) {
            System.gc();
            // Nothing ever comes: this only waits a little.
            new ReferenceQueue<>().remove(20);
        }
    }

    @Test
    void shouldThrowWhenMemoryIsUsedAfterItsReleaseByWhoKeptIt() {
        try (ConfinedPool pool = new ConfinedPool(TRACKED)) {
            Segment segment = pool.allocate(100);
            MemorySegment kept = segment.memory();

            segment.release();

            assertThatThrownBy(() -> kept.get(ValueLayout.JAVA_BYTE, 0)).isInstanceOf(IllegalStateException.class);
            assertThat(pool.counters().reservedBytes()).isZero();
        }
    }

    @Test
    void shouldRecordWhatIsReservedAndGivenBackWhenAFlightIsRecorded(@TempDir Path folder) throws IOException {
        try (Recording recording = new Recording()) {
            recording.start();
            try (ConfinedPool pool = new ConfinedPool(PoolSettings.DEFAULT.withTracking(false))) {
                pool.allocate(128).release();
                pool.allocate(3 << 20).release();
            }
            recording.stop();

            assertThat(events(recording, folder, "org.sunda.MemoryReserved"))
                    .extracting(event -> event.getLong("bytes"))
                    .contains(64L << 10, 3L << 20);
            assertThat(events(recording, folder, "org.sunda.MemoryGivenBack"))
                    .extracting(event -> event.getLong("bytes"))
                    .contains(64L << 10, 3L << 20);
        }
    }

    private static List<RecordedEvent> events(Recording recording, Path folder, String name) throws IOException {
        Path file = folder.resolve("flight.jfr");
        recording.dump(file);
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals(name))
                .toList();
    }
}
