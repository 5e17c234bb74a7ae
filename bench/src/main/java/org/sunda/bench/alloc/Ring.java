package org.sunda.bench.alloc;

import java.util.concurrent.atomic.AtomicLongArray;

/// Slots that go from one thread to one other thread, and back when they are done with. Both spin while they wait: a
/// thread that sleeps would be all one measures.
final class Ring {
    private static final int COUNT = 1024;

    /// Far enough from each other, and from what lies around, that threads share no cache line.
    private static final int PUBLISHED = 16;

    private static final int DONE = 48;
    private static final int COUNTERS = 64;

    private final Slots slots = new Slots(COUNT);
    private final AtomicLongArray counters = new AtomicLongArray(COUNTERS);
    private volatile boolean closed;

    /// The memory that goes over.
    Slots slots() {
        return slots;
    }

    /// The next slot to be filled, as soon as there is one.
    int claim() {
        long published = counters.getPlain(PUBLISHED);
        while (published - counters.getAcquire(DONE) >= COUNT) {
            Thread.onSpinWait();
        }
        return (int) (published % COUNT);
    }

    /// Hands the claimed slot over.
    void publish() {
        counters.setRelease(PUBLISHED, counters.getPlain(PUBLISHED) + 1);
    }

    /// The next slot that was handed over, as soon as there is one; -1 after the last.
    int next() {
        long done = counters.getPlain(DONE);
        while (done == counters.getAcquire(PUBLISHED)) {
            if (closed && done == counters.getAcquire(PUBLISHED)) {
                return -1;
            }
            Thread.onSpinWait();
        }
        return (int) (done % COUNT);
    }

    /// Gives that slot back.
    void done() {
        counters.setRelease(DONE, counters.getPlain(DONE) + 1);
    }

    /// Nothing more is published.
    void close() {
        closed = true;
    }
}
