package org.sunda.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sunda.term.Terms.atom;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.sunda.signal.Payload;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// A node of processes whose only peer is the test: it sees each signal that leaves, and sends what it likes.
final class Peer implements AutoCloseable {
    static final Atom NODE = atom("peer@test");

    private static final Atom HERE = atom("here@test");

    private final ConcurrentLinkedQueue<Signal> sent = new ConcurrentLinkedQueue<>();
    private final Processes processes;
    private volatile Consumer<Signal> whenRouted = signal -> {};
    private int pids;
    private int refs;

    Peer() {
        this(ProcessSettings.DEFAULT, request -> self -> {
            throw self.exit(atom("undef"));
        });
    }

    Peer(ProcessSettings settings, Spawner spawner) {
        this.processes = new Processes(HERE, 1, this::route, spawner, settings);
    }

    private void route(Atom node, Signal signal) {
        assertThat(node).isEqualTo(NODE);
        whenRouted.accept(signal);
        sent.add(signal);
    }

    /// Called on the sender's thread for each signal, before it counts as sent; may throw.
    void whenRouted(Consumer<Signal> action) {
        whenRouted = action;
    }

    Processes processes() {
        return processes;
    }

    Pid newPid() {
        return new Pid(NODE, ++pids, 0, 9);
    }

    Ref newRef() {
        return Ref.of(NODE, 9, ++refs, 2, 3);
    }

    void sends(Signal signal) {
        processes.deliver(signal);
    }

    void sendsExit(Pid from, Pid to, Term reason) {
        sends(new Signal.Exit(from, to, Payload.of(reason)));
    }

    /// What has come from the node since the last time that was asked.
    List<Signal> received() {
        List<Signal> all = List.copyOf(sent);
        sent.clear();
        return all;
    }

    /// How many have come since then.
    int sentCount() {
        return sent.size();
    }

    /// What a message carries.
    static Tuple termOf(Signal.Message message) {
        return (Tuple) Objects.requireNonNull(message.payload().term());
    }

    @Override
    public void close() {
        processes.close();
        assertThat(processes.directory()).hasToString("processes=0 names=0 aliases=0 watchedByName=0 nodeMonitors=0");
    }
}
