package org.sunda.otp;

import java.time.Duration;
import java.util.Optional;
import org.sunda.process.BlockingSelf;
import org.sunda.process.Down;
import org.sunda.process.ExitException;
import org.sunda.process.ExitReason;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple;
import org.sunda.term.Tuple2;

/// The other side of `sys`: ends processes of any behaviour, here or in Erlang.
final class Stop {
    private static final Atom SYSTEM = Atom.of("system");
    private static final Atom ALIAS = Atom.of("alias");
    private static final Duration NOW = Duration.ZERO;
    private static final Atom TERMINATE = Atom.of("terminate");

    private Stop() {}

    static void stop(BlockingSelf self, Term process, Term reason, Duration timeout) throws InterruptedException {
        Ref ref = self.monitorWithAlias(process);
        Term tag = ListTerm.improper(new Term[] {ALIAS}, ref);
        try {
            self.send(process, Tuple.of(SYSTEM, Tuple.of(self.pid(), tag), Tuple.of(TERMINATE, reason)));
            Optional<Term> end = self.receive(message -> Down.reasonOf(message, ref), timeout);
            if (!end.equals(Optional.of(reason))) {
                throw new ExitException(end.orElse(ExitReason.TIMEOUT));
            }
        } finally {
            self.demonitor(ref);
            // That it will end was said before it has.
            self.receive(message -> message instanceof Tuple2(Term to, Term ok) && to.equals(tag) ? ok : null, NOW);
        }
    }
}
