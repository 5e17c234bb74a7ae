package org.sunda.bench.bytes;

/// What was thrown, in a few words.
final class Failure {
    private static final int LONGEST = 70;

    private Failure() {}

    /// The class without its package, and the first line of the message.
    static String text(Throwable thrown) {
        String message = thrown.getMessage();
        String text = thrown.getClass().getSimpleName();
        if (message != null && !message.isBlank()) {
            text += ": " + message.strip().lines().findFirst().orElse("");
        }
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 3).stripTrailing() + "...";
    }
}
