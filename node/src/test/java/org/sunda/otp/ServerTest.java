package org.sunda.otp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.list;
import static org.sunda.term.Terms.tuple;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sunda.process.BlockingSelf;
import org.sunda.process.ExitException;
import org.sunda.process.ExitReason;
import org.sunda.process.Overflow;
import org.sunda.process.Self;
import org.sunda.process.SpawnOptions;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple;
import org.sunda.term.Tuple2;

/// What a server does about its own life: how it starts, goes on and ends.
@Timeout(60)
class ServerTest {
    private static final Atom BOOM = atom("boom");

    private final Home home = new Home();

    @AfterEach
    void close() {
        home.close();
    }

    /// Fails as it is told, in the callback of that name, and remembers what it is called for.
    private static class Scripted implements GenServer {
        final LinkedBlockingQueue<String> log = new LinkedBlockingQueue<>();
        final CompletableFuture<Term> terminated = new CompletableFuture<>();
        final CompletableFuture<Term> stopped = new CompletableFuture<>();
        private final String failing;
        private final Supplier<Exception> failure;
        private @Nullable From answered;

        Scripted(String failing, Supplier<Exception> failure) {
            this.failing = failing;
            this.failure = failure;
        }

        Scripted() {
            this("nowhere", Exception::new);
        }

        void enter(String callback) throws Exception {
            if (failing.equals(callback)) {
                throw failure.get();
            }
        }

        @Override
        public Init init(Self self) throws Exception {
            enter("init");
            return Next.message();
        }

        @Override
        public Reply handleCall(Term request, From from, Self self) throws Exception {
            enter("call");
            log.add("call " + request);
            return switch (request) {
                case Atom verb when verb.is("continue") -> Reply.of(request).then(Next.continueWith(BOOM));
                case Atom verb when verb.is("soon") -> Reply.of(request).within(Duration.ofMillis(1));
                case Atom verb when verb.is("late") -> Reply.of(request).within(Duration.ofDays(1));
                case Atom verb when verb.is("die") -> Reply.stop(BOOM);
                case Atom verb
                when verb.is("first") -> {
                    answered = from;
                    yield Reply.of(integer(1));
                }
                case Atom verb
                when verb.is("second") && answered != null -> {
                    answered.reply(integer(2));
                    yield Reply.of(request);
                }
                default -> Reply.of(request);
            };
        }

        @Override
        public Next handleCast(Term message, Self self) throws Exception {
            enter("cast");
            log.add("cast " + message);
            return message instanceof Tuple2(Atom _, Term reason) ? Next.stop(reason) : Next.message();
        }

        @Override
        public Next handleInfo(Term message, Self self) throws Exception {
            enter("info");
            log.add("info " + message);
            return Next.message();
        }

        @Override
        public Next handleContinue(Term what, Self self) throws Exception {
            enter("continue");
            log.add("continue " + what);
            return Next.message();
        }

        @Override
        public void terminate(Term reason, Self self) throws Exception {
            terminated.complete(reason);
            enter("terminate");
        }

        @Override
        public void stopped(Term reason) {
            stopped.complete(reason);
        }
    }

    private Pid start(GenServer server) throws InterruptedException {
        return Start.server(() -> server).start(home.processes());
    }

    @Test
    void shouldSayWhyWhenItHasNotStarted() throws Exception {
        Start failing = Start.server(() -> new Scripted("init", () -> new ExitException(BOOM)))
                .named("failing");
        assertThat(Home.reasonOf(() -> failing.start(home.processes()))).isEqualTo(BOOM);
        assertThat(home.processes().whereis(atom("failing"))).isEmpty();
        Start throwing = Start.server(() -> new Scripted("init", IllegalStateException::new));
        assertThat(Home.reasonOf(() -> throwing.start(home.processes())))
                .matches(reason -> Home.isCrash(reason, "java.lang.IllegalStateException"));
        Start none = Start.server(() -> {
            throw new IllegalArgumentException("no such thing");
        });
        assertThat(Home.reasonOf(() -> none.start(home.processes())))
                .matches(reason -> Home.isCrash(reason, "java.lang.IllegalArgumentException"));
    }

    @Test
    void shouldNotPutInOrderWhatHasNotStarted() throws Exception {
        Scripted server = new Scripted("init", IllegalStateException::new);
        Home.reasonOf(() -> start(server));
        assertThat(Home.get(server.stopped)).isNotNull();
        assertThat(server.terminated).isNotDone();
    }

    @Test
    void shouldIgnoreOrStopWhenInitSaysSo() throws Exception {
        assertThat(Home.reasonOf(() -> start(new Scripted() {
                    @Override
                    public Init init(Self self) {
                        return Init.ignore();
                    }
                })))
                .isEqualTo(atom("ignore"));
        assertThat(Home.reasonOf(() -> start(new Scripted() {
                    @Override
                    public Init init(Self self) {
                        return Next.stop(BOOM);
                    }
                })))
                .isEqualTo(BOOM);
    }

