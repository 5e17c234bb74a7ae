package org.sunda.bench.echo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.sunda.bench.ByteSize;
import org.sunda.bench.Comparison;
import org.sunda.bench.Figures;
import org.sunda.bench.Match;
import org.sunda.bench.Section;
import org.sunda.bench.Series;
import org.sunda.bench.Table;
import org.sunda.bench.Target;

/// Echoes of one size, of which at most a window is under way.
///
/// @param size bytes
/// @param window messages
/// @param match what everybody said
record Echoes(int size, int window, Match match) {
    private static final double SECOND = 1e9;
    private static final double MEGA = 1e6;

    /// What is done, short.
    static String task(int size, int window) {
        return ByteSize.text(size) + ", window " + window;
    }

    /// Messages there and back in a second; NaN when there are none.
    double rate(String rival) {
        return SECOND / match.median(rival, Cluster.TIME);
    }

    /// Who took part.
    List<String> names() {
        return match.on(Cluster.TIME).series().stream().map(Series::contender).toList();
    }

    /// How many times the rival's rate, if both took part.
    List<Target> atLeast(double wanted, String rival) {
        return against(
                rival,
                Target.atLeast(
                        "echo " + match.task() + ", rate against " + rival,
                        wanted,
                        match.on(Cluster.TIME).faster(Rival.SUNDA, rival)));
    }

    /// The part of the rival's CPU time for a message that Sunda takes, if both took part.
    List<Target> cpuAtMost(double wanted, String rival) {
        return against(
                rival,
                Target.atMost(
                        "echo " + match.task() + ", CPU time against " + rival,
                        wanted,
                        match.on(Cluster.CPU).faster(rival, Rival.SUNDA)));
    }

    private List<Target> against(String rival, Target target) {
        Comparison all = match.on(Cluster.TIME);
        boolean both = all.of(Rival.SUNDA).isPresent() && all.of(rival).isPresent();
        return both ? List.of(target) : List.of();
    }

    /// A table of several.
    static Section section(String title, String note, List<Echoes> all, List<String> rivals) {
        List<String> columns = new ArrayList<>(
                List.of("echo", "by", "messages/s", "from - to", "MB/s", "CPU time", "of the client", "garbage"));
        rivals.forEach(each -> columns.add("against " + each));
        List<List<String>> cells = new ArrayList<>();
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Echoes each : all) {
            Comparison times = each.match.on(Cluster.TIME);
            times.series().forEach(series -> cells.add(each.cells(times, series, rivals)));
            for (Map<String, Object> row :
                    Section.of(title, note, List.of(times), rivals).rows()) {
                String by = String.valueOf(row.get("by"));
                row.put("size", each.size);
                row.put("window", each.window);
                row.put("cpuNanos", each.match.median(by, Cluster.CPU));
                row.put("clientCpuNanos", each.match.median(by, Cluster.CLIENT_CPU));
                row.put("garbageBytes", each.match.median(by, Cluster.GARBAGE));
                rows.add(row);
            }
        }
        return new Section(title, note, new Table(columns, cells), rows);
    }

    private List<String> cells(Comparison times, Series series, List<String> rivals) {
        String by = series.contender();
        List<String> cells = new ArrayList<>(List.of(times.task(), by));
        if (series.failure() == null) {
            cells.add(count(rate(by)));
            cells.add(count(SECOND / series.slowest()) + " - " + count(SECOND / series.fastest()));
        } else {
            cells.add(Figures.NONE);
            cells.add(series.failure());
        }
        cells.add(megabytes(rate(by) * size));
        cells.add(Figures.time(match.median(by, Cluster.CPU)));
        cells.add(Figures.time(match.median(by, Cluster.CLIENT_CPU)));
        cells.add(Figures.bytes(match.median(by, Cluster.GARBAGE)));
        for (String rival : rivals) {
            cells.add(rival.equals(by) ? Figures.NONE : Figures.ratio(times.faster(by, rival)));
        }
        return cells;
    }

    private static String megabytes(double bytes) {
        return Double.isNaN(bytes) ? Figures.NONE : String.format(Locale.ROOT, "%.1f", bytes / MEGA);
    }

    /// A number of messages.
    static String count(double number) {
        return Double.isNaN(number) ? Figures.NONE : String.format(Locale.ROOT, number < 100 ? "%.1f" : "%.0f", number);
    }
}
