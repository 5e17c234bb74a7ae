package org.sunda.signal;

import org.sunda.term.Atom;

/// The connection to a node took no more output before the sender's deadline; the signal was not sent.
public final class BusyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Atom node;

    /// @param node the node that reads too slowly
    /// @param reason one sentence that says how much waits and how long the sender waited
    public BusyException(Atom node, String reason) {
        super("the connection to " + node + " is busy: " + reason);
        this.node = node;
    }

    /// The node that reads too slowly.
    public Atom node() {
        return node;
    }
}
