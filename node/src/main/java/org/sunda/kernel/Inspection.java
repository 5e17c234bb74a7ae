package org.sunda.kernel;

import java.util.Map;
import org.sunda.process.ErrorException;
import org.sunda.process.Processes;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// What the tools of Erlang ask a node about itself, by `rpc`: `erlang:process_info/2` and its like, and
/// what `observer` and `etop` are built on (protocol section d.8). All of it looks and changes nothing, and
/// shows neither messages nor state.
public final class Inspection {
    private static final Atom CODE = Atom.of("code");
    private static final Atom ERLANG = Atom.of("erlang");
    private static final Atom OBSERVER_BACKEND = Atom.of("observer_backend");
    private static final Atom PROC_LIB = Atom.of("proc_lib");

    private static final Term NO_FILE = Tuple.of(Atom.ERROR, Atom.of("nofile"));

    /// What `proc_lib` has for a process that was not started by it.
    private static final Term NOT_BY_PROC_LIB = Mfa.of("proc_lib", "init_p", 5);

    private final Processes processes;

    /// @param processes what is looked at
    public Inspection(Processes processes) {
        this.processes = processes;
    }

    /// Lets other nodes call these functions. What the user exports under the same names comes first.
    public void exportBy(Exports exports) {
        Jvm jvm = new Jvm(processes);
        exports.addOwn(ERLANG, new ErlangFunctions(processes, jvm, exports).table());
        exports.addOwn(OBSERVER_BACKEND, new ObserverBackend(processes, jvm).table());
        exports.addOwn(PROC_LIB, Map.of("translate_initial_call/1", (self, arguments) -> NOT_BY_PROC_LIB));
        exports.addOwn(
                CODE, Map.of("ensure_loaded/1", (self, arguments) -> ensureLoaded(exports, atom(arguments.get(0)))));
    }

    private static Term ensureLoaded(Exports exports, Atom module) {
        return exports.has(module) ? Tuple.of(Atom.of("module"), module) : NO_FILE;
    }

    static ErrorException badarg() {
        return new ErrorException(Atom.of("badarg"));
    }

    /// An argument that must be an atom.
    static Atom atom(Term argument) {
        if (argument instanceof Atom atom) {
            return atom;
        }
        throw badarg();
    }

    /// An argument that must be a proper list.
    static ListTerm list(Term argument) {
        if (argument instanceof ListTerm list && list.isProper()) {
            return list;
        }
        throw badarg();
    }
}
