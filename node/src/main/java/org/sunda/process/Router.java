package org.sunda.process;

import org.sunda.signal.Signal;
import org.sunda.term.Atom;

/// Takes the signals whose receiver is on another node.
@FunctionalInterface
public interface Router {
    /// Sends a signal on its way. Where the node cannot be reached, [Processes#undeliverable] is told, now or later.
    ///
    /// @throws IllegalArgumentException when the signal holds a term that cannot be encoded
    void route(Atom node, Signal signal);
}
