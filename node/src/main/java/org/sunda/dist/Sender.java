package org.sunda.dist;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.sunda.memory.Bytes;
import org.sunda.signal.Busy;
import org.sunda.signal.BusyException;
import org.sunda.signal.Signal;

/// The way of a signal into the output of a connection: encoded, and then appended, unless the connection is
/// busy and the signal may be refused. Any thread may use it.
final class Sender {
    /// News that carries more waits for room as messages do.
    private static final long MUCH = 128 * 1024;

    private final Connection connection;
    private final DistributionConfig config;
    private final Outbound outbound;
    private final Encoders encoders;
    private final LongAdder dropped = new LongAdder();

    Sender(Connection connection, Handshake.Peer peer, DistributionConfig config, Outbound outbound) {
        this.connection = connection;
        this.config = config;
        this.outbound = outbound;
        SentAtoms sent = new SentAtoms();
        this.encoders = new Encoders(() -> new ControlEncoder(peer.flags(), peer.creation(), sent));
    }

    /// How many signals were dropped since the connection was busy.
    long dropped() {
        return dropped.sum();
    }

    /// Sends a signal.
    ///
    /// @param encoded the payload, if it has been encoded before
    /// @return false when the connection has ended and the signal was not sent
    boolean send(Signal signal, @Nullable Bytes encoded, Busy busy) {
        ControlEncoder message = encoders.take();
        try {
            if (!message.encode(signal, encoded)) {
                return true;
            }
            return signal.mayBeRefused() ? append(message, busy) : append(message);
        } finally {
            encoders.giveBack(message);
        }
    }

    private boolean append(ControlEncoder message, Busy busy) {
        return switch (busy) {
            case Busy.Wait(Duration longest) ->
                append(message, !ReaderThread.isCurrent() && awaitRoom(message, longest, true));
            case Busy.Fail _ -> {
                if (outbound.isBusy(message)) {
                    throw busy("and the sender does not wait");
                }
                yield append(message, true);
            }
            case Busy.Drop _ -> {
                boolean isBusy = outbound.isBusy(message);
                if (isBusy) {
                    dropped.increment();
                }
                yield isBusy || append(message, true);
            }
        };
    }

    /// News of links and monitors does not wait, unless it carries much. It is never refused: the peer
    /// would go on with links and monitors that are no more.
    private boolean append(ControlEncoder message) {
        boolean waits = !ReaderThread.isCurrent() && message.size() > MUCH;
        return append(message, waits && awaitRoom(message, config.busyDeadline(), false));
    }

    private boolean append(ControlEncoder message, boolean hasRoom) {
        return switch (outbound.append(message, hasRoom ? Long.MAX_VALUE : config.maxOutboundBytes())) {
            case YES -> {
                connection.flush();
                yield true;
            }
            case TOO_MUCH -> {
                connection.fail(
                        "more than " + config.maxOutboundBytes() + " bytes wait for it, and it does not read them");
                yield false;
            }
            case CLOSED -> false;
        };
    }

    /// @return false when there is no room by the deadline, and that is no reason to refuse
    private boolean awaitRoom(ControlEncoder message, Duration longest, boolean mayBeRefused) {
        try {
            boolean hasRoom = outbound.awaitRoom(message, longest);
            if (!hasRoom && mayBeRefused) {
                throw busy("for " + longest.toMillis() + " ms");
            }
            return hasRoom;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            if (mayBeRefused) {
                throw busy("when the sender was interrupted");
            }
            return false;
        }
    }

    private BusyException busy(String how) {
        return new BusyException(
                connection.peer(), "more than " + config.busyBytes() / 2 + " bytes waited to be read by it " + how);
    }
}
