package org.sunda.dist;

import org.sunda.signal.Signal;
import org.sunda.term.Atom;

/// What the distribution tells the node that owns it.
///
/// For one peer the order is strict: [#up], then its signals, then [#down], and only then [#up] of the next
/// connection to it. These three are called on the thread that reads the connection, so they must not
/// block: nothing else from that peer is read meanwhile. An exception is logged and otherwise ignored.
public interface DistributionListener {
    /// A connection stands. Signals sent from here on leave in order.
    void up(Connection connection);

    /// A signal arrived. Its payload, if it has one, is still encoded. The receiver it names belongs to
    /// this node, but need not exist, and may be of an earlier incarnation of it (another creation).
    void deliver(Connection connection, Signal signal);

    /// The connection that [#up] announced has ended; nothing arrives from it any more.
    ///
    /// @param reason one sentence, for people
    void down(Atom node, String reason);

    /// A signal that waited for a connection to that node, which could not be made. Called on any thread.
    void undeliverable(Atom node, Signal signal);

    /// The peer does not take spawn requests: its flags lack SPAWN (protocol section a.2), and the
    /// requester is owed the reply `notsup`. Called on the sender's thread.
    void notSupported(Connection connection, Signal.SpawnRequest request);
}
