package org.sunda.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.tuple;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sunda.otp.Start;
import org.sunda.process.BlockingSelf;
import org.sunda.process.ProcessSettings;
import org.sunda.process.Processes;
import org.sunda.process.SpawnOptions;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.Pid;
import org.sunda.term.Term;
import org.sunda.term.Tuple;
import org.sunda.term.Tuple2;

/// The shapes of what Erlang's tools ask for.
@Timeout(60)
class InspectionTest {
    private static final Exports.Outcome BADARG = new Exports.Failed(atom("badarg"), ListTerm.nil());

    private final Exports exports = new Exports();
    private final Processes processes = new Processes(
            atom("here@test"), 1, (node, signal) -> {}, new RemoteCalls(exports), ProcessSettings.DEFAULT);
    private final Pid idle = processes.react(SpawnOptions.DEFAULT, (message, self) -> {});

    InspectionTest() {
        new Inspection(processes).exportBy(exports);
    }

    @AfterEach
    void close() {
        processes.close();
    }

    private Exports.Outcome outcome(String module, String function, Term... arguments) throws InterruptedException {
        return processes.asProcess(self -> exports.call(self, atom(module), atom(function), ListTerm.of(arguments)));
    }

    private Term call(String module, String function, Term... arguments) throws InterruptedException {
        Exports.Outcome outcome = outcome(module, function, arguments);
        assertThat(outcome).isInstanceOf(Exports.Returned.class);
        return ((Exports.Returned) outcome).value();
    }

    private Term erlang(String function, Term... arguments) throws InterruptedException {
        return call("erlang", function, arguments);
    }

    /// The values of a list of pairs.
    private static Map<String, Term> values(Term pairs) {
        return ((ListTerm) pairs)
                .elements().stream()
                        .map(Tuple2.class::cast)
                        .collect(Collectors.toMap(pair -> ((Atom) pair.first()).text(), Tuple2::second));
    }

    // -- process_info -------------------------------------------------------------------------------------------------

    @Test
    void shouldTellAllThatABeamTellsOfAProcess() throws Exception {
        Term info = erlang("process_info", idle);
        assertThat(((ListTerm) info)
                        .elements().stream()
                                .map(pair -> ((Tuple) pair).element(0).toString()))
                .containsExactly(
                        "current_function",
                        "initial_call",
                        "status",
                        "message_queue_len",
                        "links",
                        "dictionary",
                        "trap_exit",
                        "error_handler",
                        "priority",
                        "group_leader",
                        "total_heap_size",
                        "heap_size",
                        "stack_size",
                        "reductions",
                        "garbage_collection",
                        "suspending");
        assertThat(values(info))
                .containsEntry("status", atom("waiting"))
                .containsEntry("message_queue_len", integer(0))
                .containsEntry("initial_call", tuple(atom(InspectionTest.class.getName()), atom("handle"), integer(2)))
                .containsEntry("group_leader", idle);
    }

    @Test
    void shouldTellTheNameFirstWhenThereIsOne() throws Exception {
        Term name = tuple(atom("registered_name"), atom("idle"));
        assertThat(erlang("process_info", idle, atom("registered_name"))).isEqualTo(ListTerm.nil());
        assertThat(erlang("process_info", idle, Term.parse("[registered_name]")))
                .isEqualTo(Term.parse("[{registered_name, []}]"));
        processes.register(atom("idle"), idle);
        assertThat(((ListTerm) erlang("process_info", idle)).get(0)).isEqualTo(name);
        assertThat(erlang("process_info", idle, atom("registered_name"))).isEqualTo(name);
        assertThat(erlang("process_info", idle, Term.parse("[status, status]")))
                .isEqualTo(Term.parse("[{status, waiting}, {status, waiting}]"));
    }

