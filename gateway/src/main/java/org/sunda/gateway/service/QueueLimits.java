package org.sunda.gateway.service;

import java.time.Duration;
import org.sunda.gateway.config.Section;

/// How much a service takes on.
///
/// @param maxInFlight how many requests run at once
/// @param maxWaiting how many more may wait for one of those to end
/// @param timeout how long one waits at most
public record QueueLimits(int maxInFlight, int maxWaiting, Duration timeout) {
    private static final int DEFAULT_WAITING = 1000;
    private static final int MOST = 100_000;

    /// Reads the section `queue` of a service.
    ///
    /// @param inFlight the default of `max-in-flight`, and the most it may be
    public static QueueLimits read(Section service, int inFlight) {
        Section queue = service.section("queue");
        return new QueueLimits(
                queue.integer("max-in-flight", inFlight, 1, inFlight),
                queue.integer("max-waiting", DEFAULT_WAITING, 0, MOST),
                queue.duration("timeout", Duration.ofSeconds(5), Duration.ofMillis(1), Duration.ofHours(1)));
    }
}
