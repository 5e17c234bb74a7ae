package org.sunda.memory;

/// How a pool behaves.
///
/// @param idleBytes how much memory without a single live segment a pool keeps for the next burst; what is
///     more goes back to the system
/// @param tracking whether each segment remembers where it was allocated, so that those that are lost can
///     be named; and lives in memory of its own, so that whoever uses it after its release gets an
///     exception. Some hundred times slower: for tests and for searching
public record PoolSettings(long idleBytes, boolean tracking) {
    /// 32 MiB idle; tracking as the system property `org.sunda.memory.tracking` says, which is off unless
    /// it is `true`.
    public static final PoolSettings DEFAULT =
            new PoolSettings(32L << 20, Boolean.getBoolean("org.sunda.memory.tracking"));

    /// Checks the size.
    ///
    /// @throws IllegalArgumentException when it is negative
    public PoolSettings {
        if (idleBytes < 0) {
            throw new IllegalArgumentException(
                    "A pool cannot keep " + idleBytes + " idle bytes: give 0 or more (0 keeps nothing).");
        }
    }

    /// The same, with so many idle bytes.
    public PoolSettings withIdleBytes(long bytes) {
        return new PoolSettings(bytes, tracking);
    }

    /// The same, with tracking on or off.
    public PoolSettings withTracking(boolean on) {
        return new PoolSettings(idleBytes, on);
    }
}