    @Test
    void shouldTellEachItemThatObserverAsksFor() throws Exception {
        ListTerm items = (ListTerm) Term.parse("""
                [binary, catchlevel, current_function, error_handler, garbage_collection, group_leader, heap_size,
                 initial_call, last_calls, links, memory, message_queue_len, monitored_by, monitors, priority,
                 reductions, registered_name, sequential_trace_token, stack_size, status, suspending,
                 total_heap_size, trace, trap_exit, messages, dictionary, current_stacktrace, current_location]""");
        ListTerm told = (ListTerm) erlang("process_info", idle, items);
        assertThat(told.elements().stream().map(pair -> ((Tuple) pair).element(0)))
                .containsExactlyElementsOf(items.elements());
        for (Term item : items) {
            if (!item.equals(atom("registered_name"))) {
                assertThat(((Tuple) erlang("process_info", idle, item)).element(0))
                        .isEqualTo(item);
            }
        }
        assertThat(erlang("process_info", idle, Term.parse("{dictionary, key}")))
                .isEqualTo(Term.parse("{{dictionary, key}, undefined}"));
    }

    @Test
    void shouldTellMonitorsAsErlangDoes() throws Exception {
        processes.register(atom("idle"), idle);
        Term byName = tuple(atom("idle"), processes.node());
        processes.asProcess(self -> {
            self.monitor(idle);
            self.monitor(byName);
            Tuple told = (Tuple) erlang("process_info", self.pid(), atom("monitors"));
            assertThat(((ListTerm) told.element(1)).elements())
                    .containsExactlyInAnyOrder(tuple(atom("process"), idle), tuple(atom("process"), byName));
            assertThat(erlang("process_info", idle, atom("monitored_by")))
                    .isEqualTo(tuple(atom("monitored_by"), ListTerm.of(self.pid(), self.pid())));
            return Atom.OK;
        });
    }

