package org.sunda.kernel;

import org.sunda.process.BlockingSelf;
import org.sunda.process.ProcessBody;
import org.sunda.process.Spawner;
import org.sunda.signal.Signal.SpawnRequest;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// What a process does that another node has asked for: an exported function, or one of `erpc`'s own, by which
/// `erpc` and `rpc` get at the exported ones and take the result home as an exit reason (protocol section d.3).
public final class RemoteCalls implements Spawner {
    private static final Atom ERPC = Atom.of("erpc");
    private static final Atom EXECUTE_CALL = Atom.of("execute_call");
    private static final Atom EXECUTE_CAST = Atom.of("execute_cast");
    private static final Atom RETURN = Atom.of("return");
    private static final Atom EXIT = Atom.of("exit");
    private static final Atom BADARG = Atom.of("badarg");

    private final Exports exports;

    /// @param exports what may be called
    public RemoteCalls(Exports exports) {
        this.exports = exports;
    }

    @Override
    public ProcessBody bodyFor(SpawnRequest request) {
        return self -> {
            // Null: the bytes are no term, and the connection is about to close.
            if (request.arguments().term() instanceof ListTerm arguments && arguments.isProper()) {
                run(self, request.module(), request.function(), arguments);
            } else {
                throw self.exit(BADARG);
            }
        };
    }

    /// What a process does that applies a function and is not asked for the value.
    ProcessBody applying(Atom module, Atom function, ListTerm arguments) {
        return self -> run(self, module, function, arguments);
    }

    private void run(BlockingSelf self, Atom module, Atom function, ListTerm arguments) throws InterruptedException {
        if (module.equals(ERPC) && function.equals(EXECUTE_CALL) && isCall(arguments, 4)) {
            Term ref = arguments.get(0);
            throw self.exit(
                    switch (call(self, arguments, 1)) {
                        case Exports.Returned(Term value) -> Tuple.of(ref, RETURN, value);
                        case Exports.Exited(Term reason) -> Tuple.of(ref, EXIT, reason);
                        case Exports.Failed(Term reason, Term stack) -> Tuple.of(ref, Atom.ERROR, reason, stack);
                    });
        }
        Exports.Outcome outcome = module.equals(ERPC) && function.equals(EXECUTE_CAST) && isCall(arguments, 3)
                ? call(self, arguments, 0)
                : exports.call(self, module, function, arguments);
        switch (outcome) {
            case Exports.Returned _ -> {}
            case Exports.Exited(Term reason) -> throw self.exit(reason);
            case Exports.Failed failed -> throw self.exit(failed.exitReason());
        }
    }

    /// Whether those are as many arguments, the last three of them module, function and a list.
    private static boolean isCall(ListTerm arguments, int arity) {
        return arguments.size() == arity
                && arguments.get(arity - 3) instanceof Atom
                && arguments.get(arity - 2) instanceof Atom
                && arguments.get(arity - 1) instanceof ListTerm list
                && list.isProper();
    }

    private Exports.Outcome call(BlockingSelf self, ListTerm arguments, int first) throws InterruptedException {
        return exports.call(self, (Atom) arguments.get(first), (Atom) arguments.get(first + 1), (ListTerm)
                arguments.get(first + 2));
    }
}
