package org.sunda.dist;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// Says what was refused, by the logger `org.sunda.audit`: one line each, but of a flood only the first
/// ones and then one a second, which says how many it stands for. Any thread may use it.
final class AuditLog {
    private static final System.Logger LOG = System.getLogger("org.sunda.audit");

    /// How many lines may come at once.
    private static final int BURST = 10;

    private static final long NANOS_PER_LINE = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier clock;
    private final Consumer<String> lines;
    private long allowance = BURST;
    private long refilled;
    private long silent;

    AuditLog() {
        this(System::nanoTime, line -> LOG.log(System.Logger.Level.WARNING, line));
    }

    /// @param clock nanoseconds, from anywhere
    /// @param lines takes what is logged
    AuditLog(LongSupplier clock, Consumer<String> lines) {
        this.clock = clock;
        this.lines = lines;
        this.refilled = clock.getAsLong();
    }

    /// Whether the next refusal is to be logged: then by [#log].
    synchronized boolean mayLog() {
        long gained = (clock.getAsLong() - refilled) / NANOS_PER_LINE;
        allowance = Math.min(BURST, allowance + gained);
        refilled += gained * NANOS_PER_LINE;
        if (allowance == 0) {
            silent++;
            return false;
        }
        allowance--;
        return true;
    }

    /// Logs a refusal for which [#mayLog] was true.
    void log(String sentence) {
        lines.accept(complete(sentence));
    }

    private synchronized String complete(String sentence) {
        long unsaid = silent;
        silent = 0;
        return unsaid == 0 ? sentence : sentence + " (" + unsaid + " more refusals before this were not logged)";
    }
}
