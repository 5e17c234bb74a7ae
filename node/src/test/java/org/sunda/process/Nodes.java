package org.sunda.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sunda.term.Terms.atom;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.sunda.etf.ExternalTerm;
import org.sunda.signal.Carried;
import org.sunda.signal.Payload;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;
import org.sunda.term.Term;

/// Two nodes of processes, joined without a network, or one that plays both parts. Closing them checks that
/// nothing is left.
final class Nodes implements AutoCloseable {
    static final Atom HERE = atom("here@test");
    static final Atom THERE = atom("there@test");

    private static final Spawner NO_SPAWNER = request -> self -> {
        throw self.exit(atom("undef"));
    };

    private final Way way;
    private final Processes here;
    private final Processes there;
    private final Lane toHere;
    private final Lane toThere;
    private volatile boolean isConnected = true;

    private Nodes(Way way, Spawner spawner, ProcessSettings settings) {
        AtomicReference<Processes> first = new AtomicReference<>();
        AtomicReference<Processes> second = new AtomicReference<>();
        this.way = way;
        this.toHere = new Lane("to here", signal -> first.get().deliver(signal));
        this.toThere = new Lane("to there", signal -> second.get().deliver(signal));
        first.set(new Processes(
                HERE, 1, (node, signal) -> route(node, signal, first, second, toThere), spawner, settings));
        second.set(
                way == Way.LOCAL
                        ? first.get()
                        : new Processes(
                                THERE,
                                2,
                                (node, signal) -> route(node, signal, second, first, toHere),
                                spawner,
                                settings));
        this.here = first.get();
        this.there = second.get();
    }

    static Nodes joined(Way way) {
        return joined(way, ProcessSettings.DEFAULT);
    }

    static Nodes joined(Way way, ProcessSettings settings) {
        return new Nodes(way, NO_SPAWNER, settings);
    }

    static Nodes joined(Way way, Spawner spawner) {
        return new Nodes(way, spawner, ProcessSettings.DEFAULT);
    }

    private void route(
            Atom node, Signal signal, AtomicReference<Processes> from, AtomicReference<Processes> to, Lane lane) {
        boolean isSent = isConnected && node.equals(to.get().node());
        switch (way) {
            case LOCAL ->
                assertThat(isSent).as("a signal left the only node: " + signal).isFalse();
            case DIRECT -> {
                if (isSent) {
                    to.get().deliver(signal);
                }
            }
            case QUEUED -> isSent = isSent && enqueue(lane, signal);
            case ENCODED -> isSent = isSent && enqueue(lane, Carried.with(signal, Nodes::encoded));
        }
        if (!isSent) {
            from.get().undeliverable(signal);
        }
    }

    /// What is sent by one connection does not arrive by the next.
    private synchronized boolean enqueue(Lane lane, Signal signal) {
        if (isConnected) {
            lane.add(signal);
        }
        return isConnected;
    }

    private static Payload encoded(Payload payload) {
        byte[] bytes = ExternalTerm.encode(Objects.requireNonNull(payload.term()));
        return new Payload() {
            @Override
            public Term term() {
                return ExternalTerm.decode(bytes);
            }
        };
    }

    Processes here() {
        return here;
    }

    Processes there() {
        return there;
    }

    Lane toHere() {
        return toHere;
    }

    Lane toThere() {
        return toThere;
    }

    /// Waits until all signals between the nodes have arrived, with what followed from them.
    void settle() {
        do {
            toThere.awaitIdle();
            toHere.awaitIdle();
        } while (!toThere.isIdle());
    }

    /// Loses the connection and what is on its way.
    void disconnect() {
        synchronized (this) {
            isConnected = false;
            toHere.drop();
            toThere.drop();
        }
        settle();
        here.nodeDown(THERE);
        there.nodeDown(HERE);
    }

    void connect() {
        isConnected = true;
        here.nodeUp(THERE);
        there.nodeUp(HERE);
    }

    void forEach(Consumer<Processes> action) {
        action.accept(here);
        if (there != here) {
            action.accept(there);
        }
    }

    @Override
    public void close() {
        toHere.release();
        toThere.release();
        forEach(Processes::close);
        settle();
        toHere.close();
        toThere.close();
        forEach(processes -> assertThat(processes.directory())
                .as("what is left at " + processes.node())
                .hasToString("processes=0 names=0 aliases=0 watchedByName=0 nodeMonitors=0"));
    }
}
