package org.sunda.otp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.list;
import static org.sunda.term.Terms.tuple;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sunda.otp.ChildSpec.Restart;
import org.sunda.otp.Supervisor.AutoShutdown;
import org.sunda.process.ExitReason;
import org.sunda.process.Self;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.Pid;
import org.sunda.term.Term;
import org.sunda.term.Tuple4;

/// Supervisors: what they start, start again and end, and when they give up.
@Timeout(60)
class SupervisorTest {
    private static final Atom BOOM = atom("boom");

    private final Home home = new Home();

    /// Which children have started and ended, in order.
    private final LinkedBlockingQueue<String> log = new LinkedBlockingQueue<>();

    @AfterEach
    void close() {
        home.close();
    }

    /// A child that says when it starts and ends, and ends when it is cast a reason.
    private class Noted implements GenServer {
        private final String name;

        Noted(String name) {
            this.name = name;
        }

        @Override
        public Init init(Self self) {
            log.add("+" + name);
            return Next.message();
        }

        @Override
        public Reply handleCall(Term request, From from, Self self) {
            return Reply.of(self.pid());
        }

        @Override
        public Next handleCast(Term message, Self self) {
            return Next.stop(message);
        }

        @Override
        public void terminate(Term reason, Self self) {
            log.add("-" + name);
        }
    }

    private Start noted(String name) {
        return Start.server(() -> new Noted(name)).named(name).trappingExits();
    }

    private ChildSpec child(String name) {
        return ChildSpec.of(name, noted(name));
    }

    private Pid start(Supervisor supervisor) throws InterruptedException {
        return Start.supervisor(supervisor).start(home.processes());
    }

    private Pid pidOf(String name) {
        return home.processes().whereis(atom(name)).orElseThrow();
    }

