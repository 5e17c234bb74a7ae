package org.sunda.otp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.integer;

import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sunda.process.ExitReason;
import org.sunda.process.Self;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Term;

/// State machines, by the rules of gen_statem.
@Timeout(60)
class StateMachineTest {
    private static final Duration SOON = Duration.ofMillis(1);
    private static final Duration LATE = Duration.ofDays(1);

    private final Home home = new Home();
    private final LinkedBlockingQueue<String> log = new LinkedBlockingQueue<>();

    @AfterEach
    void close() {
        home.close();
    }

    private enum State {
        IDLE,
        BUSY
    }

    /// Notes all events by their text, and does what they say.
    private class Told implements StateMachine<State> {
        private final boolean enters;

        Told(boolean enters) {
            this.enters = enters;
        }

        @Override
        public Step<State> init(Self self) {
            return Step.to(State.IDLE);
        }

        @Override
        public boolean entersStates() {
            return enters;
        }

        @Override
        public Step<State> handle(Event<State> event, State state, Self self) {
            return switch (event) {
                case Event.Call<State>(From from, Term request) ->
                    told(request.toString(), state).reply(from, request);
                case Event.Cast<State>(Term message) -> told(message.toString(), state);
                case Event.Message<State>(Term message) -> noted("info " + message, state);
                case Event.Enter<State>(State before) -> noted("enter from " + before, state);
                case Event.StateTimeout<State>(Term content) -> noted("state timeout " + content, state);
                case Event.EventTimeout<State>(Term content) -> noted("event timeout " + content, state);
                case Event.Timeout<State>(Term name, Term content) -> noted(name + " timeout " + content, state);
                case Event.Internal<State>(Term content) -> told(content.toString(), state);
            };
        }

        private Step<State> noted(String what, State state) {
            log.add(state + " " + what);
            return Step.keep();
        }

        private Step<State> told(String what, State state) {
            if (what.equals("for_busy") && state == State.IDLE) {
                log.add("IDLE postpones");
                return Step.<State>keep().postpone();
            }
            log.add(state + " " + what);
            return switch (what) {
                case "work" -> Step.to(State.BUSY);
                case "rest" -> Step.to(State.IDLE);
                case "again" -> Step.repeat();
                case "insert" -> Step.<State>keep().nextEvent(internal("first")).nextEvent(internal("second"));
                case "state_soon" -> Step.<State>keep().stateTimeout(SOON, integer(1));
                case "work_late" -> Step.to(State.BUSY).stateTimeout(LATE, integer(2));
                case "state_now" ->
                    Step.<State>keep().stateTimeout(Duration.ZERO, integer(3)).nextEvent(internal("x"));
                case "event_soon" -> Step.<State>keep().eventTimeout(SOON, integer(4));
                case "event_late" -> Step.<State>keep().eventTimeout(LATE, integer(5));
                case "event_now" -> Step.<State>keep().eventTimeout(Duration.ZERO, integer(6));
                case "event_never" ->
                    Step.<State>keep().eventTimeout(Duration.ZERO, integer(7)).nextEvent(internal("x"));
                case "named" -> Step.<State>keep().timeout(atom("tea"), SOON, integer(8));
                case "named_late" -> Step.<State>keep().timeout(atom("tea"), LATE, integer(9));
                case "cancel" -> Step.<State>keep().cancelTimeout(atom("tea")).cancelStateTimeout();
                case "finish" -> Step.stop(atom("told"));
                case "loop" -> Step.<State>keep().nextEvent(internal("quiet"));
                case "throw" -> throw new IllegalStateException("told to");
                default -> Step.keep();
            };
        }

        private Event<State> internal(String what) {
            return new Event.Internal<>(atom(what));
        }
    }

    private Pid start(boolean enters) throws InterruptedException {
        return Start.machine(() -> new Told(enters)).start(home.processes());
    }

    @Test
    void shouldHandlePostponedEventsWhenTheStateChanges() throws Exception {
        Pid pid = start(false);
        home.cast(pid, atom("for_busy"));
        home.processes().send(pid, atom("hello"));
        home.cast(pid, atom("work"));
        home.call(pid, "last");
        assertThat(log).containsExactly("IDLE postpones", "IDLE info hello", "IDLE work", "BUSY for_busy", "BUSY last");
    }

    @Test
    void shouldTellOfStatesThatItEnters() throws Exception {
        Pid pid = start(true);
        for (String each : new String[] {"work", "work", "again", "rest"}) {
            home.call(pid, each);
        }
        assertThat(log)
                .containsExactly(
                        "IDLE enter from IDLE",
                        "IDLE work",
                        "BUSY enter from IDLE",
                        "BUSY work",
                        "BUSY again",
                        "BUSY enter from BUSY",
                        "BUSY rest",
                        "IDLE enter from BUSY");
    }

    @Test
    void shouldHandleInsertedEventsBeforeMessages() throws Exception {
        Pid pid = start(false);
        home.sys(pid, atom("suspend"));
        home.cast(pid, atom("insert"));
        home.cast(pid, atom("third"));
        home.sys(pid, atom("resume"));
        home.call(pid, "last");
        assertThat(log).containsExactly("IDLE insert", "IDLE first", "IDLE second", "IDLE third", "IDLE last");
    }

