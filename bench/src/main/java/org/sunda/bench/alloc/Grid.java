package org.sunda.bench.alloc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.sunda.bench.ByteSize;
import org.sunda.bench.Comparison;
import org.sunda.bench.Figures;
import org.sunda.bench.Section;
import org.sunda.bench.Series;
import org.sunda.bench.Table;

/// The times of many jobs as one table: who in the rows, how many bytes in the columns.
///
/// @param jobs      those of the table, which differ in their sizes alone
/// @param comparisons what was found, in the order of the jobs
record Grid(List<Job> jobs, List<Comparison> comparisons) {
    /// A table for each kind of job.
    static List<Section> sections(
            String suffix, List<Job> jobs, List<Comparison> comparisons, List<Contestant> contestants) {
        Map<String, Grid> grids = new LinkedHashMap<>();
        for (int i = 0; i < jobs.size(); i++) {
            Grid grid = grids.computeIfAbsent(jobs.get(i).title(), _ -> new Grid(new ArrayList<>(), new ArrayList<>()));
            grid.jobs.add(jobs.get(i));
            grid.comparisons.add(comparisons.get(i));
        }
        List<Section> sections = new ArrayList<>();
        grids.forEach((title, grid) -> sections.add(
                grid.section(title + suffix, grid.jobs.getFirst().work().note(), contestants)));
        return sections;
    }

    Table table(List<Contestant> contestants) {
        List<String> columns = new ArrayList<>(List.of("ns"));
        jobs.forEach(job -> columns.add(ByteSize.text(job.size())));
        List<List<String>> rows = new ArrayList<>();
        for (Contestant each : contestants) {
            List<String> row = new ArrayList<>(List.of(each.label()));
            comparisons.forEach(comparison -> row.add(cell(comparison, each)));
            rows.add(row);
        }
        return new Table(columns, rows);
    }

    /// The table, with each series for programs.
    Section section(String title, String note, List<Contestant> contestants) {
        return new Section(
                title,
                note,
                table(contestants),
                Section.of(title, note, comparisons, List.of()).rows());
    }

    private static String cell(Comparison comparison, Contestant contestant) {
        return comparison.of(contestant.label()).map(Grid::cell).orElse(Figures.NONE);
    }

    private static String cell(Series series) {
        return series.failure() == null ? nanos(series.nanos()) : series.failure();
    }

    /// Nanoseconds throughout, so that a column can be compared at a glance.
    static String nanos(double nanos) {
        return String.format(Locale.ROOT, nanos < 100 ? "%.1f" : "%.0f", nanos);
    }
}
