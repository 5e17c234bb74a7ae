package org.sunda.signal;

import java.util.List;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;

/// One signal from a process to another. Signals between one pair of processes keep their order.
///
/// How each travels between nodes is section "Control messages" of the distribution protocol; the names
/// are the same.
public sealed interface Signal {
    /// Whether the sender may be made to wait, and be told that this was not sent: messages, `exit/2`,
    /// spawn requests. All other signals keep the links and monitors of two nodes in step, and are never
    /// given up while their connection stands.
    default boolean mayBeRefused() {
        return switch (this) {
            case Message _, Exit2 _, SpawnRequest _ -> true;
            case Link _, Unlink _, UnlinkAck _, Exit _, Monitor _, Demonitor _, Down _ -> false;
            case GroupLeader _, SpawnReply _ -> false;
        };
    }

    /// A signal that a process sends to one that it knows by pid, name or alias.
    sealed interface Message extends Signal permits Send, RegSend, AliasSend {
        /// The message itself.
        Payload payload();
    }

    /// A message to a pid. Nobody of that pid: dropped.
    record Send(Pid from, Pid to, Payload payload) implements Message {}

    /// A message to a registered name. Nobody of that name: dropped.
    record RegSend(Pid from, Atom to, Payload payload) implements Message {}

    /// A message to an alias, which is a reference. Not active any more: dropped.
    record AliasSend(Pid from, Ref to, Payload payload) implements Message {}

    /// Links two processes.
    record Link(Pid from, Pid to) implements Signal {}

    /// Ends a link; answered by [UnlinkAck] with the same id before anything else goes back to `from`.
    ///
    /// @param id 1 to 2^64 - 1, unsigned
    record Unlink(long id, Pid from, Pid to) implements Signal {}

    /// Answers [Unlink].
    record UnlinkAck(long id, Pid from, Pid to) implements Signal {}

    /// The exit of a linked process.
    record Exit(Pid from, Pid to, Payload reason) implements Signal {}

    /// What `exit/2` sends, linked or not.
    ///
    /// @param to a [Pid] or, for an alias, a [Ref]
    record Exit2(Pid from, Term to, Payload reason) implements Signal {}

    /// Monitors a process.
    ///
    /// @param to a [Pid] or, for a registered name, an [Atom]
    record Monitor(Pid from, Term to, Ref ref) implements Signal {}

    /// Ends a monitor.
    ///
    /// @param to as in [Monitor]
    record Demonitor(Pid from, Term to, Ref ref) implements Signal {}

    /// The monitored process has ended.
    ///
    /// @param from what [Monitor] named: a [Pid], or an [Atom] for a registered name
    record Down(Term from, Pid to, Ref ref, Payload reason) implements Signal {}

    /// Makes another process the group leader of `member`.
    record GroupLeader(Pid leader, Pid member) implements Signal {}

    /// Asks for a process that runs `module:function(arguments)`; always answered by [SpawnReply].
    ///
    /// @param ref names the request and, with the option `monitor`, the monitor
    /// @param options the atoms `link` and `monitor` matter here
    /// @param arguments the list of arguments
    record SpawnRequest(
            Ref ref,
            Pid from,
            Pid groupLeader,
            Atom module,
            Atom function,
            int arity,
            List<Term> options,
            Payload arguments)
            implements Signal {}

    /// Answers [SpawnRequest].
    ///
    /// @param linked whether the link that was asked for stands
    /// @param monitored whether the monitor that was asked for stands
    /// @param result the [Pid], or an [Atom] that says why there is none
    record SpawnReply(Ref ref, Pid to, boolean linked, boolean monitored, Term result) implements Signal {}
}
