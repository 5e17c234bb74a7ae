package org.sunda.bench;

import java.util.Locale;

/// Amounts of bytes as people write them: `2`, `4K`, `40M`, `1.5G`, each unit 1024 times the one before.
public final class ByteSize {
    private static final String UNITS = "KMG";

    private ByteSize() {}

    /// The number of bytes that a text stands for.
    ///
    /// @throws IllegalArgumentException when it stands for none
    public static long parse(String text) {
        int unit = text.isEmpty() ? -1 : UNITS.indexOf(Character.toUpperCase(text.charAt(text.length() - 1)));
        String number = unit < 0 ? text : text.substring(0, text.length() - 1);
        try {
            double bytes = Double.parseDouble(number) * (1L << 10 * (unit + 1));
            if (bytes >= 0 && bytes < Long.MAX_VALUE) {
                return Math.round(bytes);
            }
        } catch (NumberFormatException _) {
            // The same words as for a number that is no size.
        }
        throw new IllegalArgumentException("'" + text + "' is no size: write it as 256, 4K, 40M or 1.5G");
    }

    /// The shortest text in the largest unit that fits, with at most two digits behind the point.
    public static String text(long bytes) {
        int unit = 0;
        double number = bytes;
        while (Math.abs(number) >= 1024 && unit < UNITS.length()) {
            number /= 1024;
            unit++;
        }
        String digits = String.format(Locale.ROOT, "%.2f", number).replaceAll("\\.?0+$", "");
        return unit == 0 ? digits : digits + UNITS.charAt(unit - 1);
    }
}
