package org.sunda.process;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.sunda.process.Effects.Outgoing;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;

/// The signals about the links of one process, on their way out. Its own thread changes its table of links, and so do
/// the threads that deliver signals to it; what each change has to say must leave in the order of the changes, or the
/// two ends of a link would disagree for ever. So a signal is put here in one piece with the change, and one thread at
/// a time sends what is here. Guarded by the process.
final class Outbox {
    /// Null while nothing waits, which is nearly always.
    private @Nullable ArrayDeque<Outgoing> waiting;

    /// Who is sending.
    private @Nullable Thread sender;

    void add(Atom node, Signal signal) {
        ArrayDeque<Outgoing> all = waiting;
        if (all == null) {
            all = new ArrayDeque<>(2);
            waiting = all;
        }
        all.add(new Outgoing(node, signal));
    }

    /// What the calling thread is to send next; null when it has nothing more to do here, since all is sent or another
    /// thread is at it.
    @Nullable
    Outgoing next() {
        if (isInOtherHands()) {
            return null;
        }
        ArrayDeque<Outgoing> all = waiting;
        @Nullable Outgoing next = all == null ? null : all.poll();
        sender = next == null ? null : Thread.currentThread();
        if (next == null) {
            waiting = null;
        }
        return next;
    }

    /// Whether another thread is sending.
    boolean isInOtherHands() {
        return sender != null && !Thread.currentThread().equals(sender);
    }

    /// Whether all has been sent.
    boolean isIdle() {
        return sender == null && waiting == null;
    }

    /// Forgets what has not left for that node.
    void removeNode(Atom node) {
        if (waiting != null) {
            waiting.removeIf(each -> each.node().equals(node));
        }
    }
}
