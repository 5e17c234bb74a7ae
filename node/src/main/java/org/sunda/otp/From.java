package org.sunda.otp;

import org.jspecify.annotations.Nullable;
import org.sunda.process.Processes;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// Who made a call, and how the answer finds its way back. Any thread may use it.
public final class From {
    private static final Atom ALIAS = Atom.of("alias");

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

    /// `{Pid, Tag}`, as Erlang has it.
    public Term toTerm() {
        return Tuple.of(pid, tag);
    }

    /// Answers the call; once. Where the tag is an alias the answer goes only there: a caller that waits no
    /// more has ended it, and so has one that has its answer.
    ///
    /// @throws IllegalArgumentException when the value cannot be encoded
    public void reply(Term value) {
        @Nullable Ref alias = alias();
        processes.sendFrom(server, alias == null ? pid : alias, Tuple.of(tag, value));
    }

    /// The alias in a tag `[alias | Ref]` or `[[alias | Ref] | _]`, or null (protocol section d.1).
    private @Nullable Ref alias() {
        Term inner = tag instanceof ListTerm list && !list.isEmpty() ? list.get(0) : tag;
        @Nullable Ref alias = aliasIn(inner);
        return alias == null ? aliasIn(tag) : alias;
    }

    private static @Nullable Ref aliasIn(Term term) {
        return term instanceof ListTerm list
                        && list.size() == 1
                        && list.get(0).equals(ALIAS)
                        && list.tail() instanceof Ref ref
                ? ref
                : null;
    }
}
