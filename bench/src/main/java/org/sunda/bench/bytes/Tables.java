package org.sunda.bench.bytes;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sunda.bench.ByteSize;
import org.sunda.bench.Figures;
import org.sunda.bench.Section;
import org.sunda.bench.Table;

/// Shows results: who in the rows, how many bytes in the columns.
record Tables(Results results) {
    private static final String WRITING_NOTE = """
            Nanoseconds for each byte written, and the most resident memory above that of a JVM that does nothing.""";

    private static final String COPYING_NOTE = """
            Bytes that were copied because the memory that held them had to grow, for each byte written.""";

    /// A table for each way of writing.
    List<Section> writing() {
        return distinct(Cell::load).stream().map(this::writing).toList();
    }

    private Section writing(Load load) {
        List<Cell> cells =
                results.cells().stream().filter(cell -> cell.load() == load).toList();
        Table table = grid(
                cells.stream().map(Cell::kind).distinct().toList(),
                distinct(Cell::total),
                ByteSize::text,
                (kind, total) -> written(results.of(new Cell(kind, load, total))));
        return new Section(
                "writing, " + load.label(),
                WRITING_NOTE,
                table,
                cells.stream().map(this::object).toList());
    }

    /// How much growing copies. It hardly depends on the way of writing.
    Section copying(Load load) {
        List<Kind> kinds =
                distinct(Cell::kind).stream().filter(kind -> kind.takes(load)).toList();
        Table table = grid(
                kinds,
                distinct(Cell::total),
                ByteSize::text,
                (kind, total) -> copied(results.of(new Cell(kind, load, total)), total));
        return Section.of("copies while growing", COPYING_NOTE, table);
    }

    /// What reading costs.
    Section reading(long total) {
        Table table = grid(
                distinct(Cell::kind).stream()
                        .filter(kind -> kind != Kind.THRIFT)
                        .toList(),
                distinct(Cell::load).stream()
                        .filter(load -> load != Load.THRIFT)
                        .toList(),
                Load::label,
                (kind, load) -> read(results.of(new Cell(kind, load, total))));
        String note = "Nanoseconds for each byte, read in the portions in which it was written, " + ByteSize.text(total)
                + " in all.";
        return Section.of("reading back", note, table);
    }

    private static <C> Table grid(
            List<Kind> kinds, List<C> columns, Function<C, String> heading, BiFunction<Kind, C, String> cell) {
        List<String> headings = new ArrayList<>(List.of("by"));
        columns.forEach(column -> headings.add(heading.apply(column)));
        List<List<String>> rows = new ArrayList<>();
        for (Kind kind : kinds) {
            List<String> row = new ArrayList<>(List.of(kind.label()));
            columns.forEach(column -> row.add(cell.apply(kind, column)));
            rows.add(row);
        }
        return new Table(headings, rows);
    }

    private <T> List<T> distinct(Function<Cell, T> property) {
        return results.cells().stream().map(property).distinct().toList();
    }

    static String written(@Nullable Outcome outcome) {
        return switch (outcome) {
            case null -> Figures.NONE;
            case Outcome.Done done -> number(done.write()) + ", " + Figures.bytes((double) done.peak());
            case Outcome.Failed failed -> failed.why();
            case Outcome.LeftOut leftOut -> leftOut.why();
        };
    }

    static String copied(@Nullable Outcome outcome, long total) {
        return switch (outcome) {
            case Outcome.Done done -> number((double) done.copied() / total);
            case null, default -> Figures.NONE;
        };
    }

    static String read(@Nullable Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done done -> number(done.read());
            case null, default -> Figures.NONE;
        };
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
