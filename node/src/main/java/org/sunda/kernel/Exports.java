package org.sunda.kernel;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.sunda.process.ErrorException;
import org.sunda.process.ExitException;
import org.sunda.process.ExitReason;
import org.sunda.process.ProcessExit;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// The modules that other nodes may call into, and the calls. Any thread may use it.
public final class Exports {
    private static final Atom UNDEF = Atom.of("undef");

    private final Map<Atom, ExportedModule> modules = new ConcurrentHashMap<>();

    /// None yet.
    public Exports() {}

    /// Exports a module, in place of one of the same name.
    public void add(Atom name, ExportedModule module) {
        modules.put(name, module);
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
    }

    /// Calls a function in the calling thread.
    Outcome call(Atom module, Atom function, ListTerm arguments) throws InterruptedException {
        Optional<ExportedFunction> found = Optional.ofNullable(modules.get(module))
                .flatMap(exported -> exported.find(function.text(), arguments.size()));
        if (found.isEmpty()) {
            Term missing = Tuple.of(module, function, arguments, ListTerm.nil());
            return new Failed(UNDEF, ListTerm.of(missing));
        }
        return call(found.get(), List.copyOf(arguments.elements()));
    }

    private static Outcome call(ExportedFunction function, List<Term> arguments) throws InterruptedException {
        try {
            return new Returned(function.apply(arguments));
        } catch (InterruptedException | ProcessExit e) {
            throw e;
        } catch (ExitException e) {
            return new Exited(e.reason());
        } catch (ErrorException e) {
            return new Failed(e.reason(), ListTerm.nil());
        } catch (Exception | StackOverflowError | LinkageError e) {
            return new Failed(ExitReason.of(e), ListTerm.nil());
        }
    }
}
