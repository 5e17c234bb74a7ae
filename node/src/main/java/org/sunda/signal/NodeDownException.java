package org.sunda.signal;

import org.sunda.term.Atom;

/// There is no connection to a node, and none could be made.
public final class NodeDownException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Atom node;

    /// @param node the node that cannot be reached
    /// @param reason one sentence that says why
    public NodeDownException(Atom node, String reason) {
        super(node + " is down: " + reason);
        this.node = node;
    }

    /// The node that cannot be reached.
    public Atom node() {
        return node;
    }
}
