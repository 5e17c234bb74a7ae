package org.sunda.faults;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One line of what a member says to the coordinator, on standard output.
final class Line {
    /// Before each, so that it is told from logs.
    static final String MARK = "@@";

    private Line() {}

    static synchronized void say(Object... words) {
        System.out.println(
                MARK + Stream.of(words).map(String::valueOf).map(Line::word).collect(Collectors.joining(" ")));
        System.out.flush();
    }

    /// Without quotes and blanks, so that words are what stands between blanks.
    private static String word(String text) {
        return text.replace("'", "").replace(' ', '_');
    }
}
