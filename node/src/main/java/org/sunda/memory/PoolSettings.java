package org.sunda.memory;

/// How a pool behaves.
///
/// @param idleBytes how much memory of which nothing is handed out a pool keeps for the next burst, if it is
///     not a quarter of what is in use that it keeps. What is more goes back to the system: page by page
///     on Linux where native access is enabled for this module (`--enable-native-access`), else when a
///     whole block of up to an eighth of `idleBytes` is idle
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
