package org.sunda.bench;

import java.util.Arrays;
import java.util.Locale;

/// Numbers for people: three digits that count, and a unit.
public final class Figures {
    /// What stands where there is no figure.
    public static final String NONE = "-";

    private static final String[] TIMES = {"ns", "us", "ms", "s"};
    private static final String[] SIZES = {"B", "KiB", "MiB", "GiB"};
    private static final double NOTHING = 0.5;

    private Figures() {}

    /// The middle one, or the mean of the two in the middle; NaN when there is none or one of them is NaN.
    public static double median(double... values) {
        if (values.length == 0) {
            return Double.NaN;
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        boolean unknown = Double.isNaN(sorted[sorted.length - 1]);
        double other = sorted.length % 2 == 0 ? sorted[middle - 1] : sorted[middle];
        return unknown ? Double.NaN : (sorted[middle] + other) / 2;
    }

    /// A time, as `1.23 ms`.
    public static String time(double nanos) {
        return scaled(nanos, 1000, TIMES);
    }

    /// A number of bytes, as `1.23 MiB`; less than half a byte is none.
    public static String bytes(double bytes) {
        return scaled(bytes < NOTHING ? 0 : bytes, 1024, SIZES);
    }

    /// A ratio, as `1.23 x`.
    public static String ratio(double ratio) {
        return Double.isNaN(ratio) ? NONE : digits(ratio) + " x";
    }

    private static String scaled(double value, double step, String[] units) {
        if (Double.isNaN(value)) {
            return NONE;
        }
        double rest = value;
        int unit = 0;
        while (rest >= step && unit < units.length - 1) {
            rest /= step;
            unit++;
        }
        return digits(rest) + " " + units[unit];
    }

    private static String digits(double value) {
        int places = value >= 100 || value == 0 ? 0 : value >= 10 ? 1 : 2;
        return String.format(Locale.ROOT, "%." + places + "f", value);
    }
}
