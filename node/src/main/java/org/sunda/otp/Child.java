package org.sunda.otp;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// One child of a supervisor, as long as that knows it.
final class Child {
    private static final Atom RESTARTING = Atom.of("restarting");

    final ChildSpec spec;
    final List<Term> arguments;

    /// Null while it does not run.
    @Nullable
    Pid pid;

    /// Whether a restart has failed and another one will be tried.
    boolean isRestarting;

    Child(ChildSpec spec, List<Term> arguments) {
        this.spec = spec;
        this.arguments = arguments;
    }

    boolean isTemporary() {
        return spec.restart() == ChildSpec.Restart.TEMPORARY;
    }

    /// Whether one that has ended like this is to be started again.
    boolean isRestartedAfter(Term reason) {
        return switch (spec.restart()) {
            case PERMANENT -> true;
            case TRANSIENT -> !Reports.isInOrder(reason);
            case TEMPORARY -> false;
        };
    }

    /// The pid, or what stands in its place.
    Term shownPid() {
        @Nullable Pid running = pid;
        if (running != null) {
            return running;
        }
        return isRestarting ? RESTARTING : Atom.UNDEFINED;
    }

    /// As `which_children` has it.
    Term toTerm(Term id) {
        return Tuple.of(id, shownPid(), spec.type(), spec.modules());
    }
}
