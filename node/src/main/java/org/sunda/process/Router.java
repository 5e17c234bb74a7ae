package org.sunda.process;

import org.sunda.signal.Busy;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;

/// Takes the signals whose receiver is on another node. Signals leave in the order of the calls.
@FunctionalInterface
public interface Router {
    /// Sends a signal on its way. Where the node cannot be reached, [Processes#undeliverable] is told, now
    /// or later.
    ///
    /// May wait while the way is busy, and refuse what [Signal#mayBeRefused] by an exception, which its
    /// sender gets. Any other signal that is refused counts as undeliverable.
    ///
    /// @throws IllegalArgumentException when the signal holds a term that cannot be encoded
    void route(Atom node, Signal signal);

    /// As [#route(Atom, Signal)], for a sender that has chosen what becomes of its message while the way is
    /// busy.
    default void route(Atom node, Signal signal, Busy busy) {
        route(node, signal);
    }
}
