package org.sunda.process;

import org.jspecify.annotations.Nullable;
import org.sunda.signal.Payload;
import org.sunda.signal.Signal;
import org.sunda.term.ListTerm;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// Who called a [GenServer], and how the answer finds its way back. Any thread may use it.
public final class From {
    private final Processes processes;
    private final Pid server;
    private final Pid pid;
    private final Term tag;

    From(Processes processes, Pid server, Pid pid, Term tag) {
        this.processes = processes;
        this.server = server;
        this.pid = pid;
        this.tag = tag;
    }

    /// The calling process.
    public Pid pid() {
        return pid;
    }

    /// The caller's tag, which goes back with the reply.
    public Term tag() {
        return tag;
    }

    /// Answers the call; once. Where the tag is an alias the answer goes only there: a caller that waits no more has
    /// ended it.
    ///
    /// @throws IllegalArgumentException when the value cannot be encoded
    public void reply(Term value) {
        Payload message = Payload.of(Tuple.of(tag, value));
        @Nullable Ref alias = alias(tag);
        if (alias != null) {
            processes.signal(alias.node(), new Signal.AliasSend(server, alias, message));
        } else {
            processes.signal(pid.node(), new Signal.Send(server, pid, message));
        }
    }

    /// The alias in `[alias | Ref]` or `[[alias | Ref] | _]`, or null when there is none (protocol section d.1).
    private static @Nullable Ref alias(Term tag) {
        Term inner =
                tag instanceof ListTerm list && !list.isEmpty() && list.get(0) instanceof ListTerm ? list.get(0) : tag;
        return inner instanceof ListTerm list
                        && list.size() == 1
                        && list.get(0).equals(GenCall.ALIAS)
                        && list.tail() instanceof Ref alias
                ? alias
                : null;
    }
}
