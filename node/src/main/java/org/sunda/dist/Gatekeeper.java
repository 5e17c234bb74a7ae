package org.sunda.dist;

import java.util.concurrent.atomic.LongAdder;
import org.sunda.peer.Permissions;
import org.sunda.signal.Payload;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;
import org.sunda.term.Term;

/// Lets through what a peer may send, and answers the rest as if what it is for did not exist. Stands only
/// before connections to peers that may not do everything.
final class Gatekeeper implements DistributionListener {
    private static final Atom NOPROC = Atom.of("noproc");
    private static final Atom NOTSUP = Atom.of("notsup");

    private final DistributionListener listener;
    private final Permissions permissions;
    private final LongAdder refusals;
    private final AuditLog audit = new AuditLog();

    private Gatekeeper(DistributionListener listener, Permissions permissions, LongAdder refusals) {
        this.listener = listener;
        this.permissions = permissions;
        this.refusals = refusals;
    }

    /// What stands before a listener: the listener itself where everything is permitted.
    ///
    /// @param refusals counts what was refused
    static DistributionListener before(DistributionListener listener, Permissions permissions, LongAdder refusals) {
        return permissions == Permissions.ALL ? listener : new Gatekeeper(listener, permissions, refusals);
    }

    @Override
    public void deliver(Connection connection, Signal signal) {
        if (permissions.permit(signal)) {
            listener.deliver(connection, signal);
        } else {
            refuse(connection, signal);
        }
    }

    private void refuse(Connection connection, Signal signal) {
        refusals.increment();
        if (audit.mayLog()) {
            audit.log(connection.peer() + " may not " + what(signal) + ": see Permissions");
        }
        switch (signal) {
            case Signal.Link(var from, var to) -> connection.offer(new Signal.Exit(to, from, Payload.of(NOPROC)), null);
            case Signal.Monitor(var from, Term to, var ref) ->
                connection.offer(new Signal.Down(to, from, ref, Payload.of(NOPROC)), null);
            case Signal.SpawnRequest request ->
                connection.offer(new Signal.SpawnReply(request.ref(), request.from(), false, false, NOTSUP), null);
            case Signal.Message _, Signal.Exit2 _, Signal.GroupLeader _ -> {}
            case Signal.Unlink _, Signal.UnlinkAck _, Signal.Exit _ -> {}
            case Signal.Demonitor _, Signal.Down _, Signal.SpawnReply _ -> {}
        }
    }

    /// Without what the signal carries, which may be large, or secret.
    private static String what(Signal signal) {
        return switch (signal) {
            case Signal.Send send -> "send to " + send.to();
            case Signal.RegSend send -> "send that to the name " + send.to();
            case Signal.AliasSend send -> "send to " + send.to();
            case Signal.Link link -> "link with " + link.to();
            case Signal.Monitor monitor -> "monitor " + monitor.to();
            case Signal.Exit2 exit -> "send an exit signal to " + exit.to();
            case Signal.GroupLeader leader -> "set the group leader of " + leader.member();
            case Signal.SpawnRequest request ->
                "run that by " + request.module() + ":" + request.function() + "/" + request.arity();
            case Signal.Unlink _, Signal.UnlinkAck _, Signal.Exit _ -> "send a " + signal;
            case Signal.Demonitor _, Signal.Down _, Signal.SpawnReply _ -> "send a " + signal;
        };
    }

    @Override
    public void up(Connection connection) {
        listener.up(connection);
    }

    @Override
    public void down(Atom node, String reason) {
        listener.down(node, reason);
    }

    @Override
    public void undeliverable(Atom node, Signal signal) {
        listener.undeliverable(node, signal);
    }

    @Override
    public void notSupported(Connection connection, Signal.SpawnRequest request) {
        listener.notSupported(connection, request);
    }
}
