package org.sunda.bench.echo;

import org.sunda.bench.Figures;
import org.sunda.bench.Plan;
import org.sunda.bench.Session;

/// How long each does a load before the turns that count: compilers look at what has run often, which for large
/// messages takes seconds.
final class WarmUp {
    private static final int QUICK_MILLIS = 1_500;
    private static final int THOROUGH_MILLIS = 4_000;

    private WarmUp() {}

    /// So many turns that count after it; the page tells of it.
    static Plan before(Session session, int rounds) {
        Plan plan = Plan.ofMillis(1, 1, session.choose(QUICK_MILLIS, THOROUGH_MILLIS), rounds, 0);
        String time = Figures.time((double) plan.warmup().toNanos());
        session.fact(
                "warm-up",
                time
                        + " of each load by everybody who is in its rows, which do not count; one turn beside a large message");
        return plan;
    }
}
