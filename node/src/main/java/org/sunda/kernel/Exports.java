package org.sunda.kernel;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.sunda.process.BlockingSelf;
import org.sunda.process.ErrorException;
import org.sunda.process.ExitException;
import org.sunda.process.ExitReason;
import org.sunda.process.ProcessExit;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.Term;
import org.sunda.term.Tuple;
import org.sunda.term.Tuple2;

/// The modules that other nodes may call into, and the calls. Any thread may use it.
public final class Exports {
    private static final Atom UNDEF = Atom.of("undef");

    private final Map<Atom, ExportedModule> modules = new ConcurrentHashMap<>();

    /// What the node exports by itself: found only where [#modules] has no such function.
    private final Map<Atom, Map<String, OwnFunction>> own = new ConcurrentHashMap<>();

    /// None yet.
    public Exports() {}

    /// Exports a module, in place of one of the same name.
    public void add(Atom name, ExportedModule module) {
        modules.put(name, module);
    }

    /// Exports functions of the node's own, whose keys are as in Erlang: `"add/2"`.
    void addOwn(Atom name, Map<String, OwnFunction> functions) {
        own.put(name, functions);
    }

    /// Whether there are functions under that name.
    boolean has(Atom module) {
        return modules.containsKey(module) || own.containsKey(module);
    }

    /// Whether there is that function.
    boolean has(Atom module, Atom function, int arity) {
        return find(module, function, arity).isPresent();
    }

    private Optional<OwnFunction> find(Atom module, Atom function, int arity) {
        Optional<OwnFunction> exported = Optional.ofNullable(modules.get(module))
                .flatMap(functions -> functions.find(function.text(), arity))
                .map(found -> (self, arguments) -> found.apply(arguments));
        return exported.or(() ->
                Optional.ofNullable(own.get(module)).map(functions -> functions.get(function.text() + "/" + arity)));
    }

    /// How a call went: Erlang's `{Class, Reason, Stack}`, or the value.
    sealed interface Outcome {}

    /// The function returned.
    record Returned(Term value) implements Outcome {}

    /// The function called `exit(Reason)`.
    record Exited(Term reason) implements Outcome {}

    /// The function failed, or does not exist.
    record Failed(Term reason, Term stack) implements Outcome {
        /// The exit reason of a process that fails like this.
        Term exitReason() {
            return Tuple.of(reason, stack);
        }

        /// The other way round.
        static Failed by(Term exitReason) {
            return exitReason instanceof Tuple2(Term reason, ListTerm stack)
                    ? new Failed(reason, stack)
                    : new Failed(exitReason, ListTerm.nil());
        }
    }

    /// Calls a function in the thread of the process that is to run it.
    Outcome call(BlockingSelf self, Atom module, Atom function, ListTerm arguments) throws InterruptedException {
        Optional<OwnFunction> found = find(module, function, arguments.size());
        if (found.isEmpty()) {
            Term missing = Tuple.of(module, function, arguments, ListTerm.nil());
            return new Failed(UNDEF, ListTerm.of(missing));
        }
        return call(self, found.get(), List.copyOf(arguments.elements()));
    }

    private static Outcome call(BlockingSelf self, OwnFunction function, List<Term> arguments)
            throws InterruptedException {
        try {
            return new Returned(function.apply(self, arguments));
        } catch (InterruptedException | ProcessExit e) {
            throw e;
        } catch (ExitException e) {
            return new Exited(e.reason());
        } catch (ErrorException e) {
            return new Failed(e.reason(), ListTerm.nil());
        } catch (Exception | StackOverflowError | LinkageError e) {
            return Failed.by(ExitReason.of(e));
        }
    }
}
