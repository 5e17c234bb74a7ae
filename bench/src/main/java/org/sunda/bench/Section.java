package org.sunda.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// A part of a report: a table, and the same for programs.
///
/// @param title its heading
/// @param note what to know when reading the table; may be empty
/// @param rows one object for each row, for JSON
public record Section(String title, String note, Table table, List<Map<String, Object>> rows) {
    /// A table that was not measured by turns.
    public static Section of(String title, String note, Table table) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (List<String> cells : table.rows()) {
            Map<String, Object> row = new LinkedHashMap<>();
            for (int i = 0; i < cells.size(); i++) {
                row.put(table.columns().get(i), cells.get(i));
            }
            rows.add(row);
        }
        return new Section(title, note, table, rows);
    }

    /// What contenders did by turns, with how many times faster each is than those rivals.
    public static Section of(String title, String note, List<Comparison> comparisons, List<String> rivals) {
        boolean cpu = known(comparisons, each -> !Double.isNaN(each.cpuNanos()));
        boolean garbage = known(comparisons, each -> !Double.isNaN(each.garbage()));
        List<String> columns = new ArrayList<>(List.of("task", "by", "time", "from - to"));
        if (cpu) {
            columns.add("CPU time");
        }
        if (garbage) {
            columns.add("garbage");
        }
        rivals.forEach(rival -> columns.add("against " + rival));
        List<List<String>> cells = new ArrayList<>();
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Comparison comparison : comparisons) {
            for (Series each : comparison.series()) {
                cells.add(cells(comparison, each, rivals, cpu, garbage));
                rows.add(row(comparison, each, rivals));
            }
        }
        return new Section(title, note, new Table(columns, cells), rows);
    }

    private static boolean known(List<Comparison> comparisons, Predicate<Series> figure) {
        return comparisons.stream().flatMap(each -> each.series().stream()).anyMatch(figure);
    }

    private static List<String> cells(
            Comparison comparison, Series series, List<String> rivals, boolean cpu, boolean garbage) {
        List<String> cells = new ArrayList<>(List.of(comparison.task(), series.contender()));
        if (series.failure() == null) {
            cells.add(Figures.time(series.nanos()));
            cells.add(Figures.time(series.fastest()) + " - " + Figures.time(series.slowest()));
        } else {
            cells.add(Figures.NONE);
            cells.add(series.failure());
        }
        if (cpu) {
            cells.add(Figures.time(series.cpuNanos()));
        }
        if (garbage) {
            cells.add(Figures.bytes(series.garbage()));
        }
        for (String rival : rivals) {
            cells.add(
                    rival.equals(series.contender())
                            ? Figures.NONE
                            : Figures.ratio(comparison.faster(series.contender(), rival)));
        }
        return cells;
    }

    private static Map<String, Object> row(Comparison comparison, Series series, List<String> rivals) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("task", comparison.task());
        row.put("by", series.contender());
        if (series.failure() != null) {
            row.put("failure", series.failure());
        }
        row.put("nanos", series.nanos());
        row.put("cpuNanos", series.cpuNanos());
        row.put("garbageBytes", series.garbage());
        row.put("rounds", series.rounds().stream().map(Sample::nanos).toList());
        Map<String, Object> ratios = new LinkedHashMap<>();
        rivals.forEach(rival -> ratios.put(rival, comparison.faster(series.contender(), rival)));
        row.put("faster", ratios);
        return row;
    }
}
