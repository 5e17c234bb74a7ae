package org.sunda.bench.codec;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.sunda.bench.Figures;
import org.sunda.bench.Report;
import org.sunda.bench.Section;
import org.sunda.bench.Table;
import org.sunda.memory.ConfinedPool;
import org.sunda.memory.MemoryCounters;
import org.sunda.memory.Output;

/// The first report's table: how often a buffer is copied while it grows to a size.
///
/// @param copies how often
/// @param copiedBytes how much, in all
record Growth(long copies, long copiedBytes) {
    static final long KIB = 1024;
    static final long MIB = KIB * KIB;

    private static final List<Long> SIZES = List.of(
            KIB, 2 * KIB, 5 * KIB, 10 * KIB, 20 * KIB, 100 * KIB, 500 * KIB, MIB, 10 * MIB, 50 * MIB, 100 * MIB);

    private static final String NOTE = """
            Arrays are counted as the report did: the one that is made first is one of them. Sunda's output is written for
            it, a KiB at a time, and its pool asked what was given back meanwhile.
            """;

    private static final List<String> COLUMNS = List.of(
            "size",
            "2 KiB steps: copies",
            "1.5 x: copies",
            "Sunda: copies",
            "2 KiB steps: bytes copied",
            "1.5 x: bytes copied",
            "Sunda: bytes copied");

    private static final int STEP = 2048;
    private static final int WRITE = 1024;

    /// An array that becomes longer by 2 KiB, as in the Jinterface of the report.
    static Growth bySteps(long size) {
        return ofArray(size, capacity -> capacity + STEP);
    }

    /// An array that becomes half as long again, as the report proposed.
    static Growth byHalves(long size) {
        return ofArray(size, capacity -> Math.max(capacity * 3 / 2 + 1, capacity + STEP));
    }

    private static Growth ofArray(long size, LongUnaryOperator next) {
        long capacity = 0;
        long copies = 0;
        long copied = 0;
        while (capacity < size) {
            copies++;
            copied += capacity;
            capacity = next.applyAsLong(capacity);
        }
        return new Growth(copies, copied);
    }

    /// Sunda's output, really written. Whatever it would move to make room it would have to give back: a segment that
    /// went back to the pool is a copy, of that segment at least.
    static Growth ofOutput(long size) {
        try (ConfinedPool pool = new ConfinedPool()) {
            Output out = new Output(pool);
            byte[] bytes = new byte[WRITE];
            for (long written = 0; written < size; written += WRITE) {
                out.write(bytes);
            }
            MemoryCounters counters = pool.counters();
            long perSegment = counters.liveBytes() / Math.max(1, counters.liveSegments());
            out.release();
            return new Growth(counters.releases(), counters.releases() * perSegment);
        }
    }

    /// The table.
    static Report report() {
        List<List<String>> rows = new ArrayList<>();
        for (long size : SIZES) {
            List<Growth> all = List.of(bySteps(size), byHalves(size), ofOutput(size));
            List<String> row = new ArrayList<>();
            row.add(Figures.bytes((double) size));
            all.forEach(each -> row.add(Long.toString(each.copies())));
            all.forEach(each -> row.add(Figures.bytes((double) each.copiedBytes())));
            rows.add(row);
        }
        return Report.of(Section.of("R1: copies while a buffer grows", NOTE, new Table(COLUMNS, rows)));
    }
}
