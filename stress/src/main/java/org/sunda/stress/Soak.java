package org.sunda.stress;

/// `./sunda stress --soak`: a million links that break at once, and then a thousand million messages, all counted where
/// they are sent and where they are received.
public final class Soak {
    private static final long MESSAGES = 1_000_000_000;
    private static final long ROUND = 20_000_000;

    private Soak() {}

    /// Exits with 0 when nothing was lost.
    ///
    /// @param arguments nothing, or how many messages instead of a thousand million
    public static void main(String[] arguments) throws InterruptedException {
        long messages = arguments.length == 0 ? MESSAGES : Long.parseLong(arguments[0]);
        boolean areTold = MillionLinks.run();
        boolean isRight = soak(messages);
        System.exit(areTold && isRight ? 0 : 1);
    }

    private static boolean soak(long messages) throws InterruptedException {
        long begin = System.nanoTime();
        Round.Outcome all = new Round.Outcome(0, 0, "");
        while (all.isRight() && all.received() < messages) {
            Round.Outcome outcome;
            long roundBegin = System.nanoTime();
            try (Round round = new Round()) {
                round.start(Math.min(ROUND, messages));
                outcome = round.outcome();
            }
            all = all.plus(outcome);
            double rate = outcome.received() / ((System.nanoTime() - roundBegin) / 1e9);
            System.out.printf("soak: %,d of %,d messages, %,.0f a second%n", all.received(), messages, rate);
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        System.out.printf(
                "soak sent=%d received=%d equal=%b seconds=%.0f per_second=%.0f %s%n",
                all.sent(), all.received(), all.isRight(), seconds, all.received() / seconds, all.mistake());
        return all.isRight();
    }
}
