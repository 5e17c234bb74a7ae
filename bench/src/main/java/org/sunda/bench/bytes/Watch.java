package org.sunda.bench.bytes;

import org.sunda.bench.process.ProcessMemory;

/// Times a round, and looks at its memory. From time to time the clock stands still, while [Ballast] is let go of for
/// what comes next.
final class Watch implements AutoCloseable {
    /// How many bytes are written from one stop to the next.
    private static final long LAP = 64 << 20;

    private final Kind kind;
    private final long total;
    private final Ballast ballast;
    private long nextStop;
    private long nanos;
    private long peak;
    private long started;

    /// A watch for a round in which so many bytes are written.
    Watch(Kind kind, long total) {
        this.kind = kind;
        this.total = total;
        this.ballast = new Ballast(kind.need(total));
        lap(0);
    }

    /// To be called often while the round goes on.
    ///
    /// @param done how many bytes have been written
    void between(long done) {
        if (done >= nextStop) {
            stop();
            lap(done);
        }
    }

    /// The end of the round.
    void stop() {
        nanos += System.nanoTime() - started;
        peak = Math.max(peak, ProcessMemory.peak() - ballast.held());
    }

    /// How long it took, in nanoseconds.
    double nanos() {
        return nanos;
    }

    /// The most resident bytes of this process while the clock ran, without the ballast.
    long peak() {
        return peak;
    }

    private void lap(long done) {
        nextStop = done + LAP;
        ballast.keep(kind.need(total) - kind.need(Math.min(nextStop, total)));
        ProcessMemory.resetPeak();
        started = System.nanoTime();
    }

    @Override
    public void close() {
        ballast.close();
    }
}
