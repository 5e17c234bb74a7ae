package org.sunda.dist;

/// Decides when the thread that reads a connection rests for some 60 µs before it looks again: where so many
/// messages come that several will be there, as network cards moderate their interrupts. A BEAM writes each
/// message by itself, and both sides would wake for nearly every one.
///
/// Where messages wait for the answers to others, few come in a rest, and it only holds them up: then the
/// next ones are left out, more and more of them. Pure; for one thread.
final class Coalescing {
    /// The shortest there is: Linux adds the 50 µs by which it lets timers be late. Where a system makes
    /// more of it, few rests are worth it.
    static final long REST_NANOS = 1_000;

    /// With rests messages must still come as close as that, some 80,000 in a second.
    private static final long DENSE_NANOS = 12_000;

    /// After how many reads without a rest one is tried again at the latest.
    private static final int MOST_SKIPPED = 1023;

    private long lastMessages;

    /// Whether there was a rest before the last read.
    private boolean rested;

    /// When the last rest began.
    private long restStart;

    /// How many rests are left out after one that was not worth it, and how many of them are to come.
    private int skips;

    private int skipsLeft;

    /// Whether to rest before the next read.
    ///
    /// @param messages how many have come in all
    boolean isDue(long messages, long now) {
        long came = messages - lastMessages;
        lastMessages = messages;
        if (rested) {
            boolean wasWorthIt = came * DENSE_NANOS >= now - restStart;
            skips = wasWorthIt ? 0 : Math.min(2 * skips + 1, MOST_SKIPPED);
            skipsLeft = skips;
        }
        boolean isStream = came > 1 || rested;
        rested = isStream && skipsLeft == 0;
        if (rested) {
            restStart = now;
        } else if (isStream) {
            skipsLeft--;
        }
        return rested;
    }
}
