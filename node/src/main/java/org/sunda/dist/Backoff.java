package org.sunda.dist;

import java.time.Duration;
import java.util.function.DoubleSupplier;
import org.sunda.peer.Reconnect;

/// How long to pause before the next attempt to connect. Pure; for one thread.
final class Backoff {
    private static final double MOST_JITTER = 0.5;

    private final Reconnect limits;
    private final DoubleSupplier random;
    private Duration next;

    /// @param random numbers from 0 to 1
    Backoff(Reconnect limits, DoubleSupplier random) {
        this.limits = limits;
        this.random = random;
        this.next = limits.first();
    }

    /// The pause now.
    ///
    /// @param stood how long the last connection stood, or 0 when there was none
    Duration pause(Duration stood) {
        if (stood.compareTo(next) > 0) {
            next = limits.first();
        }
        Duration whole = next;
        Duration twice = next.multipliedBy(2);
        next = twice.compareTo(limits.longest()) > 0 ? limits.longest() : twice;
        return Duration.ofNanos((long) ((double) whole.toNanos() * (1 - MOST_JITTER * random.getAsDouble())));
    }
}
