package org.sunda.dist;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// The one place where a thread waits for nothing but time.
final class Pause {
    private static final long FAILED_ACCEPT_MILLIS = 100;

    private Pause() {}

    /// A failed accept (as a rule: no file descriptor is free) fails again at once; a pause leaves
    /// others the processor.
    static void afterFailedAccept() {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(FAILED_ACCEPT_MILLIS));
    }
}
