package org.sunda.process;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sunda.signal.Payload;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;

/// Signals that take more than a constructor to make, and the answers to those that reach nobody.
final class Signals {
    static final Atom LINK = Atom.of("link");
    static final Atom MONITOR = Atom.of("monitor");

    private Signals() {}

    static Signal.SpawnRequest spawnRequest(Ref ref, Self from, Atom module, Atom function, Term[] arguments) {
        return new Signal.SpawnRequest(
                ref,
                from.pid(),
                from.groupLeader(),
                module,
                function,
                arguments.length,
                List.of(MONITOR),
                Payload.of(ListTerm.of(arguments)));
    }

    static Signal noproc(Signal.Link link) {
        return new Signal.Exit(link.to(), link.from(), Payload.of(ExitReason.NOPROC));
    }

    static Signal noproc(Signal.Monitor monitor) {
        return new Signal.Down(monitor.to(), monitor.from(), monitor.ref(), Payload.of(ExitReason.NOPROC));
    }

    /// The answer to a signal whose receiver's node cannot be reached, or null for those that just vanish.
    static @Nullable Signal noconnection(Signal signal) {
        Payload reason = Payload.of(ExitReason.NOCONNECTION);
        return switch (signal) {
            case Signal.Link(Pid from, Pid to) -> new Signal.Exit(to, from, reason);
            case Signal.Unlink(long id, Pid from, Pid to) -> new Signal.UnlinkAck(id, to, from);
            case Signal.Monitor(Pid from, Term to, Ref ref) -> new Signal.Down(to, from, ref, reason);
            case Signal.SpawnRequest request -> refusal(request, ExitReason.NOCONNECTION);
            case Signal.Message _, Signal.UnlinkAck _, Signal.Exit _, Signal.Exit2 _, Signal.Demonitor _ -> null;
            case Signal.Down _, Signal.GroupLeader _, Signal.SpawnReply _ -> null;
        };
    }

    static Signal.SpawnReply refusal(Signal.SpawnRequest request, Atom reason) {
        return new Signal.SpawnReply(request.ref(), request.from(), false, false, reason);
    }

    /// The same news of an end with another reason, or null when the signal is no such news.
    static @Nullable Signal withReason(Signal signal, Payload reason) {
        return switch (signal) {
            case Signal.Exit(Pid from, Pid to, Payload _) -> new Signal.Exit(from, to, reason);
            case Signal.Down(Term from, Pid to, Ref ref, Payload _) -> new Signal.Down(from, to, ref, reason);
            case Signal.Message _, Signal.Link _, Signal.Unlink _, Signal.UnlinkAck _, Signal.Exit2 _ -> null;
            case Signal.Monitor _, Signal.Demonitor _, Signal.GroupLeader _ -> null;
            case Signal.SpawnRequest _, Signal.SpawnReply _ -> null;
        };
    }

    /// Ends what ties a spawned process to a parent that does not want it, or is no more (protocol section b.7).
    static void disown(Signal.SpawnReply reply, Atom reason, Effects effects) {
        if (!(reply.result() instanceof Pid child)) {
            return;
        }
        if (reply.monitored()) {
            effects.send(child.node(), new Signal.Demonitor(reply.to(), child, reply.ref()));
        }
        if (reply.linked()) {
            effects.send(child.node(), new Signal.Exit(reply.to(), child, Payload.of(reason)));
        }
    }
}
