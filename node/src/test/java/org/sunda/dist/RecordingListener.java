package org.sunda.dist;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;

/// Keeps what it is told, in order, as short texts and as signals.
final class RecordingListener implements DistributionListener {
    private static final long PATIENCE_SECONDS = 20;

    final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    final BlockingQueue<Signal> signals = new LinkedBlockingQueue<>();
    final BlockingQueue<Signal> undeliverable = new LinkedBlockingQueue<>();
    final BlockingQueue<Signal.SpawnRequest> notSupported = new LinkedBlockingQueue<>();
    final BlockingQueue<String> reasons = new LinkedBlockingQueue<>();

    /// Called before a signal is kept, on the reader thread.
    volatile @Nullable BiConsumer<Connection, Signal> onDeliver;

    volatile @Nullable BiConsumer<Connection, Boolean> onUp;

    @Override
    public void up(Connection connection) {
        events.add("up " + connection.peer().text());
        BiConsumer<Connection, Boolean> action = onUp;
        if (action != null) {
            action.accept(connection, true);
        }
    }

    @Override
    public void deliver(Connection connection, Signal signal) {
        BiConsumer<Connection, Signal> action = onDeliver;
        if (action != null) {
            action.accept(connection, signal);
        }
        signals.add(signal);
    }

    @Override
    public void down(Atom node, String reason) {
        reasons.add(reason);
        events.add("down " + node.text());
    }

    @Override
    public void undeliverable(Atom node, Signal signal) {
        undeliverable.add(signal);
    }

    @Override
    public void notSupported(Connection connection, Signal.SpawnRequest request) {
        notSupported.add(request);
    }

    static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
        T next = queue.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("nothing came within " + PATIENCE_SECONDS + " s");
        }
        return next;
    }
}
