package org.sunda.dist;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;

/// Leads one handshake over a blocking channel, until it is over or the deadline passes: reads and writes its
/// messages and asks the table of peers what the state machine wants to know. Messages have a length of two
/// bytes before them (four over TLS, protocol section a.4).
final class HandshakeDriver {
    private static final int LENGTH_BYTES = Short.BYTES;

    /// What the state machine wants to know of the table of peers.
    interface Table {
        /// See [Handshake.Action.AskTable].
        Handshake.Verdict ask(Atom peer);

        /// See [Handshake.Action.AskPending].
        boolean pending();

        /// See [Handshake.Action.Claim]; returns when the place is taken.
        ///
        /// @throws HandshakeException when it cannot be had
        void claim(Atom peer) throws HandshakeException;
    }

    private final Handshake handshake;
    private final TimedSocket socket;
    private final Table table;
    private final int mostBytes;
    private final Deque<Handshake.Action> actions = new ArrayDeque<>();

    /// @param mostBytes the longest message that is taken
    HandshakeDriver(Handshake handshake, SocketChannel channel, Deadline deadline, Table table, int mostBytes) {
        this.handshake = handshake;
        this.socket = new TimedSocket(channel.socket(), deadline);
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

    /// Leads it from the first message to its end.
    Outcome run() {
        try {
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
        } catch (EOFException e) {
            return new Outcome.Refused(handshake.closedNow());
        } catch (SocketTimeoutException e) {
            return new Outcome.Refused("the handshake was not over in time: " + e.getMessage());
        } catch (IOException e) {
            return new Outcome.Refused(handshake.closedNow() + " (" + e.getMessage() + ")");
        } catch (HandshakeException e) {
            return new Outcome.Refused(e.sentence());
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
                feed(new Handshake.Event.Decided(table.ask(peer)));
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
            case Handshake.Action.Refused(String sentence) -> new Outcome.Refused(sentence);
        };
    }

    private byte[] readMessage() throws IOException, HandshakeException {
        int length =
                Short.toUnsignedInt(ByteBuffer.wrap(socket.read(LENGTH_BYTES)).getShort());
        if (length > mostBytes) {
            throw new HandshakeException("a message of the handshake has " + length
                    + " bytes: the limit handshakeBytes is " + mostBytes + " (protocol section a.4)");
        }
        return socket.read(length);
    }

    private void writeMessage(byte[] message) throws IOException {
        socket.write(ByteBuffer.allocate(LENGTH_BYTES + message.length)
                .putShort((short) message.length)
                .put(message)
                .array());
    }
}
