package org.sunda.bench.echo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.sunda.bench.Session;

/// Bars side by side, as SVG: the rate of everybody, for each task.
final class Bars {
    private static final int LEFT = 150;
    private static final int BAR = 20;
    private static final int STEP = 24;
    private static final int GAP = 34;
    private static final int TOP = 44;
    private static final int LONGEST = 560;
    private static final int WIDTH = LEFT + LONGEST + 120;
    private static final String SUNDA = "#d62728";
    private static final String OTHER = "#9db4c8";

    private final List<String> shapes = new ArrayList<>();
    private final double most;
    private int y = TOP;

    private Bars(double most) {
        this.most = most;
    }

    /// Makes it the chart of this run.
    static void draw(Session session, String title, List<Echoes> all) {
        session.draw(svg(title, all));
    }

    static String svg(String title, List<Echoes> all) {
        double most = all.stream()
                .flatMap(each -> each.names().stream().map(each::rate))
                .filter(rate -> !Double.isNaN(rate))
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(1);
        Bars bars = new Bars(most);
        all.forEach(bars::group);
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" font-family="sans-serif" font-size="13">
            <rect width="%1$d" height="%2$d" fill="white"/>
            <text x="%3$d" y="26" font-size="17">%4$s</text>
            %5$s
            </svg>
            """.formatted(WIDTH, bars.y, LEFT, title, String.join("\n", bars.shapes));
    }

    private void group(Echoes echoes) {
        y += GAP - STEP;
        shapes.add("<text x=\"%d\" y=\"%d\" font-weight=\"bold\">%s</text>"
                .formatted(LEFT, y + BAR - 6, echoes.match().task()));
        y += STEP;
        for (String name : echoes.names()) {
            double rate = echoes.rate(name);
            if (!Double.isNaN(rate)) {
                bar(name, rate);
            }
        }
    }

    private void bar(String name, double rate) {
        double length = LONGEST * rate / most;
        String colour = name.equals(Rival.SUNDA) ? SUNDA : OTHER;
        shapes.add("<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>".formatted(LEFT - 8, y + BAR - 6, name));
        shapes.add(String.format(
                Locale.ROOT,
                "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>",
                LEFT,
                y,
                length,
                BAR,
                colour));
        shapes.add(String.format(
                Locale.ROOT,
                "<text x=\"%.1f\" y=\"%d\">%s</text>",
                LEFT + length + 6,
                y + BAR - 6,
                Echoes.count(rate)));
        y += STEP;
    }
}
