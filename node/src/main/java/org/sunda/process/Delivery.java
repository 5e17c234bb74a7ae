package org.sunda.process;

import org.jspecify.annotations.Nullable;
import org.sunda.process.Effects.Outgoing;
import org.sunda.signal.Busy;
import org.sunda.signal.Payload;
import org.sunda.signal.Signal;
import org.sunda.signal.Signal.UnlinkAck;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;

/// The way of a signal: to a process of this node, with all that follows from it, or to the router. Any
/// thread may use it, without a lock of any process.
final class Delivery {
    private static final System.Logger LOGGER = System.getLogger(Delivery.class.getPackageName());

    private final Processes processes;
    private final Directory directory;
    private final Router router;

    Delivery(Processes processes, Directory directory, Router router) {
        this.processes = processes;
        this.directory = directory;
        this.router = router;
    }

    /// Sends a signal on behalf of a process of this node.
    ///
    /// @throws RuntimeException what [Router#route] throws, for the signals it may refuse
    void send(Atom node, Signal signal) {
        send(node, signal, null);
    }

    /// As [#send(Atom, Signal)].
    ///
    /// @param busy what becomes of it while the way is busy, or null for what the node has chosen
    void send(Atom node, Signal signal, @Nullable Busy busy) {
        if (node.equals(processes.node())) {
            deliver(signal);
        } else if (!signal.mayBeRefused()) {
            route(node, signal);
        } else if (busy == null) {
            router.route(node, signal);
        } else {
            router.route(node, signal, busy);
        }
    }

    /// Carries out what followed from a signal, and what follows from that, until nothing does.
    void perform(Effects effects) {
        while (true) {
            @Nullable Outgoing next = effects.nextSignal();
            @Nullable LocalProcess posting = next == null ? effects.nextPosting() : null;
            if (next != null) {
                send(next, effects);
            } else if (posting != null) {
                posting.sendPosted(effects);
            } else {
                break;
            }
        }
        effects.wakeAll();
    }

    /// Sends a signal that no process waits to see sent, and collects what follows.
    void send(Outgoing outgoing, Effects effects) {
        if (outgoing.node().equals(processes.node())) {
            deliver(outgoing.signal(), effects);
        } else {
            route(outgoing.node(), outgoing.signal());
        }
    }

    private void route(Atom node, Signal signal) {
        try {
            router.route(node, signal);
        } catch (IllegalArgumentException e) {
            // It is not the news that cannot be encoded, only the reason.
            @Nullable Signal plain = Signals.withReason(signal, Payload.of(ExitReason.of(e)));
            if (plain == null) {
                failed(node, signal, e);
            } else {
                routePlain(node, plain);
            }
        } catch (RuntimeException e) {
            failed(node, signal, e);
        }
    }

    private void routePlain(Atom node, Signal signal) {
        try {
            router.route(node, signal);
        } catch (RuntimeException e) {
            failed(node, signal, e);
        }
    }

    private void failed(Atom node, Signal signal, RuntimeException e) {
        String kind = signal.getClass().getSimpleName();
        LOGGER.log(System.Logger.Level.WARNING, "a signal {0} to {1} was not sent: {2}", kind, node, e.getMessage());
        undeliverable(signal);
    }

    /// Whoever waits for the answer to a signal that does not get through is told.
    void undeliverable(Signal signal) {
        @Nullable Signal answer = Signals.noconnection(signal);
        if (answer != null) {
            deliver(answer);
        }
    }

    /// Delivers a signal whose receiver is on this node, with all that follows from it.
    void deliver(Signal signal) {
        Effects effects = new Effects();
        deliver(signal, effects);
        perform(effects);
    }

    private void deliver(Signal signal, Effects effects) {
        switch (signal) {
            case Signal.Send(var _, Pid to, Payload payload) -> message(directory.find(to), payload, effects);
            case Signal.RegSend(var _, Atom to, Payload payload) -> message(directory.find(to), payload, effects);
            case Signal.AliasSend(var _, Ref to, Payload payload) -> {
                @Nullable LocalProcess process = directory.find(to);
                if (process != null) {
                    process.message(to, payload, effects);
                }
            }
            case Signal.Link link -> link(link, effects);
            case Signal.Unlink unlink -> unlink(unlink, effects);
            case UnlinkAck(long id, Pid from, Pid to) -> {
                @Nullable LocalProcess process = directory.find(to);
                if (process != null) {
                    process.unlinkAcknowledged(from, id);
                }
            }
            case Signal.Exit exit -> exit(exit, effects);
            case Signal.Exit2 exit -> exit(exit, effects);
            case Signal.Monitor monitor -> monitor(monitor, effects);
            case Signal.Demonitor(Pid from, Term to, Ref ref) -> {
                @Nullable LocalProcess process = directory.watched(to, ref);
                if (process != null) {
                    process.unwatchedBy(from, ref);
                }
            }
            case Signal.Down down -> down(down, effects);
            case Signal.GroupLeader(Pid leader, Pid member) -> {
                @Nullable LocalProcess process = directory.find(member);
                if (process != null) {
                    process.leadBy(leader);
                }
            }
            case Signal.SpawnRequest request -> processes.spawn(request);
            case Signal.SpawnReply reply -> spawned(reply, effects);
        }
    }

    private static void message(@Nullable LocalProcess process, Payload payload, Effects effects) {
        if (process != null) {
            process.message(payload, effects);
        }
    }

    private void link(Signal.Link link, Effects effects) {
        @Nullable LocalProcess process = directory.find(link.to());
        if (process == null || !process.linkedBy(link.from(), effects)) {
            effects.send(link.from().node(), Signals.noproc(link));
        }
    }

    /// Acknowledged whether or not the process exists.
    private void unlink(Signal.Unlink unlink, Effects effects) {
        @Nullable LocalProcess process = directory.find(unlink.to());
        if (process == null) {
            effects.send(unlink.from().node(), new UnlinkAck(unlink.id(), unlink.to(), unlink.from()));
        } else {
            process.unlinkedBy(unlink.from(), unlink.id(), effects);
        }
    }

    private void exit(Signal.Exit exit, Effects effects) {
        @Nullable LocalProcess process = directory.find(exit.to());
        @Nullable Term reason = process == null ? null : exit.reason().term();
        if (process != null && reason != null) {
            process.linkExited(exit.from(), reason, effects);
        }
    }

    private void exit(Signal.Exit2 exit, Effects effects) {
        @Nullable
        LocalProcess process = exit.to() instanceof Ref alias ? directory.find(alias) : directory.target(exit.to());
        @Nullable Term reason = process == null ? null : exit.reason().term();
        if (process != null && reason != null) {
            process.exitedBy(exit.from(), reason, effects);
        }
    }

    private void monitor(Signal.Monitor monitor, Effects effects) {
        @Nullable LocalProcess process = directory.target(monitor.to());
        if (process == null || !process.watchedBy(monitor.from(), monitor.to(), monitor.ref(), effects)) {
            effects.send(monitor.from().node(), Signals.noproc(monitor));
        }
    }

    private void down(Signal.Down down, Effects effects) {
        @Nullable LocalProcess process = directory.find(down.to());
        @Nullable Term reason = process == null ? null : down.reason().term();
        if (process != null && reason != null) {
            process.down(down.ref(), reason, effects);
        }
    }

    private void spawned(Signal.SpawnReply reply, Effects effects) {
        @Nullable LocalProcess process = directory.find(reply.to());
        if (process == null) {
            Signals.disown(reply, ExitReason.NOPROC, effects);
        } else {
            process.spawned(reply, effects);
        }
    }
}
