package org.sunda.faults;

import java.util.HashMap;
import java.util.Map;
import org.sunda.process.Handler;
import org.sunda.process.Self;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.Int;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// Receives `{numbered, From, Life, Session, N, Payload}` and says on standard output what is not as it
/// must be: within a session the numbers go up by one from 1. `sink.erl` does the same in Erlang.
///
/// A gap may be excused by a connection that was lost; what comes twice, or out of order, or broken, never
/// is.
final class Sink implements Handler {
    private static final Atom REPORT = Atom.of("report");
    private static final int FIELDS = 6;

    /// The last message of a sender.
    private record Seen(long life, long session, long number) {
        private static final Seen NOTHING = new Seen(0, 0, 0);

        boolean isBefore(Seen next) {
            if (next.life != life) {
                return next.life > life;
            }
            return next.session == session ? next.number > number : next.session > session;
        }

        boolean isSameSession(Seen next) {
            return next.life == life && next.session == session;
        }
    }

    private final Map<Atom, Seen> last = new HashMap<>();

    @Override
    public void handle(Term message, Self self) {
        if (message.equals(REPORT)) {
            last.forEach((from, seen) -> Line.say("seen", from, seen.life, seen.session, seen.number));
            Line.say("reported");
        } else if (message instanceof Tuple numbered && numbered.isTagged("numbered", FIELDS)) {
            Seen seen = new Seen(number(numbered, 2), number(numbered, 3), number(numbered, 4));
            take((Atom) numbered.element(1), seen, (Binary) numbered.element(FIELDS - 1));
        } else {
            Line.say("wrong", "unexpected", message);
        }
    }

    private static long number(Tuple tuple, int index) {
        return ((Int) tuple.element(index)).toLong();
    }

    private void take(Atom from, Seen next, Binary payload) {
        Seen before = last.getOrDefault(from, Seen.NOTHING);
        if (!before.isBefore(next)) {
            Line.say("wrong", "order", from, before, next);
        } else if (!Payloads.isRight(payload, next.number)) {
            Line.say("wrong", "payload", from, next, payload.byteSize());
        } else {
            long expected = before.isSameSession(next) ? before.number + 1 : 1;
            if (next.number != expected) {
                Line.say("gap", from, next.life, next.session, expected, next.number);
            }
        }
        last.put(from, next);
    }
}
