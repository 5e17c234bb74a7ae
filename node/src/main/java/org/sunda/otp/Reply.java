package org.sunda.otp;

import java.time.Duration;
import org.sunda.term.Term;

/// What a [GenServer] does about a call: answers or not, and goes on.
public sealed interface Reply {
    /// What it does then.
    Next next();

    /// Answers at once.
    static Reply of(Term value) {
        return new Now(value, Next.message());
    }

    /// Does not answer yet: somebody will, by [From#reply].
    static Reply later() {
        return new Later(Next.message());
    }

    /// Answers, and then ends the server with that reason.
    static Reply stop(Term reason, Term value) {
        return new Now(value, Next.stop(reason));
    }

    /// Ends the server with that reason, which is all that the caller hears.
    static Reply stop(Term reason) {
        return new Later(Next.stop(reason));
    }

    /// This, and then something else than waiting for the next message.
    Reply then(Next other);

    /// This, and then `timeout` as a message when none comes within that time.
    default Reply within(Duration timeout) {
        return then(Next.within(timeout));
    }

    /// See [#of].
    record Now(Term value, Next next) implements Reply {
        @Override
        public Reply then(Next other) {
            return new Now(value, other);
        }
    }

    /// See [#later].
    record Later(Next next) implements Reply {
        @Override
        public Reply then(Next other) {
            return new Later(other);
        }
    }
}