    @Test
    void shouldTimeStatesEventsAndNames() throws Exception {
        Pid pid = start(false);
        home.call(pid, "state_soon");
        assertThat(log.take()).isEqualTo("IDLE state_soon");
        assertThat(log.take()).isEqualTo("IDLE state timeout 1");
        home.call(pid, "event_soon");
        assertThat(log.take()).isEqualTo("IDLE event_soon");
        assertThat(log.take()).isEqualTo("IDLE event timeout 4");
        home.call(pid, "named_late");
        home.call(pid, "named");
        assertThat(log.take()).isEqualTo("IDLE named_late");
        assertThat(log.take()).isEqualTo("IDLE named");
        assertThat(log.take()).isEqualTo("IDLE tea timeout 8");
    }

    @Test
    void shouldCancelTimeouts() throws Exception {
        Pid pid = start(false);
        for (String each : new String[] {"work_late", "rest", "event_late", "named_late", "cancel", "event_never"}) {
            home.call(pid, each);
        }
        home.call(pid, "last");
        assertThat(log)
                .containsExactly(
                        "IDLE work_late",
                        "BUSY rest",
                        "IDLE event_late",
                        "IDLE named_late",
                        "IDLE cancel",
                        "IDLE event_never",
                        "IDLE x",
                        "IDLE last");
    }

    @Test
    void shouldTakeNoTimeForATimeoutOfNone() throws Exception {
        Pid pid = start(false);
        home.sys(pid, atom("suspend"));
        home.cast(pid, atom("state_now"));
        home.cast(pid, atom("event_now"));
        home.cast(pid, atom("third"));
        home.sys(pid, atom("resume"));
        home.call(pid, "last");
        assertThat(log)
                .containsExactly(
                        "IDLE state_now",
                        "IDLE x",
                        "IDLE state timeout 3",
                        "IDLE event_now",
                        "IDLE event timeout 6",
                        "IDLE third",
                        "IDLE last");
    }

    @Test
    void shouldAnswerBeforeItStops() throws Exception {
        Pid pid = start(false);
        assertThat(home.call(pid, "finish")).isEqualTo(atom("finish"));
        assertThat(home.endOf(pid)).isIn(atom("told"), ExitReason.NOPROC);
    }

    @Test
    void shouldEndByWhatItThrows() throws Exception {
        Pid pid = start(false);
        assertThat(Home.reasonOf(() -> home.call(pid, "throw")))
                .matches(reason -> Home.isCrash(reason, "java.lang.IllegalStateException"));
    }

    @Test
    void shouldShowStateAndData() throws Exception {
        Pid pid = Start.machine(() -> new Told(false) {
                    @Override
                    public String toString() {
                        return "data";
                    }
                })
                .start(home.processes());
        assertThat(home.sys(pid, atom("get_state")).toString()).isEqualTo("{ok,{idle,<<\"data\">>}}");
        assertThat(home.sys(pid, atom("get_status")).toString()).contains("{module,gen_statem}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"stop", "ignore", "keep", "throw"})
    void shouldNotStartWhenInitSaysSo(String how) throws Exception {
        Start start = Start.machine(() -> new Told(false) {
            @Override
            public Step<State> init(Self self) {
                return switch (how) {
                    case "stop" -> Step.stop(atom("stop"));
                    case "ignore" -> Step.ignore();
                    case "keep" -> Step.keep();
                    default -> throw new IllegalStateException(how);
                };
            }
        });
        Term reason = Home.reasonOf(() -> start.start(home.processes()));
        if (how.equals("stop") || how.equals("ignore")) {
            assertThat(reason).isEqualTo(atom(how));
        } else {
            assertThat(reason).matches(crash -> Home.isCrash(crash, "java.lang.IllegalStateException"));
        }
    }

    @Test
    void shouldNotStarveOthersWhenItTellsItselfThingsForEver() throws Exception {
        Pid pid = Start.machine(() -> new Told(false) {
                    @Override
                    public Step<State> handle(Event<State> event, State state, Self self) {
                        return Step.<State>keep().nextEvent(new Event.Internal<>(Atom.OK));
                    }
                })
                .start(home.processes());
        home.processes().send(pid, atom("go"));
        for (int i = 0; i < 4; i++) {
            assertThat(home.call(start(false), "ping")).isEqualTo(atom("ping"));
        }
        home.sys(pid, atom("suspend"));
        assertThat(home.sys(pid, atom("get_status")).toString()).contains("suspended");
        home.processes().exit(pid, ExitReason.KILL);
        assertThat(home.endOf(pid)).isIn(ExitReason.KILLED, ExitReason.NOPROC);
    }

    @Test
    void shouldEndWhenAStateIsLeftWhileItIsEntered() throws Exception {
        Start start = Start.machine(() -> new Told(true) {
            @Override
            public Step<State> handle(Event<State> event, State state, Self self) {
                return Step.to(State.BUSY);
            }
        });
        assertThat(Home.reasonOf(() -> start.start(home.processes())))
                .matches(reason -> Home.isCrash(reason, "java.lang.IllegalStateException"));
    }
}
