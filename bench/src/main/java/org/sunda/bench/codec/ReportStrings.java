package org.sunda.bench.codec;

import java.util.SplittableRandom;

/// The load of the first report: two lists of 700,000 strings of 20 to 30 characters, the same ones every time.
final class ReportStrings {
    static final int LISTS = 2;
    static final int LENGTH = 700_000;

    private static final int SHORTEST = 20;
    private static final int LONGEST = 30;

    private ReportStrings() {}

    /// @param list which of the two
    static String[] strings(int list) {
        SplittableRandom random = new SplittableRandom(list);
        String[] strings = new String[LENGTH];
        char[] characters = new char[LONGEST];
        for (int i = 0; i < LENGTH; i++) {
            int length = random.nextInt(SHORTEST, LONGEST + 1);
            for (int at = 0; at < length; at++) {
                characters[at] = (char) random.nextInt(' ', '~' + 1);
            }
            strings[i] = new String(characters, 0, length);
        }
        return strings;
    }
}
