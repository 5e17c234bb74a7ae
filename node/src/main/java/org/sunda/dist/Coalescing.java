package org.sunda.dist;

/// Decides when the thread that reads a connection rests for some 60 µs before it looks again: where so many
/// messages come that several will be there, as network cards moderate their interrupts. A BEAM writes each
/// message by itself, and both sides would wake for nearly every one.
///
/// Where messages wait for the answers to others, few come in a rest, and it only holds them up: then the
/// next ones are left out, more and more of them. Pure; for one thread.
final class Coalescing {
    /// Systems make some 50 µs of it.
    static final long REST_NANOS = 1_000;

    /// With rests messages must still come as close as that, some 80,000 in a second.
    private static final long DENSE_NANOS = 12_000;

    /// After how many reads without a rest one is tried again at the latest.
    private static final int MOST_LEFT_OUT = 255;

    private long lastMessages;

    /// Whether there was one before the last read, and when the last one began.
    private boolean rested;

    private long restStart;

    private int leftOut;
    private int toLeaveOut;

    /// Whether to rest before the next read.
    ///
    /// @param messages how many have come in all
    boolean isDue(long messages, long now) {
        long came = messages - lastMessages;
        lastMessages = messages;
        if (rested) {
            boolean wasWorthIt = came * DENSE_NANOS >= now - restStart;
            leftOut = wasWorthIt ? 0 : Math.min(2 * leftOut + 1, MOST_LEFT_OUT);
            toLeaveOut = leftOut;
        }
        boolean isStream = came > 1 || rested;
        rested = isStream && toLeaveOut == 0;
        if (rested) {
            restStart = now;
        } else if (isStream) {
            toLeaveOut--;
        }
        return rested;
    }
}
