package org.sunda.dist;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.sunda.signal.NodeDownException;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Ref;

/// Measures how long a peer takes to answer. The protocol has no frame for that; what every node that knows
/// monitors answers at once, without a process, is a monitor of a name that nobody has. `undefined` is a
/// name that nobody can have.
///
/// Any thread may use it; at most one probe is on its way.
final class RoundTrip {
    private static final Atom NOBODY = Atom.of("undefined");

    private record Probe(Ref ref, long sent, CompletableFuture<Duration> answer) {}

    /// Asks on behalf of no process: no process of this node has the id 0.
    private final Pid asker;

    private final @Nullable Duration interval;
    private final AtomicLong asked = new AtomicLong();
    private final AtomicReference<@Nullable Probe> pending = new AtomicReference<>();
    private volatile @Nullable Duration last;
    private volatile long lastAsked;

    /// @param interval how often to ask without being asked to, or null
    RoundTrip(Handshake.Self self, @Nullable Duration interval) {
        this.asker = new Pid(self.node(), 0, 0, self.creation());
        this.interval = interval;
        this.lastAsked = System.nanoTime();
    }

    /// The last measured.
    @Nullable
    Duration last() {
        return last;
    }

    /// Whether the interval is over, and no answer is awaited.
    boolean isDue(long nowNanos) {
        return interval != null && nowNanos - lastAsked >= interval.toNanos() && pending.get() == null;
    }

    /// Sends a probe on a connection, unless one is on its way.
    CompletableFuture<Duration> ask(Connection connection) {
        Probe probe = new Probe(
                Ref.of(asker.node(), asker.creation(), (int) asked.incrementAndGet() & 0x3ffff),
                System.nanoTime(),
                new CompletableFuture<>());
        Probe before = pending.compareAndExchange(null, probe);
        if (before != null) {
            return before.answer().copy();
        }
        lastAsked = probe.sent();
        if (!connection.offer(new Signal.Monitor(asker, NOBODY, probe.ref()), null)) {
            fail(connection.peer(), "the connection has ended");
        }
        return probe.answer().copy();
    }

    /// Whether a signal answers a probe; then nobody else is to get it.
    boolean takes(Signal signal) {
        if (!(signal instanceof Signal.Down down) || !down.to().equals(asker)) {
            return false;
        }
        Probe probe = pending.get();
        if (probe != null && probe.ref().equals(down.ref()) && pending.compareAndSet(probe, null)) {
            Duration taken = Duration.ofNanos(System.nanoTime() - probe.sent());
            last = taken;
            probe.answer().complete(taken);
        }
        return true;
    }

    /// No answer will come.
    void fail(Atom peer, String reason) {
        Probe probe = pending.getAndSet(null);
        if (probe != null) {
            probe.answer().completeExceptionally(new NodeDownException(peer, reason));
        }
    }
}
