package org.sunda.dist;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;

/// A node's place in the cluster: it listens, is known to epmd, and has at most one [Connection] per peer. Any thread
/// may use it.
@SuppressWarnings("DoNotCallSuggester") // until the bodies land
public final class Distribution implements AutoCloseable {
    /// Nothing happens before [#start].
    public Distribution(DistributionConfig config, DistributionListener listener) {}

    /// Listens and registers.
    ///
    /// @throws IOException when the port or the name is in use, or epmd cannot be reached
    public void start() throws IOException {
        throw new UnsupportedOperationException();
    }

    /// The creation of this incarnation of the node; known after [#start].
    public int creation() {
        throw new UnsupportedOperationException();
    }

    /// The port on which this node listens; known after [#start].
    public int port() {
        throw new UnsupportedOperationException();
    }

    /// Sends a signal to a node. Where there is no connection, one is made in the background and the signal waits for
    /// it; if that fails it goes to [DistributionListener#undeliverable]. Signals leave in the order in which they
    /// were sent.
    ///
    /// @throws BusyException as [Connection#send] does
    /// @throws IllegalArgumentException when the signal cannot be encoded, or the node is this one
    public void send(Atom node, Signal signal) {
        throw new UnsupportedOperationException();
    }

    /// The connection to a node, made if there is none. Waits; not for use in a [DistributionListener].
    ///
    /// @throws NodeDownException when it cannot be made
    public Connection connect(Atom node) {
        throw new UnsupportedOperationException();
    }

    /// The connection to a node, or null when there is none.
    public @Nullable Connection connection(Atom node) {
        throw new UnsupportedOperationException();
    }

    /// The connections there are.
    public List<Connection> connections() {
        throw new UnsupportedOperationException();
    }

    /// Ends the connection to a node, and waits until its end was announced (except on the reader thread of that
    /// connection). Answers whether there was one.
    public boolean disconnect(Atom node) {
        throw new UnsupportedOperationException();
    }

    /// Ends everything: the name is free again and no further connection is made. Waits until the end of each
    /// connection was announced.
    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
