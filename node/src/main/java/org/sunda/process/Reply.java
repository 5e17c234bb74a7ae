package org.sunda.process;

import org.sunda.term.Term;

/// What a [GenServer] does about a call.
public sealed interface Reply {
    /// Answers at once.
    static Reply of(Term value) {
        return new Now(value);
    }

    /// Does not answer yet: somebody will, by [From#reply].
    static Reply later() {
        return new Later();
    }

    /// Answers, and then ends the server with that reason.
    static Reply stop(Term reason, Term value) {
        return new Stop(reason, value);
    }

    /// See [#of].
    record Now(Term value) implements Reply {}

    /// See [#later].
    record Later() implements Reply {}

    /// See [#stop].
    record Stop(Term reason, Term value) implements Reply {}
}