    @Test
    void shouldTellUndefinedOfTheDead() throws Exception {
        Pid nobody = processes.newPid();
        assertThat(erlang("process_info", nobody)).isEqualTo(Atom.UNDEFINED);
        assertThat(erlang("process_info", nobody, atom("status"))).isEqualTo(Atom.UNDEFINED);
        assertThat(erlang("is_process_alive", nobody)).isEqualTo(Atom.FALSE);
        assertThat(erlang("is_process_alive", idle)).isEqualTo(Atom.TRUE);
        assertThat(outcome("erlang", "process_info", nobody, atom("no_such_item")))
                .isEqualTo(BADARG);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no_such_item",
                "[no_such_item]",
                "[status | reductions]",
                "{no, item}",
                "1",
                "[[status]]",
                "\"status\"",
            })
    void shouldRefuseItemsThatDoNotExist(String items) throws Exception {
        assertThat(outcome("erlang", "process_info", idle, Term.parse(items))).isEqualTo(BADARG);
    }

    @Test
    void shouldRefuseProcessesOfOtherNodes() throws Exception {
        Pid elsewhere = new Pid(atom("there@test"), idle.id(), idle.serial(), idle.creation());
        for (Term wrong : List.of(elsewhere, Atom.OK, integer(1))) {
            assertThat(outcome("erlang", "process_info", wrong)).isEqualTo(BADARG);
            assertThat(outcome("erlang", "is_process_alive", wrong)).isEqualTo(BADARG);
        }
    }

    // -- The node -----------------------------------------------------------------------------------------------------

    @Test
    void shouldTellNamesAndProcesses() throws Exception {
        processes.register(atom("idle"), idle);
        assertThat(erlang("registered")).isEqualTo(ListTerm.of(atom("idle")));
        assertThat(erlang("whereis", atom("idle"))).isEqualTo(idle);
        assertThat(erlang("whereis", atom("nobody"))).isEqualTo(Atom.UNDEFINED);
        assertThat(outcome("erlang", "whereis", integer(1))).isEqualTo(BADARG);
        assertThat(((ListTerm) erlang("processes")).elements()).contains(idle).hasSize(2);
    }

    @Test
    void shouldTellMemoryInBytes() throws Exception {
        Map<String, Term> all = values(erlang("memory"));
        assertThat(all)
                .containsOnlyKeys(
                        "total", "processes", "processes_used", "system", "atom", "atom_used", "binary", "code", "ets");
        assertThat(erlang("memory", atom("total"))).isNotEqualTo(integer(0));
        assertThat(values(erlang("memory", Term.parse("[code, total]")))).containsOnlyKeys("code", "total");
        for (String wrong : List.of("no_such", "[no_such]", "1", "[total | code]")) {
            assertThat(outcome("erlang", "memory", Term.parse(wrong))).isEqualTo(BADARG);
        }
    }

    @Test
    void shouldTellOfTheSystem() throws Exception {
        assertThat(erlang("system_info", atom("otp_release"))).isEqualTo(Term.parse("\"25\""));
        assertThat(erlang("system_info", atom("process_count"))).isEqualTo(integer(2));
        assertThat(erlang("system_info", atom("process_limit")))
                .isEqualTo(integer(ProcessSettings.DEFAULT.processes()));
        assertThat(erlang("system_info", Term.parse("{wordsize, internal}"))).isEqualTo(integer(8));
        for (String wrong : List.of("no_such", "{wordsize, no_such}", "{allocator_sizes, []}", "[]")) {
            assertThat(outcome("erlang", "system_info", Term.parse(wrong))).isEqualTo(BADARG);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"wall_clock", "runtime"})
    void shouldMeterFromTheFormerTimeOn(String item) throws Exception {
        Tuple2 first = (Tuple2) erlang("statistics", atom(item));
        Tuple2 second = (Tuple2) erlang("statistics", atom(item));
        long between = number(second.first()) - number(first.first());
        assertThat(number(second.second())).isEqualTo(between);
        assertThat(first.second()).isEqualTo(first.first());
    }

    private static long number(Term term) {
        return Long.parseLong(term.toString());
    }

    @Test
    void shouldTellStatistics() throws Exception {
        Tuple load = (Tuple) ((ListTerm) erlang("statistics", atom("scheduler_wall_time"))).get(0);
        assertThat(load.element(0)).isEqualTo(integer(1));
        assertThat(number(load.element(1))).isBetween(0L, number(load.element(2)));
        assertThat(number(erlang("statistics", atom("run_queue")))).isNotNegative();
        assertThat(((Tuple) erlang("statistics", atom("garbage_collection"))).arity())
                .isEqualTo(3);
        assertThat(outcome("erlang", "statistics", atom("no_such"))).isEqualTo(BADARG);
    }

    // -- observer and etop --------------------------------------------------------------------------------------------

    @Test
    void shouldSendObserverAllProcessesButItsOwn() throws Exception {
        int many = 10_050;
        Set<Term> expected = new HashSet<>(Set.of(idle));
        for (int i = 0; i < many; i++) {
            expected.add(processes.react(SpawnOptions.DEFAULT, (message, self) -> {}));
        }
        Set<Term> told = new HashSet<>();
        Pid asker = processes.asProcess(self -> {
            Exports.Outcome outcome = observe(self, "procs_info");
            assertThat(outcome).isEqualTo(new Exports.Returned(Atom.OK));
            for (int size : List.of(10_000, many + 1 - 10_000)) {
                Tuple message = (Tuple) self.receive();
                assertThat(message.isTagged("procs_info", 3)).isTrue();
                assertThat(message.element(1)).isEqualTo(self.pid());
                ListTerm rows = (ListTerm) message.element(2);
                assertThat(rows.size()).isEqualTo(size);
                rows.forEach(row -> told.add(((Tuple) row).element(1)));
            }
            return self.pid();
        });
        assertThat(told).isEqualTo(expected).doesNotContain(asker);
    }

    private Exports.Outcome observe(BlockingSelf self, String function) throws InterruptedException {
        return exports.call(self, atom("observer_backend"), atom(function), ListTerm.of(self.pid()));
    }

    @Test
    void shouldSendEtopTheRecordThatItKnows() throws Exception {
        Pid named =
                Start.server(() -> new Rex(processes, exports)).named(Rex.NAME).spawn(processes);
        processes.asProcess(self -> {
            assertThat(observe(self, "etop_collect")).isEqualTo(new Exports.Returned(Atom.OK));
            Tuple2 message = (Tuple2) self.receive();
            assertThat(message.first()).isEqualTo(self.pid());
            Tuple info = (Tuple) message.second();
            assertThat(info.isTagged("etop_info", 9)).isTrue();
            assertThat(((Tuple) info.element(1)).arity()).isEqualTo(3);
            assertThat(info.element(2)).isEqualTo(integer(2));
            assertThat(values(info.element(7))).containsOnlyKeys("total", "processes", "ets", "atom", "code", "binary");
            ListTerm rows = (ListTerm) info.element(8);
            Term handle = Term.parse("{'InspectionTest', handle, 2}");
            assertThat(rows.elements())
                    .containsExactlyInAnyOrder(
                            row(idle, handle, handle), row(named, atom("rex"), Term.parse("{'Rex', handle, 2}")));
            return Atom.OK;
        });
    }

    private static Tuple row(Pid pid, Term name, Term function) {
        Term zero = integer(0);
        return tuple(atom("etop_proc_info"), pid, integer(200), zero, name, zero, function, zero);
    }

    @Test
    void shouldFillThePageOfTheSystem() throws Exception {
        Map<String, Term> page = values(call("observer_backend", "sys_info"));
        assertThat(page)
                .containsEntry("process_count", integer(2))
                .containsEntry("wordsize_external", integer(8))
                .containsEntry("port_limit", Atom.UNDEFINED)
                .containsKeys("uptime", "run_queue", "io_input", "io_output", "otp_release", "total", "alloc_info");
    }

    @ParameterizedTest
    @ValueSource(strings = {"procs_info", "etop_collect"})
    void shouldRefuseCollectorsThatAreNoProcess(String function) throws Exception {
        assertThat(outcome("observer_backend", function, atom("name"))).isEqualTo(BADARG);
    }

    // -- Exports ------------------------------------------------------------------------------------------------------

    @Test
    void shouldTellWhatIsExported() throws Exception {
        Atom observer = atom("observer_backend");
        assertThat(erlang("function_exported", observer, atom("procs_info"), integer(1)))
                .isEqualTo(Atom.TRUE);
        assertThat(erlang("function_exported", observer, atom("procs_info"), integer(2)))
                .isEqualTo(Atom.FALSE);
        assertThat(erlang("function_exported", observer, atom("procs_info"), integer(1L << 32 | 1)))
                .isEqualTo(Atom.FALSE);
        assertThat(outcome("erlang", "function_exported", observer, atom("procs_info"), Atom.OK))
                .isEqualTo(BADARG);
        assertThat(call("code", "ensure_loaded", observer)).isEqualTo(tuple(atom("module"), observer));
        assertThat(call("code", "ensure_loaded", atom("nobody"))).isEqualTo(Term.parse("{error, nofile}"));
        assertThat(call("proc_lib", "translate_initial_call", idle)).isEqualTo(Term.parse("{proc_lib, init_p, 5}"));
        assertThat(call("observer_backend", "vsn")).isEqualTo(Term.parse("{ok, \"1.19\"}"));
    }

    @Test
    void shouldPreferWhatTheUserExports() throws Exception {
        exports.add(atom("erlang"), ExportedModule.of(Map.of("memory/0", arguments -> atom("plenty"))));
        assertThat(erlang("memory")).isEqualTo(atom("plenty"));
        assertThat(erlang("registered")).isEqualTo(ListTerm.nil());
    }
}
