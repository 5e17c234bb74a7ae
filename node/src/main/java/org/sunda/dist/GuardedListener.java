package org.sunda.dist;

import java.util.function.Supplier;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;

/// A listener whose exceptions end in the log, not in the thread that calls it.
final class GuardedListener implements DistributionListener {
    private static final System.Logger LOG = System.getLogger("org.sunda.dist");

    private final DistributionListener listener;

    GuardedListener(DistributionListener listener) {
        this.listener = listener;
    }

    @Override
    public void up(Connection connection) {
        guard(() -> listener.up(connection), () -> "that " + connection.peer() + " is up");
    }

    @Override
    public void deliver(Connection connection, Signal signal) {
        try {
            listener.deliver(connection, signal);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "the node failed at a " + name(signal) + " of " + connection.peer(), e);
        }
    }

    @Override
    public void down(Atom node, String reason) {
        guard(() -> listener.down(node, reason), () -> "that " + node + " is down");
    }

    @Override
    public void undeliverable(Atom node, Signal signal) {
        guard(() -> listener.undeliverable(node, signal), () -> "an undeliverable " + name(signal) + " to " + node);
    }

    @Override
    public void notSupported(Connection connection, Signal.SpawnRequest request) {
        guard(
                () -> listener.notSupported(connection, request),
                () -> "that " + connection.peer() + " takes no " + name(request));
    }

    /// The kind of signal only: what it carries may be large, or secret.
    private static String name(Signal signal) {
        return signal.getClass().getSimpleName();
    }

    private static void guard(Runnable call, Supplier<String> what) {
        try {
            call.run();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "the node failed at " + what.get(), e);
        }
    }
}
