package org.sunda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.integer;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sunda.otp.ChildSpec;
import org.sunda.otp.Event;
import org.sunda.otp.EventHandler;
import org.sunda.otp.EventManager;
import org.sunda.otp.From;
import org.sunda.otp.GenServer;
import org.sunda.otp.Next;
import org.sunda.otp.Reply;
import org.sunda.otp.Start;
import org.sunda.otp.StateMachine;
import org.sunda.otp.Step;
import org.sunda.otp.Supervisor;
import org.sunda.process.Self;
import org.sunda.term.Atom;
import org.sunda.term.Int;
import org.sunda.term.Term;

/// What a real Erlang node sees of Java's behaviours, through OTP's own modules.
@Timeout(120)
final class OtpIT {
    private static final LinkedBlockingQueue<Term> EVENTS = new LinkedBlockingQueue<>();

    private static Cluster cluster;
    private static ErlNode erl;

    private static final class Counter implements GenServer {
        private long count;

        @Override
        public Reply handleCall(Term request, From from, Self self) {
            if (request.equals(atom("throw"))) {
                throw new IllegalStateException("as told");
            }
            return Reply.of(integer(count));
        }

        @Override
        public Next handleCast(Term message, Self self) {
            count += message instanceof Int amount ? amount.toLong() : 0;
            return Next.message();
        }

        @Override
        public Term state() {
            return integer(count);
        }
    }

    private enum Door {
        OPEN,
        LOCKED
    }

    private static final class Lock implements StateMachine<Door> {
        @Override
        public Step<Door> init(Self self) {
            return Step.to(Door.LOCKED);
        }

        @Override
        public Step<Door> handle(Event<Door> event, Door state, Self self) {
            return switch (event) {
                case Event.Call<Door>(From from, Term _) -> Step.to(Door.OPEN).reply(from, atom("opened"));
                case Event.Cast<Door> _ -> Step.to(Door.LOCKED);
                default -> Step.keep();
            };
        }

        @Override
        public Term state(Door state) {
            return atom(state.name().toLowerCase(Locale.ROOT));
        }
    }

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        cluster = Cluster.start();
        Node java = cluster.java("otp_java");
        EventManager events = new EventManager();
        Start.supervisor(Supervisor.oneForOne()
                        .intensity(100, Duration.ofSeconds(5))
                        .child(ChildSpec.of(
                                "counter", Start.server(Counter::new).named("counter")))
                        .child(ChildSpec.of("lock", Start.machine(Lock::new).named("lock")))
                        .child(ChildSpec.of("events", Start.events(events).named("events"))))
                .named("sup")
                .start(java.processes());
        Start session = Start.serverWith(arguments -> (request, from, self) -> Reply.of(arguments.getFirst()));
        Start.supervisor(Supervisor.simpleOneForOne(ChildSpec.of("session", session)))
                .named("sessions")
                .start(java.processes());
        java.processes().asProcess(self -> {
            events.add(self, atom("events"), atom("noted"), (event, _) -> {
                if (event.equals(atom("throw"))) {
                    throw new IllegalStateException("as told");
                }
                EVENTS.add(event);
                return EventHandler.Then.STAY;
            });
            return true;
        });
        erl = cluster.erl("otp_erl");
        erl.eval("At = fun(Name) -> {Name, '" + java.name() + "'} end");
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Test
    void shouldShowItsStateToSys() {
        erl.check(
                "ok = gen_server:cast(At(counter), 3), sys:get_state(At(counter)) =:= gen_server:call(At(counter), x)");
        erl.check("{status, Pid, {module, gen_server}, [_, running, Parent, [], Misc]} = sys:get_status(At(counter)), "
                + "[{header, _}, {data, _}, {data, [{\"State\", State}]}] = Misc, "
                + "is_pid(Pid) andalso is_pid(Parent) andalso is_integer(State)");
        erl.check("sys:get_state(At(lock)) =:= locked");
        erl.check("is_list(sys:get_state(At(events)))");
        erl.check("element(1, sys:get_state(At(sup))) =:= state");
        erl.check("{module, gen_statem} =:= element(3, sys:get_status(At(lock)))");
        erl.check("{module, gen_event} =:= element(3, sys:get_status(At(events)))");
    }

    @Test
    void shouldBeSuspendedAndResumed() {
        erl.check("ok = sys:suspend(At(counter)), "
                + "{'EXIT', {timeout, _}} = (catch gen_server:call(At(counter), x, 100)), "
                + "suspended = lists:nth(2, element(4, sys:get_status(At(counter)))), "
                + "ok = sys:resume(At(counter)), is_integer(gen_server:call(At(counter), x))");
    }