    @Test
    void shouldRefuseANameThatIsTaken() throws Exception {
        Start start = Start.server(Scripted::new).named("one");
        Pid first = start.start(home.processes());
        assertThat(Home.reasonOf(() -> start.start(home.processes()))).isEqualTo(tuple(atom("already_started"), first));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldContinueBeforeAnyMessage(boolean isBlocking) throws Exception {
        Scripted server = new Scripted() {
            @Override
            public Init init(Self self) {
                self.send(self.pid(), atom("early"));
                return Next.continueWith(atom("init"));
            }
        };
        Start start = Start.server(() -> server);
        Pid pid = (isBlocking ? start.blocking() : start).start(home.processes());
        home.call(pid, "continue");
        home.call(pid, "last");
        assertThat(server.log)
                .containsExactly("continue init", "info early", "call continue", "continue boom", "call last");
    }

    @Test
    void shouldTellOfATimeoutUnlessAMessageComesBefore() throws Exception {
        Scripted server = new Scripted();
        Pid pid = start(server);
        home.call(pid, "soon");
        assertThat(server.log.take()).isEqualTo("call soon");
        assertThat(server.log.take()).isEqualTo("info timeout");
        home.call(pid, "late");
        home.call(pid, "other");
        assertThat(server.log).containsExactly("call late", "call other");
    }

    @Test
    void shouldPutItsThingsInOrderBeforeItStops() throws Exception {
        CompletableFuture<Term> told = new CompletableFuture<>();
        Scripted server = new Scripted() {
            @Override
            public void terminate(Term reason, Self self) {
                self.send(atom("witness"), reason);
            }
        };
        home.processes().spawn(SpawnOptions.DEFAULT.named("witness"), self -> told.complete(self.receive()));
        Pid pid = start(server);
        home.cast(pid, tuple(atom("stop"), BOOM));
        assertThat(home.endOf(pid)).isIn(BOOM, ExitReason.NOPROC);
        assertThat(Home.get(told)).isEqualTo(BOOM);
        assertThat(Home.get(server.stopped)).isEqualTo(BOOM);
    }

    @Test
    void shouldTellTheCallerNothingButTheEndWhenItStopsWithoutAnAnswer() throws Exception {
        Pid pid = start(new Scripted());
        assertThat(Home.reasonOf(() -> home.call(pid, "die"))).isEqualTo(BOOM);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldEndWithItsParent(boolean trapping) throws Exception {
        Scripted server = new Scripted();
        Start start = Start.server(() -> server);
        CompletableFuture<Pid> child = new CompletableFuture<>();
        Pid parent = home.parentOf(trapping ? start.trappingExits() : start, child);
        Pid pid = Home.get(child);
        home.processes().exit(parent, BOOM);
        assertThat(home.endOf(pid)).isIn(BOOM, ExitReason.NOPROC);
        assertThat(Home.get(server.stopped)).isEqualTo(BOOM);
        assertThat(server.terminated.isDone()).isEqualTo(trapping);
    }

    @Test
    void shouldTakeTheExitsOfOthersAsMessagesWhenItTrapsThem() throws Exception {
        Scripted server = new Scripted();
        Pid pid = Start.server(() -> server).trappingExits().start(home.processes());
        Pid other = home.does(BlockingSelf::pid);
        home.processes().sendFrom(other, pid, tuple(atom("EXIT"), other, BOOM));
        assertThat(server.log.take()).startsWith("info {'EXIT',");
    }

    @ParameterizedTest
    @ValueSource(strings = {"call", "cast", "info", "continue"})
    void shouldEndByWhatACallbackThrows(String callback) throws Exception {
        Scripted server = new Scripted(callback, IllegalStateException::new);
        Pid pid = start(server);
        provoke(pid, callback);
        assertThat(Home.get(server.stopped)).matches(end -> Home.isCrash(end, "java.lang.IllegalStateException"));
        assertThat(Home.get(server.terminated)).isEqualTo(Home.get(server.stopped));
    }

    private void provoke(Pid pid, String callback) {
        Term request = atom(callback.equals("continue") ? callback : "anything");
        switch (callback) {
            case "cast" -> home.cast(pid, request);
            case "info" -> home.processes().send(pid, request);
            default ->
                home.processes()
                        .send(
                                pid,
                                tuple(
                                        atom("$gen_call"),
                                        tuple(pid, home.processes().newRef()),
                                        request));
        }
    }

    @Test
    void shouldEndByWhatTerminateThrows() throws Exception {
        Scripted server = new Scripted("terminate", UnsupportedOperationException::new);
        home.cast(start(server), tuple(atom("stop"), Atom.NORMAL));
        assertThat(Home.get(server.stopped))
                .matches(end -> Home.isCrash(end, "java.lang.UnsupportedOperationException"));
    }

    private static int deep(int depth) {
        return depth < 0 ? 0 : deep(depth + 1) + 1;
    }

    @Test
    void shouldEndAloneWhenItRecursesForEver() throws Exception {
        Pid pid = start(new Scripted() {
            @Override
            public Reply handleCall(Term request, From from, Self self) {
                return Reply.of(integer(deep(0)));
            }

            @Override
            public Term state() {
                return integer(deep(0));
            }
        });
        Pid other = start(new Scripted());
        assertThat(Home.reasonOf(() -> home.call(pid, "go")))
                .matches(end -> Home.isCrash(end, "java.lang.StackOverflowError"));
        assertThat(home.call(other, "ping")).isEqualTo(atom("ping"));
    }

    @Test
    void shouldHaveOnlyTheFirstOfTwoRepliesArrive() throws Exception {
        Pid pid = start(new Scripted());
        Optional<Term> second = home.does(self -> {
            assertThat(self.call(pid, atom("first"), Home.LONG)).isEqualTo(integer(1));
            assertThat(self.call(pid, atom("second"), Home.LONG)).isEqualTo(atom("second"));
            return self.receive(Duration.ZERO);
        });
        assertThat(second).isEmpty();
    }

    @Test
    void shouldSayThatItCallsItself() throws Exception {
        Start start = Start.server(() -> new Scripted() {
                    @Override
                    public Reply handleCall(Term request, From from, Self self) throws InterruptedException {
                        return Reply.of(((BlockingSelf) self).call(request, BOOM, Home.LONG));
                    }
                })
                .named("narcissus")
                .blocking();
        Pid first = start.start(home.processes());
        assertThat(Home.reasonOf(() -> home.call(first, first))).isEqualTo(atom("calling_self"));
        Pid second = start.start(home.processes());
        assertThat(Home.reasonOf(() -> home.call(second, "narcissus"))).isEqualTo(atom("calling_self"));
    }

    @Test
    void shouldNotStarveOthersWhenItContinuesForEver() throws Exception {
        Pid pid = start(new Scripted() {
            @Override
            public Init init(Self self) {
                return Next.continueWith(BOOM);
            }

            @Override
            public Next handleContinue(Term what, Self self) {
                return Next.continueWith(what);
            }

            @Override
            public Term state() {
                return BOOM;
            }
        });
        List<Pid> others = List.of(start(new Scripted()), start(new Scripted()), start(new Scripted()));
        for (Pid other : others) {
            assertThat(home.call(other, "ping")).isEqualTo(atom("ping"));
        }
        assertThat(home.sys(pid, atom("get_state"))).isEqualTo(tuple(atom("ok"), BOOM));
        home.processes().exit(pid, ExitReason.KILL);
        assertThat(home.endOf(pid)).isIn(ExitReason.KILLED, ExitReason.NOPROC);
    }

    @Test
    void shouldStopWhenAsked() throws Exception {
        Scripted server = new Scripted();
        Pid pid = start(server);
        Optional<Term> rest = home.does(self -> {
            GenServer.stop(self, pid, Atom.NORMAL, Home.LONG);
            return self.receive(Duration.ZERO);
        });
        assertThat(rest).isEmpty();
        assertThat(Home.get(server.terminated)).isEqualTo(Atom.NORMAL);
        assertThat(Home.reasonOf(() -> home.does(self -> {
                    GenServer.stop(self, pid, Atom.NORMAL, Home.LONG);
                    return pid;
                })))
                .isEqualTo(ExitReason.NOPROC);
    }

    @Test
    void shouldEndWhenMoreIsHeldThanItsMailboxWouldHold() throws Exception {
        Pid pid = Start.server(Scripted::new)
                .with(SpawnOptions.DEFAULT.withMailbox(10, Overflow.EXIT))
                .start(home.processes());
        home.sys(pid, atom("suspend"));
        Term reason = home.does(self -> {
            Ref _ = self.monitor(pid);
            for (int i = 0; i <= 10; i++) {
                self.send(pid, integer(i));
            }
            return ((Tuple) self.receive(Home.LONG).orElseThrow()).element(4);
        });
        assertThat(reason).isEqualTo(tuple(ExitReason.SYSTEM_LIMIT, atom("mailbox")));
    }

    @Test
    void shouldGatherTheAnswersOfSeveral() throws Exception {
        Pid one = start(new Scripted());
        Pid silent = Start.process(self -> self.receive(message -> null)).start(home.processes());
        Pid dying = start(new Scripted("call", IllegalStateException::new));
        MultiCall result =
                home.does(self -> MultiCall.of(self, List.of(one, silent, dying), BOOM, Duration.ofMillis(300)));
        assertThat(result.replies()).containsOnlyKeys(one).containsValue(BOOM);
        assertThat(result.bad()).containsExactly(silent, dying);
    }

    @Test
    void shouldKillWhatDoesNotStartInTime() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        Start start = Start.server(() -> new Scripted() {
                    @Override
                    public Init init(Self self) throws Exception {
                        try {
                            new CountDownLatch(1).await();
                        } finally {
                            interrupted.countDown();
                        }
                        return Next.message();
                    }
                })
                .blocking();
        Starting.Outcome outcome = home.does(self -> start.start(self, true, List.of(), Duration.ofMillis(50)));
        assertThat(outcome).isEqualTo(new Starting.Failed(ExitReason.TIMEOUT));
        Home.await(interrupted);
    }

    @Test
    void shouldShowItsStateInStatusAndStatistics() throws Exception {
        Pid pid = start(new Scripted() {
            @Override
            public Term state() {
                return BOOM;
            }
        });
        assertThat(home.sys(pid, atom("get_state"))).isEqualTo(tuple(atom("ok"), BOOM));
        assertThat(home.sys(pid, atom("get_status")).toString())
                .startsWith("{status,")
                .contains("{module,gen_server}", "running", "{data,[{\"State\",boom}]}");
        assertThat(home.sys(pid, debug("statistics", Atom.TRUE))).isEqualTo(Atom.OK);
        assertThat(home.sys(pid, debug("log", Atom.TRUE))).isEqualTo(Atom.OK);
        home.call(pid, "ping");
        assertThat(home.sys(pid, debug("statistics", atom("get"))).toString())
                .contains("{messages_in,1}", "{messages_out,1}");
        assertThat(((ListTerm) ((Tuple2) home.sys(pid, debug("log", atom("get")))).element(1)).size())
                .isEqualTo(2);
        assertThat(home.sys(pid, tuple(atom("debug"), atom("no_debug")))).isEqualTo(Atom.OK);
        assertThat(home.sys(pid, debug("log", atom("get")))).isEqualTo(tuple(Atom.OK, list()));
        assertThat(home.sys(pid, debug("trace", Atom.TRUE))).isEqualTo(Atom.OK);
        home.call(pid, "ping");
    }

    private static Term debug(String what, Term how) {
        return tuple(atom("debug"), tuple(atom(what), how));
    }

    @Test
    void shouldRefuseWhatItCannotDoForSys() throws Exception {
        Pid pid = start(new Scripted());
        assertThat(home.sys(pid, tuple(atom("replace_state"), BOOM)).toString()).startsWith("{error,{callback_failed,");
        assertThat(home.sys(pid, BOOM)).isEqualTo(tuple(Atom.ERROR, tuple(atom("unknown_system_msg"), BOOM)));
        assertThat(home.sys(pid, debug("install", BOOM))).isEqualTo(atom("unknown_debug"));
        assertThat(home.sys(pid, debug("log", tuple(Atom.TRUE, integer(0))))).isEqualTo(atom("unknown_debug"));
        Term change = tuple(atom("change_code"), BOOM, BOOM, list());
        assertThat(home.sys(pid, change).toString()).startsWith("{error,{unknown_system_msg,");
        home.sys(pid, atom("suspend"));
        assertThat(home.sys(pid, change)).isEqualTo(tuple(Atom.ERROR, atom("enotsup")));
        home.sys(pid, atom("resume"));
        assertThat(home.call(pid, "ping")).isEqualTo(atom("ping"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldHandleNothingWhileSuspendedAndThenAllInOrder(boolean isBlocking) throws Exception {
        Scripted server = new Scripted();
        Start start = Start.server(() -> server);
        Pid pid = (isBlocking ? start.blocking() : start).start(home.processes());
        home.sys(pid, atom("suspend"));
        for (int i = 0; i < 200; i++) {
            home.processes().send(pid, integer(i));
        }
        assertThat(home.sys(pid, atom("get_status")).toString()).contains("suspended");
        assertThat(server.log).isEmpty();
        home.sys(pid, atom("resume"));
        home.call(pid, "last");
        assertThat(server.log).hasSize(201).startsWith("info 0", "info 1").endsWith("info 199", "call last");
    }

    @Test
    void shouldTakeMalformedSystemMessagesForMessages() throws Exception {
        Scripted server = new Scripted();
        Pid pid = start(server);
        home.processes().send(pid, tuple(atom("system"), BOOM, atom("suspend")));
        home.processes().send(pid, tuple(atom("system"), tuple(BOOM, BOOM), atom("suspend")));
        assertThat(server.log.take()).isEqualTo("info {system,boom,suspend}");
        assertThat(server.log.take()).isEqualTo("info {system,{boom,boom},suspend}");
    }
}
