package org.sunda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.list;
import static org.sunda.term.Terms.tuple;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sunda.pg.GroupMonitor;
import org.sunda.pg.ProcessGroups;
import org.sunda.process.SpawnOptions;
import org.sunda.term.ListTerm;
import org.sunda.term.Pid;
import org.sunda.term.Term;
import org.sunda.term.Tuple;
import org.sunda.term.Tuple2;

/// One `pg` scope, on real Erlang nodes and on ours.
@Timeout(300)
final class ProcessGroupsIT {
    private static final Term GROUP = tuple(atom("room"), integer(1));
    private static final int ROUNDS = 200;

    private Cluster cluster;
    private Node java;
    private ErlNode erl;

    @BeforeEach
    void start() throws IOException {
        cluster = Cluster.start();
        java = cluster.java("java");
        erl = erl("erl");
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    /// An Erlang node with two words for its tests: a new process, and the sorted members of a group.
    private ErlNode erl(String alive) throws IOException {
        ErlNode node = cluster.erl(alive);
        node.eval("""
                New = fun() -> spawn(fun() -> receive stop -> ok end end) end,
                Members = fun(Scope, Group) -> lists:sort(pg:get_members(Scope, Group)) end""".replace('\n', ' '));
        return node;
    }

    private Pid member() {
        return java.spawn(self -> self.receive());
    }

    private static void until(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited in vain until " + what).isLessThan(deadline);
            LockSupport.parkNanos(5_000_000);
        }
    }

    private static Map<Term, Long> counted(List<? extends Term> pids) {
        Map<Term, Long> counts = new HashMap<>();
        pids.forEach(pid -> counts.merge(pid, 1L, Long::sum));
        return counts;
    }

    private void untilJavaSees(ProcessGroups groups, Term group, Pid... pids) {
        until(
                "Java sees " + Arrays.toString(pids),
                () -> counted(groups.members(group)).equals(counted(List.of(pids))));
    }

    private void untilErlangSees(ErlNode node, String scope, Term group, Pid... pids) {
        until(
                "Erlang sees " + Arrays.toString(pids),
                () -> counted(((ListTerm) node.eval("Members('" + scope + "', " + group + ")")).elements())
                        .equals(counted(List.of(pids))));
    }

    private void startPg(ErlNode node, String scope) {
        node.check("element(1, pg:start('" + scope + "')) =:= ok");
    }

    @Test
    void shouldSeeTheSameMembersOnBothSides() {
        startPg(erl, "pg");
        java.connect(erl.name());
        ProcessGroups groups = java.groups();
        Pid theirs = (Pid) erl.eval("A = New(), B = New(), ok = pg:join({room, 1}, [A, B, A]), A");
        Pid other = (Pid) erl.eval("B");
        untilJavaSees(groups, GROUP, theirs, theirs, other);

        Pid ours = member();
        groups.join(GROUP, ours, ours);
        untilErlangSees(erl, "pg", GROUP, theirs, theirs, other, ours, ours);
        assertThat(groups.leave(GROUP, ours)).isTrue();
        untilErlangSees(erl, "pg", GROUP, theirs, theirs, other, ours);

        erl.check("pg:leave({room, 1}, A) =:= ok");
        untilJavaSees(groups, GROUP, theirs, other, ours);
        erl.eval("exit(B, kill)");
        untilJavaSees(groups, GROUP, theirs, ours);
        java.processes().exit(ours, atom("kill"));
        untilErlangSees(erl, "pg", GROUP, theirs);
        erl.eval("A ! stop");
        untilJavaSees(groups, GROUP);
        until("Erlang has no group", () -> erl.eval("pg:which_groups()").equals(list()));
        assertThat(groups.groups()).isEmpty();
    }

    @Test
    void shouldFindEachOtherWhicheverScopeStartsLater() {
        String scope = "Elixir.Phoenix.PubSub";
        java.connect(erl.name());
        ProcessGroups groups = java.groups(scope);
        Pid ours = member();
        groups.join(atom("adapter"), ours);
        startPg(erl, scope);
        untilErlangSees(erl, scope, atom("adapter"), ours);

        Pid theirs = (Pid) erl.eval("{ok, _} = pg:start(late), L = New(), ok = pg:join(late, g, L), L");
        untilJavaSees(java.groups("late"), atom("g"), theirs);
    }

    @Test
    void shouldFindAScopeAgainThatHasEndedAndStartedAnew() {
        java.connect(erl.name());
        ProcessGroups groups = java.groups();
        Pid ours = member();
        groups.join(GROUP, ours);
        Pid theirs = (Pid) erl.eval("{ok, _} = pg:start(pg), A = New(), ok = pg:join({room, 1}, A), A");
        untilJavaSees(groups, GROUP, ours, theirs);
        erl.eval("exit(whereis(pg), kill)");
        untilJavaSees(groups, GROUP, ours);
        until("its name is free", () -> erl.eval("whereis(pg)").equals(atom("undefined")));
        startPg(erl, "pg");
        untilErlangSees(erl, "pg", GROUP, ours);

        java.processes().exit(java.whereis("pg").orElseThrow(), atom("kill"));
        Pid more = (Pid) erl.eval("M = New(), ok = pg:join({room, 1}, M), M");
        untilJavaSees(groups, GROUP, ours, more);
        untilErlangSees(erl, "pg", GROUP, ours, more);
    }

