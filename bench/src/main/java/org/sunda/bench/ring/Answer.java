package org.sunda.bench.ring;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.sunda.bench.FailedTurnException;

/// What a party answers: `ok name=value name=value`, or why it cannot.
final class Answer {
    /// Nanoseconds for each process that was started.
    static final String SPAWN = "spawn";

    /// Nanoseconds for each message.
    static final String MESSAGE = "message";

    /// How many messages there were, by the number that came back.
    static final String HOPS = "hops";

    /// Nanoseconds for a request and its answer.
    static final String TRIP = "trip";

    /// Nanoseconds from the start of a process to its end.
    static final String LIFE = "life";

    static final String HALF = "half";
    static final String P99 = "p99";
    static final String P999 = "p999";
    static final String LONGEST = "longest";

    /// Nanoseconds of all the work in one process, and in all of them.
    static final String ONE = "one";

    static final String ALL = "all";

    /// Bytes for each process.
    static final String IDLE = "idle";

    static final String AFTER_MAIL = "after_mail";
    static final String RESIDENT = "resident";

    private static final String OK = "ok ";

    private Answer() {}

    static String of(Map<String, Double> figures) {
        StringBuilder text = new StringBuilder(OK);
        figures.forEach((name, value) -> text.append(String.format(Locale.ROOT, "%s=%.3f ", name, value)));
        return text.toString().strip();
    }

    static String failed(String why) {
        return why.replaceAll("\\s+", " ");
    }

    static Map<String, Double> parse(String text) throws FailedTurnException {
        if (!text.startsWith(OK)) {
            throw new FailedTurnException(text);
        }
        Map<String, Double> figures = new LinkedHashMap<>();
        for (String word : text.substring(OK.length()).split(" ", -1)) {
            int equals = word.indexOf('=');
            figures.put(word.substring(0, equals), Double.parseDouble(word.substring(equals + 1)));
        }
        return figures;
    }
}
