package org.sunda.dist;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;

/// Leads one handshake over a blocking channel, until it is over or the deadline passes: reads and
/// writes its messages and asks the table of peers what the state machine wants to know.
final class HandshakeDriver {
    /// What the state machine wants to know of the table of peers.
    interface Table {
        /// See [Handshake.Action.AskTable].
        Handshake.Verdict ask(Atom peer);

        /// See [Handshake.Action.AskName].
        ///
        /// @return null when no peer without a name may connect, as where nothing else is said
        default Handshake.Event.@Nullable Named name(String host) {
            return null;
        }

        /// See [Handshake.Action.AskPending].
        boolean pending();

        /// See [Handshake.Action.Claim]; returns when the place is taken.
        ///
        /// @throws HandshakeException when it cannot be had
        void claim(Atom peer) throws HandshakeException;
    }

    private final Handshake handshake;
    private final Transport transport;
    private final Deadline deadline;
    private final Table table;
    private final int mostBytes;
    private final Deque<Handshake.Action> actions = new ArrayDeque<>();

    /// Why the peer may not have the name that it gives itself, when that is so.
    private @Nullable String refusal;

    /// @param mostBytes the longest message that is taken
    HandshakeDriver(Handshake handshake, Transport transport, Deadline deadline, Table table, int mostBytes) {
        this.handshake = handshake;
        this.transport = transport;
        this.deadline = deadline;
        this.table = table;
        this.mostBytes = mostBytes;
    }

    /// How a handshake ended.
    sealed interface Outcome {
        /// The connection stands.
        record Established(Handshake.Peer peer) implements Outcome {}

        /// Another connection to the same peer stays.
        record GaveWay(String sentence) implements Outcome {}

        /// There will be no connection.
        record Refused(String sentence) implements Outcome {}
    }

    /// Leads it from the first byte to its end.
    Outcome run() {
        try (Alarm alarm = Alarm.set(deadline, transport.channel())) {
            return untilOver(alarm);
        }
    }

    private Outcome untilOver(Alarm alarm) {
        try {
            Outcome outcome = lead();
            alarm.stop();
            return outcome;
        } catch (SocketTimeoutException e) {
            return late(e);
        } catch (IOException e) {
            return broken(alarm, e);
        } catch (HandshakeException e) {
            return new Outcome.Refused(e.sentence());
        }
    }

    private Outcome broken(Alarm alarm, IOException e) {
        try {
            alarm.stop();
        } catch (SocketTimeoutException timeout) {
            return late(timeout);
        }
        return switch (e) {
            case EOFException _ -> new Outcome.Refused(handshake.closedNow());
            case SSLException failure -> new Outcome.Refused(String.valueOf(failure.getMessage()));
            default -> new Outcome.Refused(handshake.closedNow() + " (" + e.getMessage() + ")");
        };
    }

    private static Outcome late(SocketTimeoutException e) {
        return new Outcome.Refused("the handshake was not over in time: " + e.getMessage());
    }

    private Outcome lead() throws IOException, HandshakeException {
        transport.begin();
        feed(new Handshake.Event.Started());
        while (true) {
            if (actions.isEmpty()) {
                feed(new Handshake.Event.Received(readMessage()));
            }
            while (!actions.isEmpty()) {
                Outcome outcome = perform(actions.removeFirst());
                if (outcome != null) {
                    return outcome;
                }
            }
        }
    }

    private void feed(Handshake.Event event) {
        actions.addAll(handshake.on(event));
    }

    /// Answers the outcome when that was the last action, else null.
    private @Nullable Outcome perform(Handshake.Action action) throws IOException, HandshakeException {
        return switch (action) {
            case Handshake.Action.Send(byte[] message) -> {
                writeMessage(message);
                yield null;
            }
            case Handshake.Action.AskTable(Atom peer) -> {
                refusal = transport.refusal(peer);
                feed(new Handshake.Event.Decided(refusal == null ? table.ask(peer) : Handshake.Verdict.NOT_ALLOWED));
                yield null;
            }
            case Handshake.Action.AskName(String host) -> {
                feed(name(host));
                yield null;
            }
            case Handshake.Action.AskPending() -> {
                feed(new Handshake.Event.Pending(table.pending()));
                yield null;
            }
            case Handshake.Action.Claim(Atom peer) -> {
                table.claim(peer);
                feed(new Handshake.Event.Claimed());
                yield null;
            }
            case Handshake.Action.Established(Handshake.Peer peer) -> new Outcome.Established(peer);
            case Handshake.Action.GaveWay(String sentence) -> new Outcome.GaveWay(sentence);
            case Handshake.Action.Refused(String sentence) -> new Outcome.Refused(refusal == null ? sentence : refusal);
        };
    }

    private Handshake.Event name(String host) {
        Handshake.Event.Named named = table.name(host);
        refusal = named == null
                ? "a caller without a name may not connect: this node allows some peers only, by their names, or it stops"
                : transport.refusal(named.node());
        return named == null || refusal != null ? new Handshake.Event.Decided(Handshake.Verdict.NOT_ALLOWED) : named;
    }

    private byte[] readMessage() throws IOException, HandshakeException {
        ByteBuffer prefix = read(transport.lengthBytes());
        int length = prefix.remaining() == Short.BYTES ? Short.toUnsignedInt(prefix.getShort()) : prefix.getInt();
        if (length < 0 || length > mostBytes) {
            throw new HandshakeException(
                    TlsFailure.isRecord(length)
                            ? TlsFailure.unexpected()
                            : "a message of the handshake has " + Integer.toUnsignedString(length)
                                    + " bytes: the limit handshakeBytes is " + mostBytes
                                    + " (protocol section a.4)");
        }
        return read(length).array();
    }

    /// The next bytes, exactly that many.
    private ByteBuffer read(int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (transport.read(bytes) < 0) {
                throw new EOFException();
            }
        }
        return bytes.flip();
    }

    private void writeMessage(byte[] message) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(transport.lengthBytes() + message.length);
        if (transport.lengthBytes() == Short.BYTES) {
            bytes.putShort((short) message.length);
        } else {
            bytes.putInt(message.length);
        }
        bytes.put(message).flip();
        while (bytes.hasRemaining()) {
            transport.write(bytes);
        }
    }
}
