package org.sunda.bench.bytes;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sunda.bench.ByteSize;
import org.sunda.bench.Figures;
import org.sunda.bench.Section;
import org.sunda.bench.Table;

/// Shows what was written in one way: who in the rows, how many bytes in the columns.
///
/// @param readTotal how many bytes were there when they were read back
record LoadTable(Results results, Load load, long readTotal) {
    private static final String NOTE = """
            Nanoseconds for each byte written, and the most resident memory above that of a JVM that does nothing. \
            Copied: bytes that were moved because the memory that held them had to grow, for each byte written. Read: \
            nanoseconds for each byte, read in the portions in which it was written.""";

    /// The table, with each cell for programs.
    Section section() {
        List<Cell> cells = cells();
        return new Section(
                "writing " + load.label(),
                NOTE,
                table(),
                cells.stream().map(this::object).toList());
    }

    private List<Cell> cells() {
        return results.cells().stream().filter(cell -> cell.load() == load).toList();
    }

    private Table table() {
        List<Long> totals = cells().stream().map(Cell::total).distinct().toList();
        List<String> columns = new ArrayList<>(List.of("by"));
        totals.forEach(total -> columns.add(ByteSize.text(total)));
        columns.addAll(List.of("copied", "read"));
        List<List<String>> rows = new ArrayList<>();
        for (Kind kind : cells().stream().map(Cell::kind).distinct().toList()) {
            List<String> row = new ArrayList<>(List.of(kind.label()));
            totals.forEach(total -> row.add(written(results.of(new Cell(kind, load, total)))));
            row.add(copied(kind, totals));
            row.add(read(results.of(new Cell(kind, load, readTotal))));
            rows.add(row);
        }
        return new Table(columns, rows);
    }

    static String written(@Nullable Outcome outcome) {
        return switch (outcome) {
            case null -> Figures.NONE;
            case Outcome.Done done -> number(done.write()) + ", " + Figures.bytes((double) done.peak());
            case Outcome.Failed failed -> failed.why();
            case Outcome.LeftOut leftOut -> leftOut.why();
        };
    }

    /// Of the most bytes that it could hold.
    private String copied(Kind kind, List<Long> totals) {
        for (Long total : totals.reversed()) {
            if (results.of(new Cell(kind, load, total)) instanceof Outcome.Done done && done.copied() >= 0) {
                return number((double) done.copied() / total);
            }
        }
        return Figures.NONE;
    }

    static String read(@Nullable Outcome outcome) {
        return outcome instanceof Outcome.Done done && !Double.isNaN(done.read()) ? number(done.read()) : Figures.NONE;
    }

    private static String number(double value) {
        return value == 0 ? "0" : String.format(Locale.ROOT, "%.2f", value);
    }

    private Map<String, Object> object(Cell cell) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("by", cell.kind().label());
        object.put("total", cell.total());
        switch (results.of(cell)) {
            case null -> {}
            case Outcome.Done done -> {
                object.put("writeNanosPerByte", done.write());
                object.put("readNanosPerByte", done.read());
                object.put("peakBytes", done.peak());
                object.put("copiedBytes", done.copied());
            }
            case Outcome.Failed failed -> object.put("failure", failed.why());
            case Outcome.LeftOut leftOut -> object.put("failure", leftOut.why());
        }
        return object;
    }
}
