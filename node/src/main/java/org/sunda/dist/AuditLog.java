package org.sunda.dist;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// Says what was refused, by the logger `org.sunda.audit`: one line each, but of a flood only the first ones and
/// then one a second, which says how many it stands for. Any thread may use it.
final class AuditLog {
    private static final System.Logger LOG = System.getLogger("org.sunda.audit");

    /// How many lines may come at once.
    private static final int BURST = 10;

    private static final long NANOS_PER_LINE = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier clock;
    private long lines = BURST;
    private long refilled;
    private long silent;

    AuditLog() {
        this(System::nanoTime);
    }

    /// @param clock nanoseconds, from anywhere
    AuditLog(LongSupplier clock) {
        this.clock = clock;
        this.refilled = clock.getAsLong();
    }

    /// Whether the next refusal is to be logged: then by [#log].
    synchronized boolean mayLog() {
        long gained = (clock.getAsLong() - refilled) / NANOS_PER_LINE;
        lines = Math.min(BURST, lines + gained);
        refilled += gained * NANOS_PER_LINE;
        if (lines == 0) {
            silent++;
            return false;
        }
        lines--;
        return true;
    }

    /// Logs a refusal for which [#mayLog] was true.
    void log(String sentence) {
        LOG.log(System.Logger.Level.WARNING, complete(sentence));
    }

    private synchronized String complete(String sentence) {
        long unsaid = silent;
        silent = 0;
        return unsaid == 0 ? sentence : sentence + " (" + unsaid + " more refusals before this were not logged)";
    }
}
