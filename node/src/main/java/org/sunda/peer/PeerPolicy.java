package org.sunda.peer;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How a node treats a peer. Immutable: `PeerPolicy.DEFAULT.withTickTime(ofSeconds(8))`.
///
/// @param tickTime how long the peer may be silent, or null for the tick time of the node
/// @param permissions what the peer may do
/// @param intake how much is taken from it
public record PeerPolicy(@Nullable Duration tickTime, Permissions permissions, Intake intake) {
    /// The tick time of the node; the peer may do everything, and as much as it likes.
    public static final PeerPolicy DEFAULT = new PeerPolicy(null, Permissions.ALL, Intake.UNLIMITED);

    /// Refuses a tick time that is not longer than 0.
    public PeerPolicy {
        if (tickTime != null && !tickTime.isPositive()) {
            throw new IllegalArgumentException("the tick time of a peer must be longer than 0, not " + tickTime);
        }
    }

    /// This, with another tick time; should be the `net_ticktime` of the peer.
    public PeerPolicy withTickTime(Duration value) {
        return new PeerPolicy(value, permissions, intake);
    }

    /// This, with other permissions.
    public PeerPolicy withPermissions(Permissions value) {
        return new PeerPolicy(tickTime, value, intake);
    }

    /// This, with another intake.
    public PeerPolicy withIntake(Intake value) {
        return new PeerPolicy(tickTime, permissions, value);
    }
}
