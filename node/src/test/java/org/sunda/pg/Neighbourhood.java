package org.sunda.pg;

import static org.sunda.term.Terms.atom;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.sunda.process.ProcessSettings;
import org.sunda.process.Processes;
import org.sunda.process.Router;
import org.sunda.signal.Busy;
import org.sunda.signal.BusyException;
import org.sunda.signal.Payload;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Term;

/// One node, and a test that plays all others: it sees what they are told, and tells what it likes.
final class Neighbourhood implements AutoCloseable, Neighbours, Router {
    static final Atom THERE = atom("there@test");
    static final Atom PG = atom("pg");

    private final Set<Atom> connected = ConcurrentHashMap.newKeySet();
    private final LinkedBlockingQueue<Told> told = new LinkedBlockingQueue<>();
    private final Set<Pid> watched = ConcurrentHashMap.newKeySet();
    private final Processes processes;
    volatile boolean isBusy;

    /// A message to a pid, or to a name.
    record Told(Atom node, Term to, Term message) {}

    Neighbourhood() {
        processes = new Processes(
                atom("here@test"),
                1,
                this,
                _ -> self -> {
                    throw self.exit(atom("undef"));
                },
                ProcessSettings.DEFAULT);
    }

    Processes processes() {
        return processes;
    }

    ProcessGroups start(int most) {
        return ProcessGroups.start("pg", processes, this, most);
    }

    static Pid pid(Atom node, int id) {
        return new Pid(node, id, 0, 1);
    }

    /// A process that lives until it is told anything.
    Pid member() {
        return processes.spawn(self -> self.receive());
    }

    void up(Atom node) {
        connected.add(node);
        processes.nodeUp(node);
    }

    void down(Atom node) {
        connected.remove(node);
        processes.nodeDown(node);
    }

    /// Tells the scope process something.
    void say(Pid from, Term message) {
        processes.deliver(new Signal.RegSend(from, PG, Payload.of(message)));
    }

    /// The next message that a process there gets, but for `discover`, which is repeated.
    Told next() throws InterruptedException {
        while (true) {
            Told next = nextOfAll();
            if (!next.message.toString().startsWith("{discover,")) {
                return next;
            }
        }
    }

    Told nextOfAll() throws InterruptedException {
        @Nullable Told next = told.poll(10, TimeUnit.SECONDS);
        return Objects.requireNonNull(next, "nobody is told anything");
    }

    boolean isWatched(Pid pid) {
        return watched.contains(pid);
    }

    @Override
    public List<Atom> nodes() {
        return List.copyOf(connected);
    }

    @Override
    public boolean isConnected(Atom node) {
        return connected.contains(node);
    }

    @Override
    public void route(Atom node, Signal signal) {
        switch (signal) {
            case Signal.Send(var _, Pid to, Payload payload) -> told(node, to, payload);
            case Signal.RegSend(var _, Atom to, Payload payload) -> told(node, to, payload);
            case Signal.Monitor(var _, Pid target, var _) -> watched.add(target);
            case Signal.Demonitor(var _, Pid target, var _) -> watched.remove(target);
            default -> {}
        }
    }

    private void told(Atom node, Term to, Payload payload) {
        told.add(new Told(node, to, Objects.requireNonNull(payload.term())));
    }

    @Override
    public void route(Atom node, Signal signal, Busy busy) {
        if (isBusy) {
            throw new BusyException(node, "the test says so");
        }
        route(node, signal);
    }

    @Override
    public void close() {
        processes.close();
    }
}
