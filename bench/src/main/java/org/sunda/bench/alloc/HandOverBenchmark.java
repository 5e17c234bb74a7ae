package org.sunda.bench.alloc;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/// Allocates and touches here, frees in another thread, which goes on at the same time: the time is that of the slower
/// of both.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class HandOverBenchmark {
    /// Who.
    @Param
    public Contestant contestant = Contestant.SUNDA_SHARED;

    /// How many bytes.
    @Param("1024")
    public long size = 1024;

    private final Ring ring = new Ring();
    private @Nullable Rival rival;
    private @Nullable Thread other;

    /// Starts the other thread.
    @Setup(Level.Trial)
    public void open() {
        rival = contestant.open();
        other = Thread.ofPlatform().name("frees").start(this::free);
    }

    /// Ends the other thread, after it has freed everything.
    @TearDown(Level.Trial)
    public void close() throws InterruptedException {
        ring.close();
        if (other != null) {
            other.join();
        }
        rival().close();
    }

    /// One piece.
    @Benchmark
    public void handOver() {
        rival().allocate(ring.slots(), ring.claim(), size);
        ring.publish();
    }

    private void free() {
        try (Rival there = contestant.open()) {
            for (int slot = ring.next(); slot >= 0; slot = ring.next()) {
                there.free(ring.slots(), slot);
                ring.done();
            }
        }
    }

    private Rival rival() {
        if (rival == null) {
            throw new IllegalStateException("open() comes first");
        }
        return rival;
    }
}