    @Test
    void shouldCountAndRecordMessages() {
        erl.check("ok = sys:statistics(At(counter), true), gen_server:call(At(counter), x), "
                + "{ok, Counts} = sys:statistics(At(counter), get), "
                + "lists:keyfind(messages_in, 1, Counts) =:= {messages_in, 1}");
        erl.check("ok = sys:log(At(counter), true), gen_server:call(At(counter), x), "
                + "{ok, [{in, _}, {out, _, _}]} = sys:log(At(counter), get), ok =:= sys:log(At(counter), false)");
        erl.check("ok = sys:trace(At(counter), true), gen_server:call(At(counter), x), "
                + "ok =:= sys:trace(At(counter), false)");
        erl.check("ok = sys:no_debug(At(counter)), {ok, no_statistics} =:= sys:statistics(At(counter), get)");
    }

    @Test
    void shouldRefuseToHaveItsStateReplacedOrItsCodeChanged() {
        erl.check("{'EXIT', {{callback_failed, _, _}, _}} = (catch sys:replace_state(At(counter), fun(S) -> S end)), "
                + "ok = sys:suspend(At(lock)), {error, enotsup} = sys:change_code(At(lock), m, v, x), "
                + "ok =:= sys:resume(At(lock))");
    }

    @Test
    void shouldBeAStateMachineToErlang() {
        erl.check("opened = gen_statem:call(At(lock), open), open = sys:get_state(At(lock)), "
                + "ok = gen_statem:cast(At(lock), lock), locked =:= sys:get_state(At(lock))");
    }

    @Test
    void shouldBeASupervisorToErlang() {
        erl.check("[events, lock, counter] =:= [Id || {Id, P, worker, [gen]} <- supervisor:which_children(At(sup)), "
                + "is_pid(P)]");
        erl.check("[{specs, 3}, {active, 3}, {supervisors, 0}, {workers, 3}] =:= supervisor:count_children(At(sup))");
        erl.check("ok = supervisor:terminate_child(At(sup), lock), "
                + "{error, running} = supervisor:delete_child(At(sup), counter), "
                + "{error, not_found} = supervisor:restart_child(At(sup), nobody), "
                + "{ok, _} = supervisor:restart_child(At(sup), lock), "
                + "{ok, #{id := lock, restart := permanent, type := worker}} = "
                + "supervisor:get_childspec(At(sup), lock), true");
        erl.check("{error, {invalid_child_spec, _}} = supervisor:start_child(At(sup), "
                + "#{id => x, start => {m, f, []}}), true");
    }

    @Test
    void shouldStartSessionsForErlang() {
        erl.check("{ok, S} = supervisor:start_child(At(sessions), [{user, 7}]), {user, 7} = gen_server:call(S, who), "
                + "ok = supervisor:terminate_child(At(sessions), S), "
                + "{error, simple_one_for_one} = supervisor:delete_child(At(sessions), x), "
                + "{'EXIT', {noproc, _}} = (catch gen_server:call(S, who)), true");
    }

    @Test
    void shouldBeAnEventManagerToErlang() throws InterruptedException {
        erl.check("[noted] = gen_event:which_handlers(At(events)), ok = gen_event:notify(At(events), one), "
                + "ok = gen_event:sync_notify(At(events), two), "
                + "{error, unknown_call} = gen_event:call(At(events), noted, what), "
                + "{error, bad_module} = gen_event:call(At(events), other, what), "
                + "{error, module_not_found} = gen_event:delete_handler(At(events), other, why), "
                + "{'EXIT', {undef, _}} = gen_event:add_handler(At(events), some_module, []), "
                + "ok = gen_event:sync_notify(At(events), throw), [] =:= gen_event:which_handlers(At(events))");
        assertThat(EVENTS.take()).isEqualTo(atom("one"));
        assertThat(EVENTS.take()).isEqualTo(atom("two"));
    }

    @Test
    void shouldGiveReasonsThatAShellFormatsAsErlangsOwn() {
        erl.check("{'EXIT', {{Reason, Stack}, {gen_server, call, _}}} = (catch gen_server:call(At(counter), throw)), "
                + "{java_exception, <<\"java.lang.IllegalStateException\">>, <<\"as told\">>} = Reason, "
                + "[{'org.sunda.OtpIT$Counter', handleCall, 0, [{file, \"OtpIT.java\"}, {line, _}]} | _] = Stack, "
                + "Text = lists:flatten(erl_error:format_exception(error, Reason, Stack)), "
                + "0 < string:str(Text, \"in function  'org.sunda.OtpIT$Counter':handleCall/0 (OtpIT.java\")");
    }

    @Test
    void shouldStopForErlang() {
        erl.check("Before = hd([P || {counter, P, _, _} <- supervisor:which_children(At(sup))]), "
                + "ok = gen_server:stop(Before, normal, 5000), "
                + "After = hd([P || {counter, P, _, _} <- supervisor:which_children(At(sup))]), "
                + "ok = proc_lib:stop(After, shutdown, 5000), Before =/= After");
        assertThat(erl.eval("catch gen_server:stop({nobody, node()})").toString())
                .contains("noproc");
        assertThat(Atom.OK).isEqualTo(erl.eval("gen_server:cast(At(counter), 0)"));
    }
}