    @Test
    void shouldForgetAKilledNodeAndKnowItAgainWhenItIsBack() throws IOException {
        startPg(erl, "pg");
        java.connect(erl.name());
        ProcessGroups groups = java.groups();
        Pid theirs = (Pid) erl.eval("A = New(), ok = pg:join({room, 1}, A), A");
        Pid ours = member();
        groups.join(GROUP, ours);
        untilJavaSees(groups, GROUP, ours, theirs);
        erl.kill();
        untilJavaSees(groups, GROUP, ours);
        ErlNode again = erl("erl");
        startPg(again, "pg");
        Pid others = (Pid) again.eval("A = New(), ok = pg:join({room, 1}, A), A");
        again.check("net_kernel:hidden_connect_node('" + java.name() + "')");
        untilJavaSees(groups, GROUP, ours, others);
        untilErlangSees(again, "pg", GROUP, ours, others);
        assertThat(others.creation()).isNotEqualTo(theirs.creation());
    }

    @Test
    void shouldTellMonitorsOnBothSides() throws Exception {
        startPg(erl, "pg");
        java.connect(erl.name());
        ProcessGroups groups = java.groups();
        LinkedBlockingQueue<Term> heard = new LinkedBlockingQueue<>();
        Pid watcher = java.processes().react(SpawnOptions.DEFAULT, (message, _) -> heard.add(message));
        GroupMonitor monitor = groups.monitor(watcher, GROUP);
        assertThat(monitor.members()).isEmpty();
        Pid theirs = (Pid) erl.eval("{R, []} = pg:monitor({room, 1}), A = New(), ok = pg:join({room, 1}, A), A");
        assertThat(heard.poll(20, TimeUnit.SECONDS)).isEqualTo(tuple(monitor.ref(), atom("join"), GROUP, list(theirs)));
        Pid ours = member();
        groups.join(GROUP, ours);
        groups.leave(GROUP, ours);
        erl.check("""
                receive {R, join, {room, 1}, [A]} -> true after 20000 -> own end
                andalso receive {R, join, {room, 1}, [J]} ->
                    receive {R, leave, {room, 1}, [J]} -> true after 20000 -> leave end
                after 20000 -> join end""");
        erl.kill();
        List<Term> last = List.of(next(heard), next(heard), next(heard));
        assertThat(last).endsWith(tuple(monitor.ref(), atom("leave"), GROUP, list(theirs)));
    }

    @Test
    void shouldAnswerTheCallsOfPgsOwnFunctions() throws Exception {
        ProcessGroups groups = java.groups();
        until("the scope runs", () -> java.whereis("pg").isPresent());
        erl.eval("{Ref, []} = gen_server:call({pg, '%s'}, {monitor, {room, 1}}, 5000)".formatted(java.name()));
        Pid ours = member();
        groups.join(GROUP, ours);
        erl.check("receive {Ref, join, {room, 1}, [_]} -> true after 20000 -> false end");
        erl.check("gen_server:call({pg, '%s'}, {demonitor, Ref}, 5000) =:= ok".formatted(java.name()));
    }

    private static Term next(LinkedBlockingQueue<Term> heard) throws InterruptedException {
        Term next = heard.poll(20, TimeUnit.SECONDS);
        assertThat(next).isNotNull();
        return next;
    }

    /// How long it takes until Erlang has seen a join of Java's and Java has heard of that: printed, and
    /// more than what is asked for, since it is there and back.
    @Test
    void shouldBeSeenByErlangSoon() throws Exception {
        startPg(erl, "pg");
        java.connect(erl.name());
        ProcessGroups groups = java.groups();
        LinkedBlockingQueue<Long> seen = new LinkedBlockingQueue<>();
        java.react("clock", (_, _) -> seen.add(System.nanoTime()));
        erl.eval("""
                spawn(fun() ->
                    {Ref, _} = pg:monitor(soon),
                    Tell = fun Tell() ->
                        receive {Ref, join, soon, _} -> {clock, '%s'} ! seen, Tell(); _ -> Tell() end
                    end,
                    register(teller, self()),
                    Tell()
                end)""".formatted(java.name()).replace('\n', ' '));
        until("it is registered", () -> !erl.eval("whereis(teller)").equals(atom("undefined")));
        Pid ours = member();
        groups.join(atom("first"), ours);
        untilErlangSees(erl, "pg", atom("first"), ours);
        long[] times = new long[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            long before = System.nanoTime();
            groups.join(atom("soon"), ours);
            Long after = seen.poll(20, TimeUnit.SECONDS);
            assertThat(after).isNotNull();
            times[i] = after - before;
            groups.leave(atom("soon"), ours);
        }
        Arrays.sort(times);
        System.out.printf(
                "a join by Java, seen by Erlang, and Java told so: median %d us, 99 of 100 within %d us%n",
                times[ROUNDS / 2] / 1000, times[ROUNDS * 99 / 100] / 1000);
    }

    @Test
    void shouldShowItsScopeToSys() {
        java.groups();
        until("the scope runs", () -> java.whereis("pg").isPresent());
        Term state = erl.eval("sys:get_state({pg, '" + java.name() + "'})");
        assertThat(((Tuple) state).element(0)).isEqualTo(atom("pg"));
        assertThat(state).isInstanceOf(Tuple2.class);
    }
}
