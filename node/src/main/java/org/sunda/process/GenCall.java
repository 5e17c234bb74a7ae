package org.sunda.process;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple;
import org.sunda.term.Tuple2;

/// One call to a `gen_server`, from the calling side (protocol section d.1). The reference that tags it is
/// the monitor of the server and an alias of the caller at once, so that when the call is over nothing of
/// it can arrive any more.
final class GenCall {
    static final Atom GEN_CALL = Atom.of("$gen_call");
    static final Atom GEN_CAST = Atom.of("$gen_cast");
    static final Atom ALIAS = Atom.of("alias");
    private static final Atom CALLING_SELF = Atom.of("calling_self");
    private static final Atom NODEDOWN = Atom.of("nodedown");

    private final BlockingProcess caller;
    private final Term server;
    private final Ref ref;
    private final Term tag;

    GenCall(BlockingProcess caller, Term server) {
        requireOther(caller, server);
        this.caller = caller;
        this.server = server;
        caller.passAll();
        this.ref = caller.monitorWithAlias(server);
        this.tag = ListTerm.improper(new Term[] {ALIAS}, ref);
    }

    /// Who calls itself would wait for itself.
    private static void requireOther(BlockingProcess caller, Term server) {
        Processes processes = caller.processes;
        Receiver callee = Receiver.of(server, processes.node());
        boolean isSelf = callee.id() instanceof Atom name
                ? callee.node().equals(processes.node())
                        && processes.whereis(name).filter(caller.pid()::equals).isPresent()
                : callee.id().equals(caller.pid());
        if (isSelf) {
            throw new ExitException(CALLING_SELF);
        }
    }

    static Term cast(Term message) {
        return Tuple.of(GEN_CAST, message);
    }

    Term call(Term request, Timeout timeout) throws InterruptedException {
        Optional<Outcome> outcome = Optional.empty();
        try {
            caller.send(server, Tuple.of(GEN_CALL, Tuple.of(caller.pid(), tag), request));
            outcome = caller.receiveNew(this::outcome, timeout);
        } finally {
            if (caller.exitReason == null) {
                caller.demonitor(ref);
                if (outcome.isEmpty()) {
                    // A reply may have arrived between the end of the wait and that of the alias.
                    outcome = caller.receiveNew(this::outcome, Timeout.NONE);
                }
            }
        }
        return switch (outcome.orElse(new Failure(ExitReason.TIMEOUT))) {
            case Success(Term reply) -> reply;
            case Failure(Term reason) -> throw new ExitException(reason);
        };
    }

    private sealed interface Outcome {}

    private record Success(Term reply) implements Outcome {}

    private record Failure(Term reason) implements Outcome {}

    private @Nullable Outcome outcome(Term message) {
        if (message instanceof Tuple2(Term answered, Term reply) && answered.equals(tag)) {
            return new Success(reply);
        }
        @Nullable Term reason = Down.reasonOf(message, ref);
        if (reason != null) {
            return new Failure(
                    reason.equals(ExitReason.NOCONNECTION)
                            ? Tuple.of(
                                    NODEDOWN,
                                    Receiver.of(server, caller.pid().node()).node())
                            : reason);
        }
        return null;
    }
}