    private List<String> nextLogged(int many) throws InterruptedException {
        List<String> some = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            some.add(log.take());
        }
        return some;
    }

    private Supervisor three(Supervisor empty) {
        return empty.child(child("a")).child(child("b")).child(child("c"));
    }

    private void fail(String name) {
        home.cast(atom(name), BOOM);
    }

    @Test
    void shouldStartInOrderAndEndInReverse() throws Exception {
        Pid pid = start(three(Supervisor.oneForOne()));
        assertThat(nextLogged(3)).containsExactly("+a", "+b", "+c");
        home.does(self -> {
            GenServer.stop(self, pid, ExitReason.SHUTDOWN, Home.LONG);
            return pid;
        });
        assertThat(nextLogged(3)).containsExactly("-c", "-b", "-a");
    }

    @Test
    void shouldRestartTheOneThatFails() throws Exception {
        start(three(Supervisor.oneForOne()));
        nextLogged(3);
        Pid before = pidOf("b");
        fail("b");
        assertThat(nextLogged(2)).containsExactly("-b", "+b");
        assertThat(home.call(atom("b"), "pid")).isNotEqualTo(before);
    }

    @Test
    void shouldRestartAllWhenOneFails() throws Exception {
        start(three(Supervisor.oneForAll()));
        nextLogged(3);
        fail("b");
        assertThat(nextLogged(6)).containsExactly("-b", "-c", "-a", "+a", "+b", "+c");
    }

    @Test
    void shouldRestartTheRestWhenOneFails() throws Exception {
        start(three(Supervisor.restForOne()));
        nextLogged(3);
        fail("b");
        assertThat(nextLogged(4)).containsExactly("-b", "-c", "+b", "+c");
    }

    @Test
    void shouldGiveUpWhenAChildFailsTooOften() throws Exception {
        Pid pid = start(three(Supervisor.oneForOne().intensity(2, Duration.ofDays(1))));
        nextLogged(3);
        for (int i = 0; i < 2; i++) {
            fail("b");
            assertThat(nextLogged(2)).containsExactly("-b", "+b");
        }
        fail("b");
        assertThat(home.endOf(pid)).isIn(Home.shutdown(), ExitReason.NOPROC);
        assertThat(nextLogged(3)).containsExactly("-b", "-c", "-a");
    }

    @Test
    void shouldGiveUpOnAChildThatDiesAtOnceEachTime() throws Exception {
        AtomicInteger starts = new AtomicInteger();
        Start dying = Start.process(self -> {
            starts.incrementAndGet();
            throw self.exit(BOOM);
        });
        Pid pid = start(Supervisor.oneForOne().intensity(5, Duration.ofDays(1)).child(ChildSpec.of("dying", dying)));
        assertThat(home.endOf(pid)).isIn(Home.shutdown(), ExitReason.NOPROC);
        assertThat(starts).hasValue(6);
    }

    @Test
    void shouldGiveUpOnAChildThatDoesNotStartAgain() throws Exception {
        AtomicInteger starts = new AtomicInteger();
        Start once = Start.server(() -> {
            if (starts.incrementAndGet() > 1) {
                throw new IllegalStateException("only once");
            }
            return new Noted("once");
        });
        Pid pid = start(Supervisor.oneForAll()
                .intensity(3, Duration.ofDays(1))
                .child(child("a"))
                .child(ChildSpec.of("once", once.named("once"))));
        fail("once");
        assertThat(home.endOf(pid)).isIn(Home.shutdown(), ExitReason.NOPROC);
        assertThat(starts).hasValue(4);
        assertThat(home.processes().whereis(atom("a"))).isEmpty();
    }

    @Test
    void shouldNotStartWhenAChildDoesNot() throws Exception {
        Start failing = Start.server(() -> new Noted("x") {
            @Override
            public Init init(Self self) {
                return Next.stop(BOOM);
            }
        });
        Supervisor supervisor = Supervisor.oneForOne().child(child("a")).child(ChildSpec.of("x", failing));
        assertThat(Home.reasonOf(() -> start(supervisor)))
                .isEqualTo(tuple(Home.shutdown(), tuple(atom("failed_to_start_child"), atom("x"), BOOM)));
        assertThat(log).containsExactly("+a", "-a");
    }

    @Test
    void shouldKillAChildThatNeverStarts() throws Exception {
        Start hanging = Start.server(() -> new Noted("x") {
                    @Override
                    public Init init(Self self) {
                        Home.await(new CountDownLatch(1));
                        return Next.message();
                    }
                })
                .blocking();
        ChildSpec spec = ChildSpec.of("x", hanging).patience(Duration.ofMillis(20));
        assertThat(Home.reasonOf(() -> start(Supervisor.oneForOne().child(spec))))
                .isEqualTo(tuple(Home.shutdown(), tuple(atom("failed_to_start_child"), atom("x"), ExitReason.TIMEOUT)));
    }

    @Test
    void shouldKillAChildThatDoesNotEndInTime() throws Exception {
        CompletableFuture<Term> end = new CompletableFuture<>();
        Start deaf = Start.server(() -> new Noted("deaf") {
                    @Override
                    public void terminate(Term reason, Self self) {
                        Home.await(new CountDownLatch(1));
                    }

                    @Override
                    public void stopped(Term reason) {
                        end.complete(reason);
                    }
                })
                .blocking()
                .trappingExits();
        Pid pid = start(Supervisor.oneForOne().child(ChildSpec.of("deaf", deaf).shutdown(Duration.ofMillis(20))));
        home.does(self -> {
            Supervisor.terminateChild(self, pid, atom("deaf"));
            return pid;
        });
        assertThat(Home.get(end)).isEqualTo(ExitReason.KILLED);
        assertThat(home.call(pid, "which_children").toString()).isEqualTo("[{deaf,undefined,worker,[gen]}]");
    }

    @Test
    void shouldKillAtOnceWhenToldTo() throws Exception {
        Pid pid = start(Supervisor.oneForOne().child(child("a").shutdown(ChildSpec.BRUTAL_KILL)));
        nextLogged(1);
        home.does(self -> {
            Supervisor.terminateChild(self, pid, atom("a"));
            return pid;
        });
        assertThat(log).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"normal", "shutdown", "boom"})
    void shouldRestartATransientChildOnlyWhenItFails(String reason) throws Exception {
        Pid pid = start(Supervisor.oneForOne().child(child("a").restart(Restart.TRANSIENT)));
        nextLogged(1);
        Pid child = pidOf("a");
        home.cast(child, atom(reason));
        home.endOf(child);
        assertThat(nextLogged(1)).containsExactly("-a");
        if (reason.equals("boom")) {
            assertThat(nextLogged(1)).containsExactly("+a");
        } else {
            assertThat(home.call(pid, "which_children").toString()).isEqualTo("[{a,undefined,worker,[gen]}]");
            assertThat(log).isEmpty();
        }
    }

    @Test
    void shouldForgetATemporaryChild() throws Exception {
        Pid pid = start(Supervisor.oneForOne().child(child("a").restart(Restart.TEMPORARY)));
        nextLogged(1);
        Pid child = pidOf("a");
        fail("a");
        home.endOf(child);
        assertThat(home.call(pid, "which_children")).isEqualTo(list());
    }

    @Test
    void shouldDoWithChildrenWhatItIsTold() throws Exception {
        Supervisor supervisor = Supervisor.oneForOne().child(child("a"));
        Pid pid = start(supervisor);
        Pid second = home.does(self -> supervisor.startChild(self, pid, child("b")));
        assertThat(home.call(pid, "which_children")).isEqualTo(list(shown("b", second), shown("a", pidOf("a"))));
        assertThat(home.call(pid, "count_children").toString())
                .isEqualTo("[{specs,2},{active,2},{supervisors,0},{workers,2}]");
        assertThat(refusal(self -> supervisor.startChild(self, pid, child("b"))))
                .isEqualTo(tuple(atom("already_started"), second));
        assertThat(ask(pid, "delete_child", "b")).isEqualTo(error("running"));
        assertThat(ask(pid, "restart_child", "b")).isEqualTo(error("running"));
        assertThat(ask(pid, "terminate_child", "b")).isEqualTo(Atom.OK);
        assertThat(refusal(self -> supervisor.startChild(self, pid, child("b"))))
                .isEqualTo(atom("already_present"));
        assertThat(home.term(self -> Supervisor.restartChild(self, pid, atom("b"))))
                .isNotEqualTo(second);
        assertThat(ask(pid, "terminate_child", "b")).isEqualTo(Atom.OK);
        assertThat(ask(pid, "terminate_child", "b")).isEqualTo(Atom.OK);
        assertThat(ask(pid, "delete_child", "b")).isEqualTo(Atom.OK);
        for (String verb : List.of("delete_child", "restart_child", "terminate_child", "get_childspec")) {
            assertThat(ask(pid, verb, "b")).isEqualTo(error("not_found"));
        }
        assertThat(ask(pid, "get_childspec", "a").toString()).contains("restart => permanent", "shutdown => 5000");
    }

    private static Term shown(String id, Pid pid) {
        return tuple(atom(id), pid, atom("worker"), list(atom("gen")));
    }

    private Term ask(Pid pid, String verb, String id) throws InterruptedException {
        return home.call(pid, tuple(atom(verb), atom(id)));
    }

    private static Term error(String reason) {
        return tuple(Atom.ERROR, atom(reason));
    }

    private Term refusal(org.sunda.process.Processes.ProcessTask<Pid> task) throws Exception {
        return Home.reasonOf(() -> home.does(task));
    }

    @Test
    void shouldRefuseWhatIsNoRequestAndGoOn() throws Exception {
        Pid pid = start(Supervisor.oneForOne().child(child("a")));
        assertThat(home.call(pid, tuple(atom("start_child"), tuple(BOOM, BOOM))).toString())
                .startsWith("{error,{invalid_child_spec,");
        assertThat(home.call(pid, tuple(atom("start_child"), home.processes().newRef()))
                        .toString())
                .startsWith("{error,{invalid_child_spec,");
        assertThat(home.call(pid, BOOM).toString()).startsWith("{error,{unknown_call,");
        home.cast(pid, BOOM);
        home.cast(pid, tuple(atom("try_again_restart"), atom("a")));
        home.processes().send(pid, BOOM);
        assertThat(home.sys(pid, atom("get_state")).toString()).startsWith("{ok,{state,");
        assertThat(((ListTerm) home.call(pid, "which_children")).size()).isEqualTo(1);
    }

    @Test
    void shouldStartAnyNumberOfChildrenAlike() throws Exception {
        Start session =
                Start.serverWith(arguments -> new Noted(arguments.getFirst().toString()));
        Pid pid = start(Supervisor.simpleOneForOne(
                ChildSpec.of("session", session.trappingExits()).restart(Restart.TRANSIENT)));
        List<Pid> children = home.does(self -> {
            List<Pid> some = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                some.add(Supervisor.startChild(self, pid, List.of(integer(i))));
            }
            return some;
        });
        assertThat(home.call(pid, "count_children").toString())
                .isEqualTo("[{specs,1},{active,100},{supervisors,0},{workers,100}]");
        nextLogged(100);
        home.cast(children.get(7), BOOM);
        assertThat(nextLogged(2)).containsExactly("-7", "+7");
        home.cast(children.get(8), Atom.NORMAL);
        home.endOf(children.get(8));
        assertThat(home.call(pid, tuple(atom("terminate_child"), children.get(9))))
                .isEqualTo(Atom.OK);
        assertThat(home.call(pid, tuple(atom("terminate_child"), children.get(9))))
                .isEqualTo(error("not_found"));
        assertThat(ask(pid, "terminate_child", "x")).isEqualTo(error("simple_one_for_one"));
        assertThat(home.call(pid, "which_children"))
                .isInstanceOfSatisfying(
                        ListTerm.class,
                        shown -> assertThat(shown.elements())
                                .hasSize(98)
                                .allMatch(each -> each instanceof Tuple4 four
                                        && four.element(0).equals(Atom.UNDEFINED)));
        home.processes().exit(pid, ExitReason.KILL);
        children.forEach(child -> {
            try {
                home.endOf(child);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
    }

    @Test
    void shouldEndManyAtOnce() throws Exception {
        Start session = Start.serverWith(arguments -> new Noted("x"));
        Pid pid = start(Supervisor.simpleOneForOne(ChildSpec.of("session", session)));
        List<Pid> children = home.does(self -> {
            List<Pid> some = new ArrayList<>();
            for (int i = 0; i < 2_000; i++) {
                some.add(Supervisor.startChild(self, pid, List.of()));
            }
            return some;
        });
        home.does(self -> {
            GenServer.stop(self, pid, Atom.NORMAL, Home.LONG);
            return pid;
        });
        assertThat(children).noneMatch(home.processes()::isAlive);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ANY_SIGNIFICANT", "ALL_SIGNIFICANT"})
    void shouldEndWithItsSignificantChildren(String when) throws Exception {
        Pid pid = start(Supervisor.oneForOne()
                .autoShutdown(AutoShutdown.valueOf(when))
                .child(child("a").restart(Restart.TRANSIENT).significant())
                .child(child("b").restart(Restart.TEMPORARY).significant())
                .child(child("c")));
        nextLogged(3);
        Pid first = pidOf("a");
        home.cast(first, Atom.NORMAL);
        home.endOf(first);
        if (when.equals("ALL_SIGNIFICANT")) {
            assertThat(home.call(pid, "count_children").toString()).contains("{active,2}");
            home.cast(atom("b"), Atom.NORMAL);
        }
        assertThat(home.endOf(pid)).isIn(Home.shutdown(), ExitReason.NOPROC);
    }

    @Test
    void shouldRefuseSpecificationsThatMakeNoSense() {
        assertThatThrownBy(() -> child("a").significant()).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> child("a").shutdown(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Supervisor.oneForOne().child(child("a")).child(child("a")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Supervisor.simpleOneForOne(child("a")).child(child("b")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Supervisor.oneForOne().intensity(-1, Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldSuperviseSupervisors() throws Exception {
        Supervisor inner =
                Supervisor.oneForOne().intensity(0, Duration.ofDays(1)).child(child("a"));
        Pid pid = start(Supervisor.oneForOne()
                .child(ChildSpec.of("inner", Start.supervisor(inner).named("inner"))));
        Pid before = pidOf("inner");
        nextLogged(1);
        fail("a");
        assertThat(nextLogged(2)).containsExactly("-a", "+a");
        assertThat(home.call(pid, "which_children").toString()).endsWith(",supervisor,[supervisor]}]");
        assertThat(pidOf("inner")).isNotEqualTo(before);
    }

    @Test
    void shouldAnswerWhileManyOfItsChildrenFail() throws Exception {
        Start session = Start.serverWith(arguments -> new Noted("x"));
        Pid pid = start(
                Supervisor.simpleOneForOne(ChildSpec.of("session", session).restart(Restart.TEMPORARY)));
        List<Pid> children = home.does(self -> {
            List<Pid> some = new ArrayList<>();
            for (int i : IntStream.range(0, 500).toArray()) {
                some.add(Supervisor.startChild(self, pid, List.of(integer(i))));
            }
            return some;
        });
        children.forEach(child -> home.cast(child, ExitReason.SHUTDOWN));
        for (Pid child : children) {
            home.endOf(child);
        }
        assertThat(home.call(pid, "which_children")).isEqualTo(list());
    }

    @Test
    void shouldEndItsChildrenWhenItsParentEnds() throws Exception {
        CompletableFuture<Pid> child = new CompletableFuture<>();
        Pid parent = home.parentOf(Start.supervisor(three(Supervisor.oneForOne())), child);
        Pid pid = Home.get(child);
        nextLogged(3);
        home.processes().exit(parent, BOOM);
        assertThat(home.endOf(pid)).isIn(BOOM, ExitReason.NOPROC);
        assertThat(nextLogged(3)).containsExactly("-c", "-b", "-a");
    }
}
