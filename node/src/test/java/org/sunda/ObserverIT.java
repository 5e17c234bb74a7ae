package org.sunda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sunda.term.Terms.atom;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sunda.term.Binary;
import org.sunda.term.Term;

/// What a real Erlang node is told of the processes of a Java node: in a shell, by `observer` and by `etop`.
@Timeout(120)
final class ObserverIT {
    private Cluster cluster;
    private ErlNode erl;

    @BeforeEach
    void start() throws IOException {
        cluster = Cluster.start();
        TestServices.start(cluster.java("java"));
        erl = cluster.erl("erl");
        erl.eval("""
                N = 'java@127.0.0.1', true = net_kernel:hidden_connect_node(N),
                Ask = fun(F, A) -> rpc:call(N, erlang, F, A) end,
                Info = fun(P, Items) -> Ask(process_info, [P, Items]) end,
                Counter = Ask(whereis, [counter]),
                Until = fun Until(Condition) -> Condition() orelse begin timer:sleep(10), Until(Condition) end end""");
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void shouldTellAShellOfProcesses() {
        erl.check("lists:all(fun(P) -> node(P) =:= N end, Ask(processes, []))");
        erl.check("lists:member(Counter, Ask(processes, []))");
        erl.check("[counter, echo, net_kernel, puppets, rex, user] =:= lists:sort(Ask(registered, []))");
        erl.check("undefined =:= Ask(whereis, [nobody])");
        erl.check("Ask(is_process_alive, [Counter])");
        erl.check("""
                {added, 1} = gen_server:call(Counter, {add, 1}),
                Until(fun() -> Info(Counter, status) =:= {status, waiting} end),
                Told = Ask(process_info, [Counter]),
                [counter, waiting, 0, 1] =:=
                    [proplists:get_value(I, Told) || I <- [registered_name, status, message_queue_len, reductions]]""");
        erl.check("{'org.sunda.TestServices$Counter', handle, 2} =:= element(2, Info(Counter, initial_call))");
        erl.check("{'org.sunda.TestServices', run, 1} =:= element(2, Info(Ask(whereis, [puppets]), initial_call))");
        erl.check("gen_server:call({rex, N}, {call, erlang, whereis, [counter], group_leader()}) =:= Counter");
    }

    @Test
    void shouldTellAShellOfLinksAndMonitorsFromAfar() {
        erl.check("""
                link(Counter), Monitor = monitor(process, Counter), ByName = monitor(process, {counter, N}),
                [{links, [Me]}, {monitored_by, [Me, Me]}] = Info(Counter, [links, monitored_by]), Me =:= self()""");
        erl.check("""
                unlink(Counter), demonitor(Monitor), demonitor(ByName),
                [{links, []}, {monitored_by, []}] =:= Info(Counter, [links, monitored_by])""");
    }

    @Test
    void shouldFailAsErlangDoes() {
        erl.check("{badrpc, {'EXIT', {badarg, _}}} = Info(Counter, no_such_item), true");
        erl.check("{badrpc, {'EXIT', {badarg, _}}} = Ask(process_info, [self()]), true");
        erl.check("{badrpc, {'EXIT', {badarg, _}}} = Ask(system_info, [no_such_item]), true");
        erl.check("{badrpc, {'EXIT', {undef, _}}} = Ask(halt, []), true");
        erl.check("""
                Watch = monitor(process, Counter), exit(Counter, kill),
                receive {'DOWN', Watch, process, _, killed} -> ok end,
                {undefined, undefined, false} =:=
                    {Ask(process_info, [Counter]), Info(Counter, status), Ask(is_process_alive, [Counter])}""");
    }

    @Test
    void shouldTellAShellOfTheJvm() {
        erl.check("""
                [total, processes, processes_used, system, atom, atom_used, binary, code, ets]
                    =:= [K || {K, V} <- Ask(memory, []), is_integer(V)]""");
        erl.check("Ask(memory, [total]) > 1000000");
        erl.check("[] =/= Ask(system_info, [otp_release]) andalso 8 =:= Ask(system_info, [wordsize])");
        erl.check("Ask(system_info, [process_count]) =:= length(Ask(processes, []))");
        erl.check("{Total, Since} = Ask(statistics, [wall_clock]), Total >= Since");
        erl.check("lists:all(fun erlang:is_tuple/1, rpc:call(N, observer_backend, sys_info, []))");
    }

    @Test
    void shouldFillTheProcessListOfObserver() {
        // As the page does: it asks which of the two functions there is, and takes what comes until the end.
        erl.eval("_ = rpc:call(N, code, ensure_loaded, [observer_backend])");
        erl.check("Ask(function_exported, [observer_backend, procs_info, 1])");
        erl.check("""
                process_flag(trap_exit, true),
                Backend = spawn_link(N, observer_backend, procs_info, [self()]),
                Rows = receive {procs_info, Backend, R} -> R end,
                receive {'EXIT', Backend, Reason} -> Reason =:= normal end""");
        erl.check(
                "lists:all(fun({etop_proc_info, P, M, _, _, 0, {_, _, _}, 0}) -> node(P) =:= N andalso M > 0 end, Rows)");
        erl.check("""
                [counter, echo, net_kernel, puppets, rex, user] =:=
                    lists:sort([Name || {etop_proc_info, _, _, _, Name, _, _, _} <- Rows, is_atom(Name)])""");
    }

    @Test
    void shouldFillTheProcessWindowOfObserver() {
        erl.check("8 =:= Ask(system_info, [wordsize])");
        erl.check("""
                Items = [binary, catchlevel, current_function, error_handler, garbage_collection, group_leader,
                    heap_size, initial_call, last_calls, links, memory, message_queue_len, monitored_by, monitors,
                    priority, reductions, registered_name, sequential_trace_token, stack_size, status, suspending,
                    total_heap_size, trace, trap_exit],
                Items =:= [K || {K, _} <- Info(Counter, Items)]""");
        erl.check("{messages, []} =:= Info(Counter, messages)");
        erl.check("{dictionary, []} =:= Info(Counter, dictionary)");
        erl.check("{current_stacktrace, [{_, _, _, []}]} = Info(Counter, current_stacktrace), true");
        erl.check("{proc_lib, init_p, 5} =:= rpc:call(N, proc_lib, translate_initial_call, [Counter])");
    }

    @Test
    void shouldBeShownByEtop() {
        Assumptions.assumeTrue(
                erl.eval("code:which(etop) =/= non_existing").equals(atom("true")),
                "SKIPPED: this Erlang comes without the application observer");
        erl.eval("""
                Options = [{node, N}, {tracing, off}, {sort, memory}, {lines, 50}, {interval, 60}],
                Etop = spawn(fun() -> etop:start(Options) end),
                Until(fun() -> whereis(etop_server) =/= undefined end),
                File = "/tmp/etop_" ++ os:getpid() ++ ".txt",
                _ = etop:dump(File),
                Lines = fun() -> {ok, All} = file:read_file(File), binary:matches(All, <<"=====\\n">>) end,
                Until(fun() -> length(Lines()) =:= 2 end)""");
        Term shown = erl.eval("""
                {ok, Shown} = file:read_file(File), ok = file:delete(File),
                Watched = monitor(process, Etop), etop:stop(),
                receive {'DOWN', Watched, process, _, _} -> Shown end""");
        String text = ((Binary) shown).text();
        System.out.println(text);
        assertThat(text).contains("java@127.0.0.1", "Load:  cpu", "counter", "net_kernel", "'TestServices$Count");
        assertThat(text).matches("(?s).*procs +[678]\\b.*");
    }

    @Test
    void shouldBeBlindWhenTheNodeIsNotToBeLookedAt() throws IOException {
        try (Node closed = cluster.builder("closed").withoutInspection().start()) {
            TestServices.start(closed);
            erl.check("pong =:= net_adm:ping('closed@127.0.0.1')");
            erl.check("{badrpc, {'EXIT', {undef, _}}} = rpc:call('closed@127.0.0.1', erlang, processes, []), true");
            erl.check("""
                    {badrpc, {'EXIT', {undef, _}}} =
                        rpc:call('closed@127.0.0.1', observer_backend, vsn, []), true""");
            erl.check("3 =:= rpc:call('closed@127.0.0.1', calculator, add, [1, 2])");
        }
    }
}
