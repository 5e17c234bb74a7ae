package org.sunda.bench.bytes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.sunda.bench.process.FreshJvm;
import org.sunda.bench.process.ProcessMemory;

/// Measures one [Cell], and prints the figures as lines `name=value`. Without arguments: what a JVM takes that does
/// nothing.
///
/// The code is warmed up first, with little memory. Then that memory is given back, so that each round begins with
/// none: it pays for its pages as the first user of a size does.
final class CellMain {
    /// Nanoseconds for each byte written; the median of the rounds.
    static final String WRITE = "write";

    /// The same for reading.
    static final String READ = "read";

    /// The most resident bytes of any round.
    static final String PEAK = "peak";

    /// Bytes that were copied to grow.
    static final String COPIED = "copied";

    private static final long WARM_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(400);
    private static final long WARM_UP_BYTES = 4L << 20;

    private final Cell cell;
    private final double[] rounds;
    private final boolean readBack;
    private long peak;
    private long copied;
    private double read = Double.NaN;

    private CellMain(Cell cell, int rounds, boolean readBack) {
        this.cell = cell;
        this.rounds = new double[rounds];
        this.readBack = readBack;
    }

    /// The arguments for a measurement.
    ///
    /// @param rounds   how often, each time in fresh memory; the median counts
    /// @param readBack whether the bytes are read too
    static List<String> arguments(Cell cell, int rounds, boolean readBack) {
        List<String> arguments = new ArrayList<>(cell.arguments());
        arguments.add(Integer.toString(rounds));
        arguments.add(Boolean.toString(readBack));
        return arguments;
    }

    private static CellMain parse(List<String> arguments) {
        int rounds = Integer.parseInt(arguments.get(3));
        return new CellMain(Cell.parse(arguments), rounds, Boolean.parseBoolean(arguments.get(4)));
    }

    public static void main(String... arguments) {
        if (arguments.length == 0) {
            System.gc();
            print(PEAK, ProcessMemory.resident());
            return;
        }
        try {
            parse(List.of(arguments)).measure();
        } catch (Throwable thrown) {
            // Running out of memory is one of the results.
            System.out.println(FreshJvm.FAILED + "=" + Failure.text(thrown));
        }
    }

    private void measure() throws Exception {
        long end = System.nanoTime() + WARM_UP_NANOS;
        while (System.nanoTime() < end) {
            round(Math.min(cell.total(), WARM_UP_BYTES));
        }
        peak = 0;
        for (int i = 0; i < rounds.length; i++) {
            System.gc();
            rounds[i] = round(cell.total());
        }
        Arrays.sort(rounds);
        print(WRITE, rounds[rounds.length / 2]);
        print(READ, read);
        print(PEAK, peak);
        print(COPIED, copied);
    }

    private double round(long total) throws Exception {
        try (Sink sink = cell.kind().open();
                Watch watch = new Watch(cell.kind(), total)) {
            copied = cell.load().fill(sink, total, watch);
            watch.stop();
            peak = Math.max(peak, watch.peak());
            long size = sink.size();
            if (size < total) {
                throw new IllegalStateException("only " + size + " bytes arrived");
            }
            if (readBack) {
                read(sink);
            }
            return watch.nanos() / size;
        }
    }

    private void read(Sink sink) throws Exception {
        long size = sink.size();
        long start = System.nanoTime();
        long sum = Filling.read(sink.source(), cell.load().writeSize(), size);
        read = (double) (System.nanoTime() - start) / size;
        if (sum != size / cell.load().writeSize() * 'a') {
            throw new IllegalStateException("what was read is not what was written");
        }
    }

    private static void print(String name, Object value) {
        System.out.println(name + "=" + value);
    }
}
