package org.sunda;

import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.sunda.dist.Connection;
import org.sunda.dist.DistributionListener;
import org.sunda.process.Processes;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;

/// Takes what the distribution hears to the processes. The way out is [WayOut].
final class Crossing implements DistributionListener {
    private final CountDownLatch isOpen = new CountDownLatch(1);
    private volatile @Nullable Processes processes;

    /// From here on signals come through. A peer that was quicker than the start of this node waits until then.
    void open(Processes target) {
        processes = target;
        isOpen.countDown();
    }

    private Processes processes() {
        Processes target = processes;
        return target == null ? awaitProcesses() : target;
    }

    private Processes awaitProcesses() {
        boolean interrupted = false;
        Processes target = processes;
        while (target == null) {
            try {
                isOpen.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
            target = processes;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return target;
    }

    @Override
    public void up(Connection connection) {
        processes().nodeUp(connection.peer());
    }

    @Override
    public void deliver(Connection connection, Signal signal) {
        processes().deliver(signal);
    }

    @Override
    public void down(Atom node, String reason) {
        processes().nodeDown(node);
    }

    @Override
    public void undeliverable(Atom node, Signal signal) {
        processes().undeliverable(signal);
    }

    @Override
    public void notSupported(Connection connection, Signal.SpawnRequest request) {
        processes().notSupported(request);
    }
}
