package org.sunda;

import org.sunda.dist.Distribution;
import org.sunda.process.Router;
import org.sunda.signal.Busy;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;

/// Takes what the processes send to the distribution. The way in is [Crossing].
record WayOut(Distribution distribution) implements Router {
    @Override
    public void route(Atom node, Signal signal) {
        distribution.send(node, signal);
    }

    @Override
    public void route(Atom node, Signal signal, Busy busy) {
        distribution.send(node, signal, busy);
    }
}
