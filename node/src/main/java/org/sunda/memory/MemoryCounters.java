package org.sunda.memory;

/// What an allocator has done so far.
///
/// @param allocations how often memory was handed out
/// @param releases how often its last owner gave it back
/// @param liveBytes what is handed out now, in bytes; as large as the segments are, not as was asked for
/// @param reservedBytes what is taken from the system now, handed out or not; 0 for the heap
/// @param idleBytes which part of that no live segment is near, kept for the next burst
/// @param conflicts how often a thread found a part of the pool in use and went elsewhere instead of
///     waiting
/// @param doubleReleases how many handles two threads released at the very same time without either getting
///     the exception; the memory came back once
/// @param leaks how many segments became unreachable before they were released; always 0 unless
///     [PoolSettings#tracking] is on
public record MemoryCounters(
        long allocations,
        long releases,
        long liveBytes,
        long reservedBytes,
        long idleBytes,
        long conflicts,
        long doubleReleases,
        long leaks) {
    /// How many pieces of memory are handed out now.
    public long liveSegments() {
        return allocations - releases;
    }

    /// Both together.
    MemoryCounters plus(MemoryCounters other) {
        return new MemoryCounters(
                allocations + other.allocations,
                releases + other.releases,
                liveBytes + other.liveBytes,
                reservedBytes + other.reservedBytes,
                idleBytes + other.idleBytes,
                conflicts + other.conflicts,
                doubleReleases + other.doubleReleases,
                leaks + other.leaks);
    }
}
