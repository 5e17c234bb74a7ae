package org.sunda.dist;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// When to tick and when to give a silent peer up (protocol section a.6). Pure: the time and the counters
/// are given in.
///
/// It looks four times per tick time. A peer is silent when four looks in a row saw nothing new: counted in
/// looks and not in time, so that a machine that slept does not take the peer's silence for a whole
/// night's. In the same way it finds a peer that sends, but has stopped reading while output waits.
final class TickClock {
    /// How often to look per tick time: the kernel parameter `net_tickintensity` of a BEAM, by its default.
    private static final int INTENSITY = 4;

    /// What a look says.
    enum Look {
        /// Nothing is to be done.
        FINE,
        /// Nothing was written since the last look: send a tick.
        TICK,
        /// Nothing was read for the whole tick time.
        SILENT,
        /// Output waited, and nothing of it could be written, for the whole tick time.
        STALLED
    }

    private final long intervalNanos;
    private long nextNanos;
    private long readBefore;
    private long writtenBefore;
    private int silentLooks;
    private int stalledLooks;

    TickClock(Duration tickTime, long nowNanos) {
        this.intervalNanos = Math.max(1, tickTime.toNanos() / INTENSITY);
        this.nextNanos = nowNanos + intervalNanos;
    }

    /// How long until the next look, at least 1.
    long millisToNextLook(long nowNanos) {
        return Math.max(1, TimeUnit.NANOSECONDS.toMillis(nextNanos - nowNanos));
    }

    /// Looks, if it is time to.
    ///
    /// @param read how many bytes have ever been read
    /// @param written how many bytes have ever been written
    /// @param waiting how many bytes wait to be written
    Look look(long nowNanos, long read, long written, long waiting) {
        if (nowNanos - nextNanos < 0) {
            return Look.FINE;
        }
        nextNanos = nowNanos + intervalNanos;
        silentLooks = read == readBefore ? silentLooks + 1 : 0;
        boolean wrote = written != writtenBefore;
        stalledLooks = waiting > 0 && !wrote ? stalledLooks + 1 : 0;
        readBefore = read;
        writtenBefore = written;
        if (silentLooks >= INTENSITY) {
            return Look.SILENT;
        }
        if (stalledLooks >= INTENSITY) {
            return Look.STALLED;
        }
        return wrote ? Look.FINE : Look.TICK;
    }
}
