package org.sunda.kernel;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sunda.process.BlockingSelf;
import org.sunda.process.ProcessInfo;
import org.sunda.process.Processes;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.Pid;
import org.sunda.term.Term;
import org.sunda.term.Terms;
import org.sunda.term.Tuple;

/// What `observer` and `etop` run on the node that they look at (protocol section d.8): a process each
/// time, which sends what it has found to the one that asked.
final class ObserverBackend {
    /// How many processes one message tells of, as from a BEAM: the reader need not hold them all at once.
    private static final int CHUNK = 10_000;

    /// How many processes `etop` is told of, which takes them in one message and shows the first few. It
    /// still learns how many there are.
    private static final int ETOP_MOST = 100_000;

    /// The version of OTP's application `runtime_tools` that has these functions.
    private static final String VERSION = "1.19";

    private static final long MICROS_PER_SECOND = 1_000_000;

    private static final Atom ETOP_INFO = Atom.of("etop_info");
    private static final Atom ETOP_PROC_INFO = Atom.of("etop_proc_info");
    private static final Atom PROCS_INFO = Atom.of("procs_info");
    private static final Term ZERO = Terms.integer(0);

    /// What `etop` shows of `erlang:memory/0`.
    private static final List<String> ETOP_MEMORY = List.of("total", "processes", "ets", "atom", "code", "binary");

    /// What there is of `erlang:system_info/1` on the page "System".
    private static final List<String> SYSTEM_PAGE = List.of(
            "logical_processors",
            "logical_processors_online",
            "logical_processors_available",
            "schedulers",
            "schedulers_online",
            "otp_release",
            "version",
            "system_architecture",
            "kernel_poll",
            "smp_support",
            "threads",
            "thread_pool_size",
            "process_count",
            "process_limit");

    /// What the page has words for when it is not there.
    private static final List<String> NOT_AVAILABLE = List.of(
            "atom_limit", "atom_count", "port_limit", "port_count", "ets_limit", "ets_count", "dist_buf_busy_limit");

    private final Processes processes;
    private final Jvm jvm;

    ObserverBackend(Processes processes, Jvm jvm) {
        this.processes = processes;
        this.jvm = jvm;
    }

    Map<String, OwnFunction> table() {
        return Map.of(
                "vsn/0", (self, arguments) -> Tuple.of(Atom.OK, Terms.string(VERSION)),
                "procs_info/1", (self, arguments) -> sendProcesses(collector(arguments), self),
                "etop_collect/1", (self, arguments) -> sendEtop(collector(arguments), self),
                "sys_info/0", (self, arguments) -> systemPage());
    }

    private static Pid collector(List<Term> arguments) {
        if (arguments.get(0) instanceof Pid pid) {
            return pid;
        }
        throw Inspection.badarg();
    }

    // -- Processes ----------------------------------------------------------------------------------------------------

    private Term sendProcesses(Pid collector, BlockingSelf self) {
        List<Pid> all = others(self);
        for (int i = 0; i == 0 || i < all.size(); i += CHUNK) {
            ListTerm chunk = rows(all.subList(i, Math.min(i + CHUNK, all.size())));
            self.send(collector, Tuple.of(PROCS_INFO, self.pid(), chunk));
        }
        return Atom.OK;
    }

    private Term sendEtop(Pid collector, BlockingSelf self) {
        List<Pid> all = others(self);
        Term info = Tuple.of(
                ETOP_INFO,
                now(),
                Terms.integer(all.size()),
                Atom.UNDEFINED,
                statistics("scheduler_wall_time"),
                statistics("run_queue"),
                ListTerm.nil(),
                Jvm.memory(ETOP_MEMORY),
                rows(all.subList(0, Math.min(ETOP_MOST, all.size()))));
        self.send(collector, Tuple.of(self.pid(), info));
        return Atom.OK;
    }

    /// All processes but the one that asks.
    private List<Pid> others(BlockingSelf self) {
        List<Pid> all = new ArrayList<>(processes.pids());
        all.remove(self.pid());
        return all;
    }

    private ListTerm rows(List<Pid> pids) {
        return ListTerm.of(pids.stream()
                .map(processes::info)
                .flatMap(Optional::stream)
                .map(ObserverBackend::row)
                .toList());
    }

    private static Term row(ProcessInfo process) {
        @Nullable Atom name = process.name();
        return Tuple.of(
                ETOP_PROC_INFO,
                process.pid(),
                Terms.integer(process.memory()),
                Terms.integer(process.received()),
                name == null ? Mfa.brief(process) : name,
                ZERO,
                Mfa.brief(process),
                Terms.integer(process.messages()));
    }

    // -- The system ---------------------------------------------------------------------------------------------------

    /// `{MegaSeconds, Seconds, MicroSeconds}`.
    private static Term now() {
        Instant now = Instant.now();
        return Tuple.of(
                Terms.integer(now.getEpochSecond() / MICROS_PER_SECOND),
                Terms.integer(now.getEpochSecond() % MICROS_PER_SECOND),
                Terms.integer(now.getNano() / 1_000));
    }

    private Term statistics(String item) {
        return jvm.statistics(Atom.of(item));
    }

    private ListTerm systemPage() {
        List<Term> pairs = new ArrayList<>();
        pairs.add(pair("uptime", Jvm.upMillis()));
        pairs.add(pair("run_queue", statistics("run_queue")));
        pairs.add(pair("io_input", ZERO));
        pairs.add(pair("io_output", ZERO));
        SYSTEM_PAGE.forEach(item -> pairs.add(pair(item, jvm.systemInfo(Atom.of(item)))));
        pairs.add(pair("schedulers_available", jvm.systemInfo(Atom.of("schedulers_online"))));
        pairs.add(pair("wordsize_internal", jvm.systemInfo(Atom.of("wordsize"))));
        pairs.add(pair("wordsize_external", jvm.systemInfo(Atom.of("wordsize"))));
        pairs.add(pair("alloc_info", ListTerm.nil()));
        NOT_AVAILABLE.forEach(item -> pairs.add(pair(item, Atom.UNDEFINED)));
        pairs.addAll(jvm.memory().elements());
        return ListTerm.of(pairs);
    }

    private static Term pair(String key, Term value) {
        return Tuple.of(Atom.of(key), value);
    }
}
