package org.sunda.kernel;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sunda.process.ProcessInfo;
import org.sunda.process.Processes;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.Pid;
import org.sunda.term.SmallInt;
import org.sunda.term.Term;

/// The functions of module `erlang` that tell about a node.
final class ErlangFunctions {
    private final Processes processes;
    private final Jvm jvm;
    private final Exports exports;

    ErlangFunctions(Processes processes, Jvm jvm, Exports exports) {
        this.processes = processes;
        this.jvm = jvm;
        this.exports = exports;
    }

    Map<String, OwnFunction> table() {
        return Map.ofEntries(
                Map.entry("processes/0", (self, arguments) -> ListTerm.of(processes.pids())),
                Map.entry("registered/0", (self, arguments) -> ListTerm.of(processes.registered())),
                Map.entry("whereis/1", (self, arguments) -> whereis(arguments.get(0))),
                Map.entry("is_process_alive/1", (self, arguments) -> isAlive(arguments.get(0))),
                Map.entry("process_info/1", (self, arguments) -> info(arguments.get(0))),
                Map.entry("process_info/2", (self, arguments) -> info(arguments.get(0), arguments.get(1))),
                Map.entry("memory/0", (self, arguments) -> jvm.memory()),
                Map.entry("memory/1", (self, arguments) -> jvm.memory(arguments.get(0))),
                Map.entry("system_info/1", (self, arguments) -> jvm.systemInfo(arguments.get(0))),
                Map.entry("statistics/1", (self, arguments) -> jvm.statistics(arguments.get(0))),
                Map.entry("function_exported/3", (self, arguments) -> isExported(arguments)));
    }

    private Term whereis(Term name) {
        return processes.whereis(Inspection.atom(name)).<Term>map(pid -> pid).orElse(Atom.UNDEFINED);
    }

    private Term isAlive(Term pid) {
        return Atom.of(find(pid)
                .filter(info -> info.status() != ProcessInfo.Status.EXITING)
                .isPresent());
    }

    private Term info(Term pid) {
        return find(pid).map(ProcessItems::common).orElse(Atom.UNDEFINED);
    }

    private Term info(Term pid, Term items) {
        ProcessItems.check(items);
        return find(pid).map(info -> ProcessItems.of(info, items)).orElse(Atom.UNDEFINED);
    }

    /// A process of this node: as in Erlang those of others are `badarg`.
    private Optional<ProcessInfo> find(Term term) {
        if (term instanceof Pid pid && pid.node().equals(processes.node())) {
            return processes.info(pid);
        }
        throw Inspection.badarg();
    }

    private Term isExported(List<Term> arguments) {
        Atom module = Inspection.atom(arguments.get(0));
        Atom function = Inspection.atom(arguments.get(1));
        return switch (arguments.get(2)) {
            case SmallInt(long arity) -> Atom.of(arity == (int) arity && exports.has(module, function, (int) arity));
            default -> throw Inspection.badarg();
        };
    }
}
