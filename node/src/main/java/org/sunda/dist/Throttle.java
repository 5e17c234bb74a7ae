package org.sunda.dist;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.sunda.peer.Intake;

/// Decides when a peer that sends too fast is read again. Pure: the time and the counters are given in. For
/// one thread.
///
/// Each limit is a bucket that fills at its rate and holds a second's worth. A read is known only after it
/// has been made, so a bucket may go below zero; then nothing is read until it is full enough to be at
/// zero, but never so long that the peer would seem silent.
final class Throttle {
    private final Bucket messages;
    private final Bucket bytes;
    private final boolean closes;
    private final long longestPause;
    private long pausedUntil;

    Throttle(Intake intake, Duration tickTime, long nowNanos) {
        this.messages = new Bucket(intake.messagesPerSecond(), nowNanos);
        this.bytes = new Bucket(intake.bytesPerSecond(), nowNanos);
        this.closes = intake.closes();
        this.longestPause = Math.max(1, tickTime.toNanos() / 4);
        this.pausedUntil = nowNanos;
    }

    /// Takes note of what has ever been read, and answers whether the connection is to be closed for it.
    boolean read(long bytesEver, long messagesEver, long nowNanos) {
        long pause = Math.max(bytes.take(bytesEver, nowNanos), messages.take(messagesEver, nowNanos));
        if (pause > 0) {
            pausedUntil = nowNanos + Math.min(pause, longestPause);
        }
        return closes && pause > 0;
    }

    /// Whether more may be read.
    boolean isOpen(long nowNanos) {
        return pausedUntil - nowNanos <= 0;
    }

    /// How long to wait at most, when something else would wait for `millis`: at least 1.
    long shorten(long millis, long nowNanos) {
        long left = pausedUntil - nowNanos;
        return left <= 0 ? millis : Math.min(millis, TimeUnit.NANOSECONDS.toMillis(left) + 1);
    }

    private static final class Bucket {
        private static final double SECOND = TimeUnit.SECONDS.toNanos(1);

        /// Messages or bytes; also what it holds.
        private final double perSecond;

        private double level;
        private long takenEver;
        private long filled;

        Bucket(long perSecond, long nowNanos) {
            this.perSecond = (double) perSecond;
            this.level = this.perSecond;
            this.filled = nowNanos;
        }

        /// For how many nanoseconds the bucket is below zero then.
        long take(long ever, long nowNanos) {
            double gained = (double) (nowNanos - filled) / SECOND * perSecond;
            level = Math.min(perSecond, level + gained) - (double) (ever - takenEver);
            filled = nowNanos;
            takenEver = ever;
            return level >= 0 ? 0 : (long) Math.ceil(-level / perSecond * SECOND);
        }
    }
}
