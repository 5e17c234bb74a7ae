package org.sunda.process;

import org.sunda.signal.Payload;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple2;

/// Who a term stands for as the receiver of a message or the target of a monitor.
///
/// @param node where the receiver is
/// @param id a [Pid], a registered name or, for messages only, an alias
record Receiver(Atom node, Term id) {

    /// Reads a pid, a name, `{Name, Node}` or an alias.
    ///
    /// @param here the node where a plain name is looked for
    static Receiver of(Term term, Atom here) {
        return switch (term) {
            case Pid pid -> new Receiver(pid.node(), pid);
            case Atom name -> new Receiver(here, name);
            case Ref alias -> new Receiver(alias.node(), alias);
            case Tuple2(Atom name, Atom node) -> new Receiver(node, name);
            default ->
                throw new IllegalArgumentException(
                        "a receiver is a pid, a name, {Name, Node} or an alias, not " + term);
        };
    }

    Signal message(Pid from, Payload payload) {
        return switch (id) {
            case Pid pid -> new Signal.Send(from, pid, payload);
            case Ref alias -> new Signal.AliasSend(from, alias, payload);
            default -> new Signal.RegSend(from, (Atom) id, payload);
        };
    }

    /// What a monitor names.
    Term monitored() {
        if (id instanceof Ref) {
            throw new IllegalArgumentException("a process is monitored by pid or name, not by the alias " + id);
        }
        return id;
    }
}
