package org.sunda.bench.ring;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;

/// Lines over two logarithmic scales, as SVG: how many processes there are, and nanoseconds.
final class Chart {
    private static final int WIDTH = 980;
    private static final int HEIGHT = 560;
    private static final int LEFT = 80;
    private static final int RIGHT = 250;
    private static final int TOP = 50;
    private static final int BOTTOM = 60;
    private static final int LEGEND_STEP = 21;

    private static final int MOST_X = 6;
    private static final int LEAST_Y = 1;
    private static final int MOST_Y = 6;
    private static final String[] TIMES = {"10 ns", "100 ns", "1 us", "10 us", "100 us", "1 ms"};
    private static final String[] COUNTS = {"1", "10", "100", "1,000", "10,000", "100,000", "1,000,000"};

    private static final List<String> COLOURS = List.of(
            "#d62728", "#ff7f0e", "#e377c2", "#1f77b4", "#17becf", "#9467bd", "#2ca02c", "#8c564b", "#bcbd22",
            "#7f7f7f");

    private final String title;
    private final List<String> shapes = new ArrayList<>();
    private int lines;
    private int solid;

    Chart(String title) {
        this.title = title;
        for (int i = 0; i <= MOST_X; i++) {
            double x = x(Math.pow(10, i));
            line(x, TOP, x, HEIGHT - BOTTOM, "#ddd");
            text(x, HEIGHT - BOTTOM + 20, "middle", COUNTS[i]);
        }
        for (int i = LEAST_Y; i <= MOST_Y; i++) {
            double y = y(Math.pow(10, i));
            line(LEFT, y, WIDTH - RIGHT, y, "#ddd");
            text(LEFT - 8, y + 4, "end", TIMES[i - LEAST_Y]);
        }
        text((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 14, "middle", "processes in the ring");
    }

    /// Draws a line through points: processes, nanoseconds.
    void solid(String name, SortedMap<Double, Double> points) {
        add(name, points, COLOURS.get(solid++ % COLOURS.size()), "");
    }

    /// Draws what is only there to be compared with.
    void dashed(String name, SortedMap<Double, Double> points) {
        add(name, points, name.startsWith("Erlang") ? "#1f77b4" : "#444", " stroke-dasharray=\"5 4\"");
    }

    private void add(String name, SortedMap<Double, Double> points, String colour, String style) {
        if (points.isEmpty()) {
            return;
        }
        String path = points.entrySet().stream().map(Chart::point).collect(Collectors.joining(" "));
        shapes.add(String.format(
                Locale.ROOT,
                "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"%s/>",
                path,
                colour,
                style));
        int y = TOP + 10 + LEGEND_STEP * lines++;
        int x = WIDTH - RIGHT + 16;
        shapes.add(String.format(
                Locale.ROOT,
                "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"%s\" stroke-width=\"2\"%s/>",
                x,
                y,
                x + 26,
                y,
                colour,
                style));
        text(x + 34, y + 4, "start", name);
    }

    private static String point(Map.Entry<Double, Double> point) {
        return String.format(Locale.ROOT, "%.1f,%.1f", x(point.getKey()), y(point.getValue()));
    }

    private static double x(double count) {
        return LEFT + (WIDTH - LEFT - RIGHT) * Math.log10(count) / MOST_X;
    }

    private static double y(double nanos) {
        double part = (Math.log10(nanos) - LEAST_Y) / (MOST_Y - LEAST_Y);
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * Math.clamp(part, 0, 1);
    }

    private void line(double x1, double y1, double x2, double y2, String colour) {
        shapes.add(String.format(
                Locale.ROOT,
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>",
                x1,
                y1,
                x2,
                y2,
                colour));
    }

    private void text(double x, double y, String anchor, String text) {
        shapes.add(String.format(
                Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>", x, y, anchor, text));
    }

    /// The whole.
    String svg() {
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" font-family="sans-serif" font-size="13">
            <rect width="%1$d" height="%2$d" fill="white"/>
            <text x="%3$d" y="28" font-size="17">%4$s</text>
            %5$s
            </svg>
            """.formatted(WIDTH, HEIGHT, LEFT, title, String.join("\n", shapes));
    }
}
