package org.sunda.process;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;

/// What follows from a signal: further signals, in order, processes with something in their [Outbox], and processes
/// to be woken. Collected while a process is locked, carried out by [Delivery#perform] when
/// none is.
final class Effects {
    /// A signal and the node where its receiver is.
    record Outgoing(Atom node, Signal signal) {}

    // Null while empty: most signals are messages, which have at most one process to run.
    private @Nullable ArrayDeque<Outgoing> signals;
    private @Nullable ArrayDeque<LocalProcess> posting;
    private @Nullable LocalProcess firstWoken;
    private @Nullable List<LocalProcess> furtherWoken;

    void send(Atom node, Signal signal) {
        ArrayDeque<Outgoing> all = signals;
        if (all == null) {
            all = new ArrayDeque<>();
            signals = all;
        }
        all.add(new Outgoing(node, signal));
    }

    void post(LocalProcess process) {
        ArrayDeque<LocalProcess> all = posting;
        if (all == null) {
            all = new ArrayDeque<>(1);
            posting = all;
        }
        all.add(process);
    }

    void wake(LocalProcess process) {
        if (firstWoken == null) {
            firstWoken = process;
            return;
        }
        List<LocalProcess> further = furtherWoken;
        if (further == null) {
            further = new ArrayList<>();
            furtherWoken = further;
        }
        further.add(process);
    }

    @Nullable
    Outgoing nextSignal() {
        return signals == null ? null : signals.poll();
    }

    @Nullable
    LocalProcess nextPosting() {
        return posting == null ? null : posting.poll();
    }

    void wakeAll() {
        if (firstWoken != null) {
            firstWoken.wake();
        }
        if (furtherWoken != null) {
            furtherWoken.forEach(LocalProcess::wake);
        }
    }
}
