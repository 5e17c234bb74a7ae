package org.sunda.dist;

import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// A moment after which waiting ends.
final class Deadline {
    private final Duration allowed;
    private final long endNanos;

    private Deadline(Duration allowed) {
        this.allowed = allowed;
        this.endNanos = System.nanoTime() + allowed.toNanos();
    }

    /// That long from now.
    static Deadline in(Duration allowed) {
        return new Deadline(allowed);
    }

    /// How long is left, in nanoseconds; zero or less when it has passed.
    long remainingNanos() {
        return endNanos - System.nanoTime();
    }

    /// How long is left, at least 1, as sockets take it.
    ///
    /// @throws SocketTimeoutException when it has passed
    int remainingMillis() throws SocketTimeoutException {
        long nanos = remainingNanos();
        if (nanos <= 0) {
            throw passed();
        }
        return Math.clamp(TimeUnit.NANOSECONDS.toMillis(nanos), 1, Integer.MAX_VALUE);
    }

    /// An equal part of what is left, for the first of so many.
    Deadline share(int parts) {
        return new Deadline(Duration.ofNanos(remainingNanos() / parts));
    }

    /// What to throw when it has passed.
    SocketTimeoutException passed() {
        return new SocketTimeoutException("no answer within " + allowed.toMillis() + " ms");
    }
}
