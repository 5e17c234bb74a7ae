package org.sunda.process;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// How long something waits, counted from when this was made.
///
/// @param start by `System.nanoTime`
/// @param nanos how long from then on; at most [#LONGEST], which is for ever
record Timeout(long start, long nanos) {
    /// Longer than any program runs, and safe to compute with.
    private static final long LONGEST = Long.MAX_VALUE / 2;

    /// Does not wait.
    static final Timeout NONE = new Timeout(0, 0);

    /// Waits for ever.
    static final Timeout NEVER = new Timeout(0, LONGEST);

    static Timeout in(Duration duration) {
        return new Timeout(System.nanoTime(), nanos(duration));
    }

    /// The length in nanoseconds, cut to what can be computed with.
    static long nanos(Duration duration) {
        return Math.min(TimeUnit.NANOSECONDS.convert(duration), LONGEST);
    }

    boolean isOver() {
        return !isNever() && (nanos <= 0 || nanosLeft() <= 0);
    }

    boolean isNever() {
        return nanos == LONGEST;
    }

    long nanosLeft() {
        return nanos - (System.nanoTime() - start);
    }

    /// For [Object#wait(long)]: 0 is for ever, and anything else is rounded up, so that the last wait is not a
    /// series of short ones.
    long millisLeft() {
        return isNever() ? 0 : Math.max(nanosLeft(), 0) / 1_000_000 + 1;
    }
}
