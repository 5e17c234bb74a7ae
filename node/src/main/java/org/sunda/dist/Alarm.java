package org.sunda.dist;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;

/// Closes a channel when a deadline passes, so that whoever waits for it, in whatever way, waits no longer.
final class Alarm implements AutoCloseable {
    private final SocketChannel channel;
    private final Deadline deadline;
    private final Thread clock;

    /// Guarded by `this`.
    private boolean over;

    /// Guarded by `this`.
    private boolean rang;

    private Alarm(SocketChannel channel, Deadline deadline) {
        this.channel = channel;
        this.deadline = deadline;
        this.clock = Thread.ofVirtual().name("sunda-alarm").unstarted(this::run);
    }

    static Alarm set(Deadline deadline, SocketChannel channel) {
        Alarm alarm = new Alarm(channel, deadline);
        alarm.clock.start();
        return alarm;
    }

    private void run() {
        try {
            TimeUnit.NANOSECONDS.sleep(deadline.remainingNanos());
            ring();
        } catch (InterruptedException _) {
            // It is over.
        } catch (IOException e) {
            System.getLogger("org.sunda.dist")
                    .log(System.Logger.Level.DEBUG, "could not close a channel: {0}", e.getMessage());
        }
    }

    private synchronized void ring() throws IOException {
        if (!over) {
            rang = true;
            channel.close();
        }
    }

    /// Ends it.
    ///
    /// @throws SocketTimeoutException when it has rung: the channel is closed
    synchronized void stop() throws SocketTimeoutException {
        close();
        if (rang) {
            throw deadline.passed();
        }
    }

    @Override
    public synchronized void close() {
        over = true;
        clock.interrupt();
    }
}
