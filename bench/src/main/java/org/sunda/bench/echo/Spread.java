package org.sunda.bench.echo;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.sunda.bench.Figures;
import org.sunda.bench.Section;
import org.sunda.bench.Table;

/// How times are spread.
final class Spread {
    /// A time is known to one part in a thousand.
    private static final int DIGITS = 3;

    private static final double[] PERCENTILES = {50, 90, 99, 99.9, 100};

    private Spread() {}

    static Histogram empty() {
        return new Histogram(DIGITS);
    }

    /// The times in a file of integers of 64 bits.
    static Histogram read(Path file) throws IOException {
        Histogram times = empty();
        LongBuffer longs = ByteBuffer.wrap(Files.readAllBytes(file)).asLongBuffer();
        while (longs.hasRemaining()) {
            times.recordValue(longs.get());
        }
        return times;
    }

    /// A table with a row for each.
    static Section section(String title, String note, Map<String, Histogram> all) {
        List<List<String>> rows = new ArrayList<>();
        all.forEach((name, times) -> {
            List<String> row = new ArrayList<>(List.of(name, Figures.time(times.getMean())));
            for (double each : PERCENTILES) {
                row.add(Figures.time((double) times.getValueAtPercentile(each)));
            }
            row.add(String.valueOf(times.getTotalCount()));
            rows.add(row);
        });
        List<String> columns = List.of("by", "mean", "half", "90 %", "99 %", "99.9 %", "longest", "echoes");
        return Section.of(title, note, new Table(columns, rows));
    }
}
