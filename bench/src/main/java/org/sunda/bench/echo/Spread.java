package org.sunda.bench.echo;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.sunda.bench.Figures;
import org.sunda.bench.Section;
import org.sunda.bench.Table;

/// How times are spread, of several who were asked in turns. The first turns are for warming up: the last ones count.
final class Spread {
    /// What [#cells] are.
    static final List<String> COLUMNS = List.of("by", "mean", "half", "90 %", "99 %", "99.9 %", "longest", "echoes");

    /// A time is known to one part in a thousand.
    private static final int DIGITS = 3;

    private static final double[] PERCENTILES = {50, 90, 99, 99.9, 100};

    private final int rounds;
    private final Map<String, List<Histogram>> turns = new LinkedHashMap<>();

    /// @param rounds how many of the last turns count
    Spread(int rounds) {
        this.rounds = rounds;
    }

    /// A turn whose times are in a file, as integers of 64 bits.
    void add(String name, Path file) throws IOException {
        Histogram times = new Histogram(DIGITS);
        LongBuffer longs = ByteBuffer.wrap(Files.readAllBytes(file)).asLongBuffer();
        while (longs.hasRemaining()) {
            times.recordValue(longs.get());
        }
        turns.computeIfAbsent(name, _ -> new ArrayList<>()).add(times);
    }

    /// Who had turns, in the order of the first ones.
    List<String> names() {
        return List.copyOf(turns.keySet());
    }

    /// All times that count.
    private Histogram times(String name) {
        List<Histogram> all = turns.getOrDefault(name, List.of());
        Histogram sum = new Histogram(DIGITS);
        all.subList(Math.max(0, all.size() - rounds), all.size()).forEach(sum::add);
        return sum;
    }

    /// The time that so many percent of the echoes do not exceed; NaN when there are none.
    double percentile(String name, double percent) {
        Histogram times = times(name);
        return times.getTotalCount() == 0 ? Double.NaN : (double) times.getValueAtPercentile(percent);
    }

    /// One's row.
    List<String> cells(String name) {
        Histogram times = times(name);
        List<String> cells = new ArrayList<>(List.of(name, Figures.time(times.getMean())));
        for (double each : PERCENTILES) {
            cells.add(Figures.time((double) times.getValueAtPercentile(each)));
        }
        cells.add(String.valueOf(times.getTotalCount()));
        return cells;
    }

    /// A table with a row for each.
    Section section(String title, String note) {
        return Section.of(
                title,
                note,
                new Table(COLUMNS, names().stream().map(this::cells).toList()));
    }
}
