package org.sunda.peer;

import java.time.Duration;

/// How a node keeps the connection to a peer: when it is lost, or cannot be made, there is another attempt
/// after a pause. The pauses double from the first to the longest, and start anew once a connection has
/// stood for longer than the last pause; each is shortened by a random part of up to a half, so that the
/// nodes of a cluster do not all come at once.
///
/// @param first the first pause
/// @param longest the longest pause
public record Reconnect(Duration first, Duration longest) {
    /// Half a second to half a minute.
    public static final Reconnect DEFAULT = new Reconnect(Duration.ofMillis(500), Duration.ofSeconds(30));

    /// Refuses pauses that are not longer than 0, and a longest one that is shorter than the first.
    public Reconnect {
        if (!first.isPositive() || longest.compareTo(first) < 0) {
            throw new IllegalArgumentException(
                    "pauses between attempts go from more than 0 upwards, not from " + first + " to " + longest);
        }
    }
}
