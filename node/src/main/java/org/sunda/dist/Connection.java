package org.sunda.dist;

import org.sunda.signal.Signal;
import org.sunda.term.Atom;

/// A connection to another node, from the end of the handshake on. Any thread may use it.
@SuppressWarnings("DoNotCallSuggester") // until the bodies land
public final class Connection {
    Connection() {}

    /// The node at the other end.
    public Atom peer() {
        throw new UnsupportedOperationException();
    }

    /// The creation of the node at the other end.
    public int peerCreation() {
        throw new UnsupportedOperationException();
    }

    /// Whether one of both nodes is a hidden one: then neither shows the other in `nodes()`.
    public boolean hidden() {
        throw new UnsupportedOperationException();
    }

    /// Sends a signal. It leaves in the order of the calls.
    ///
    /// Where much output waits already, the caller waits, unless it is the reader thread of a connection.
    ///
    /// @throws BusyException when the wait was longer than the deadline; the signal was not sent
    /// @throws NodeDownException when the connection has ended
    /// @throws IllegalArgumentException when the signal cannot be encoded; the connection is unharmed
    public void send(Signal signal) {
        throw new UnsupportedOperationException();
    }

    /// Ends the connection, soon; its end is announced as every other. A second call does nothing.
    ///
    /// @param reason one sentence, for people
    public void close(String reason) {
        throw new UnsupportedOperationException();
    }
}
