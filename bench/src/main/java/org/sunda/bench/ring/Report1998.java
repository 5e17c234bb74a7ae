package org.sunda.bench.ring;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sunda.bench.Figures;
import org.sunda.bench.Section;
import org.sunda.bench.Table;

/// What Halen, Karlsson and Nilsson measured in 1998 (ETX/DN/SU-98:024): Erlang 4.7.3 and JDK 1.1 on a Pentium Pro of
/// 200 MHz with FreeBSD, and on an UltraSPARC of 167 MHz with Solaris. Microseconds for each message, by the number of
/// processes.
final class Report1998 {
    static final String NOTE = """
            The report's own figures, of a Pentium Pro (200 MHz, FreeBSD) and an UltraSPARC (167 MHz, Solaris). To start a \
            process took 16 to 30 us in Erlang and 270 us in Java (1 to 2.5 ms on Windows); a process took 1 KB in Erlang, \
            8 to 16 KB in Java. More than 1,000 to 2,000 threads could not be started.""";

    private static final Map<String, double[][]> MESSAGES = new LinkedHashMap<>();

    static {
        MESSAGES.put("Erlang, Pentium", new double[][] {
            {1, 3.96},
            {2, 7.65},
            {5, 6.89},
            {10, 6.75},
            {20, 6.74},
            {50, 6.90},
            {100, 6.93},
            {200, 7.09},
            {500, 8.10},
            {1000, 9.07},
            {2000, 9.46},
            {5000, 9.45},
            {10000, 9.52},
            {20000, 9.57}
        });
        MESSAGES.put("Java, Pentium", new double[][] {
            {1, 9.40},
            {2, 28.8},
            {5, 28.4},
            {10, 28.4},
            {20, 28.8},
            {50, 30.3},
            {100, 34.3},
            {200, 34.7},
            {500, 43.8},
            {1000, 36.5},
            {2000, 54}
        });
        MESSAGES.put("Erlang, SPARC", new double[][] {
            {1, 5.83},
            {2, 8.45},
            {5, 8.82},
            {10, 8.81},
            {20, 9.14},
            {50, 9.60},
            {100, 9.76},
            {200, 9.91},
            {500, 10.2},
            {1000, 11.3},
            {2000, 11.4},
            {5000, 12.0},
            {10000, 12.4},
            {20000, 12.5},
            {30000, 12.3}
        });
        MESSAGES.put("Java, SPARC", new double[][] {
            {1, 7.86},
            {2, 48.0},
            {5, 49.1},
            {10, 49.4},
            {20, 50.4},
            {50, 54.8},
            {100, 56.6},
            {200, 56.4},
            {500, 57.2},
            {1000, 58.4},
            {2000, 65},
            {3000, 800}
        });
    }

    private Report1998() {}

    /// Draws the figures.
    static void draw(Chart chart) {
        MESSAGES.forEach((name, points) -> {
            TreeMap<Double, Double> line = new TreeMap<>();
            for (double[] point : points) {
                line.put(point[0], 1000 * point[1]);
            }
            chart.dashed(name + " (1998)", line);
        });
    }

    static Section section() {
        List<String> columns = new ArrayList<>(List.of("processes"));
        columns.addAll(MESSAGES.keySet());
        TreeMap<Integer, List<String>> rows = new TreeMap<>();
        int column = 1;
        for (double[][] points : MESSAGES.values()) {
            for (double[] point : points) {
                rows.computeIfAbsent((int) point[0], n -> row(n, columns.size()))
                        .set(column, Figures.time(1000 * point[1]));
            }
            column++;
        }
        return Section.of("1998: time for a message", NOTE, new Table(columns, List.copyOf(rows.values())));
    }

    private static List<String> row(int processes, int columns) {
        List<String> row = new ArrayList<>(java.util.Collections.nCopies(columns, Figures.NONE));
        row.set(0, Integer.toString(processes));
        return row;
    }
}
