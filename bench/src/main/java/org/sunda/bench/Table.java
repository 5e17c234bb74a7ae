package org.sunda.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/// Rows of cells, printed as Markdown that reads well as it is.
///
/// @param columns the names of the columns
/// @param rows as many cells each
public record Table(List<String> columns, List<List<String>> rows) {
    /// Refuses rows of another length.
    public Table {
        for (List<String> row : rows) {
            if (row.size() != columns.size()) {
                throw new IllegalArgumentException(
                        "a row of " + row.size() + " cells in a table of " + columns.size() + " columns: " + row);
            }
        }
    }

    /// The table, each line with its end. Columns of figures stand to the right.
    public String markdown() {
        List<Integer> widths = new ArrayList<>();
        List<Boolean> figures = new ArrayList<>();
        List<String> rulers = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            widths.add(width(i));
            figures.add(isFigures(i));
            rulers.add("-".repeat(widths.get(i) - (figures.get(i) ? 1 : 0)) + (figures.get(i) ? ":" : ""));
        }
        StringBuilder text = new StringBuilder(line(columns, widths, figures));
        text.append(line(rulers, widths, figures));
        rows.forEach(row -> text.append(line(row, widths, figures)));
        return text.toString();
    }

    private int width(int column) {
        int cells =
                rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
        return Math.max(3, Math.max(cells, columns.get(column).length()));
    }

    private boolean isFigures(int column) {
        return !rows.isEmpty()
                && rows.stream()
                        .map(row -> row.get(column))
                        .allMatch(cell ->
                                cell.equals(Figures.NONE) || cell.isEmpty() || Character.isDigit(cell.charAt(0)));
    }

    private static String line(List<String> cells, List<Integer> widths, List<Boolean> figures) {
        List<String> padded = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            String space = String.join(
                    "", Collections.nCopies(widths.get(i) - cells.get(i).length(), " "));
            padded.add(figures.get(i) ? space + cells.get(i) : cells.get(i) + space);
        }
        return padded.stream().collect(Collectors.joining(" | ", "| ", " |\n"));
    }
}
