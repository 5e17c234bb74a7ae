package org.sunda.process;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;

/// What follows from a signal: further signals, in order, and reactive processes that have something to do.
/// Collected while a process is locked, carried out by [Processes#perform] when none is.
final class Effects {
    /// A signal and the node where its receiver is.
    record Outgoing(Atom node, Signal signal) {}

    private final ArrayDeque<Outgoing> signals = new ArrayDeque<>();
    private final List<ReactiveProcess> runnable = new ArrayList<>(1);

    void send(Atom node, Signal signal) {
        signals.add(new Outgoing(node, signal));
    }

    void sendAll(List<Outgoing> more) {
        signals.addAll(more);
    }

    void run(ReactiveProcess process) {
        runnable.add(process);
    }

    @Nullable
    Outgoing nextSignal() {
        return signals.poll();
    }

    List<ReactiveProcess> runnable() {
        return runnable;
    }
}
