package org.sunda.otp;

import java.time.Duration;
import java.util.ArrayDeque;

/// How often a supervisor has restarted something of late, and whether that is too often.
final class Intensity {
    private final int most;
    private final Duration period;

    /// When, by `System.nanoTime`; the oldest first, and never more than are allowed.
    private final ArrayDeque<Long> restarts = new ArrayDeque<>();

    Intensity(int most, Duration period) {
        this.most = most;
        this.period = period;
    }

    /// Counts a restart. Answers whether it is one too many.
    boolean isExceededAt(long now) {
        while (!restarts.isEmpty()
                && Duration.ofNanos(now - restarts.getFirst()).compareTo(period) > 0) {
            restarts.removeFirst();
        }
        if (restarts.size() >= most) {
            return true;
        }
        restarts.addLast(now);
        return false;
    }
}
