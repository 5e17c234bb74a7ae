package org.sunda.bench.alloc;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/// Allocates, touches and frees, in the same thread.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AllocBenchmark {
    private static final int BURST = 64;

    /// Who.
    @Param
    public Contestant contestant = Contestant.SUNDA_SHARED;

    /// How many bytes.
    @Param("1024")
    public long size = 1024;

    private final Slots slots = new Slots(BURST);
    private @Nullable Rival rival;

    /// Opens it for this thread.
    @Setup(Level.Trial)
    public void open() {
        rival = contestant.open();
    }

    /// Closes it.
    @TearDown(Level.Trial)
    public void close() {
        rival().close();
    }

    /// One piece, freed at once.
    @Benchmark
    public void once(Blackhole hole) {
        rival().once(size, hole);
    }

    /// Many pieces, which are kept, and then all freed.
    @Benchmark
    @OperationsPerInvocation(BURST)
    public void burst() {
        Rival each = rival();
        for (int i = 0; i < BURST; i++) {
            each.allocate(slots, i, size);
        }
        for (int i = 0; i < BURST; i++) {
            each.free(slots, i);
        }
    }

    private Rival rival() {
        if (rival == null) {
            throw new IllegalStateException("open() comes first");
        }
        return rival;
    }
}
