package org.sunda.otp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.integer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sunda.process.Processes;
import org.sunda.process.Self;
import org.sunda.term.Atom;
import org.sunda.term.Int;
import org.sunda.term.Pid;
import org.sunda.term.Term;

/// The examples of docs/otp.md. Each of them stands in this file, word for word, and runs.
@Timeout(60)
class GuideTest {
    private static final Pattern EXAMPLE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    private final Home home = new Home();
    private final Processes processes = home.processes();

    @AfterEach
    void close() {
        home.close();
    }

    @Test
    void shouldHaveEachExampleOfTheGuideHere() throws IOException {
        String here = words(Files.readString(Path.of("src", "test", "java", "org", "sunda", "otp", "GuideTest.java")));
        List<String> examples = EXAMPLE.matcher(Files.readString(Path.of("..", "docs", "otp.md")))
                .results()
                .map((MatchResult example) -> words(example.group(1)))
                .toList();
        assertThat(examples)
                .hasSizeGreaterThan(5)
                .allSatisfy(example -> assertThat(here).contains(example));
    }

    private static String words(String text) {
        return text.replaceAll("\\s+", "");
    }

    static final class Counter implements GenServer {
        private long count;

        @Override
        public Reply handleCall(Term request, From from, Self self) {
            return Reply.of(integer(count));
        }

        @Override
        public Next handleCast(Term message, Self self) {
            if (message instanceof Int amount) {
                count += amount.toLong();
            }
            return Next.message();
        }

        @Override
        public Term state() {
            return integer(count);
        }
    }

    @Test
    void shouldRunAServer() throws Exception {
        Pid counter = Start.server(Counter::new).named("counter").start(processes);
        Term count = processes.asProcess(self -> {
            self.cast(counter, integer(2));
            return self.call(atom("counter"), atom("get"), Duration.ofSeconds(5));
        });
        assertThat(count).isEqualTo(integer(2));
    }

    enum Door {
        LOCKED,
        OPEN
    }

    static final class CodeLock implements StateMachine<Door> {
        @Override
        public Step<Door> init(Self self) {
            return Step.to(Door.LOCKED);
        }

        @Override
        public Step<Door> handle(Event<Door> event, Door door, Self self) {
            return switch (event) {
                case Event.Call<Door>(From from, Int code)
                when code.equals(integer(1234)) ->
                    Step.to(Door.OPEN).reply(from, Atom.OK).stateTimeout(Duration.ofSeconds(10), atom("lock"));
                case Event.Call<Door>(From from, Term _) -> Step.<Door>keep().reply(from, atom("wrong"));
                case Event.StateTimeout<Door> _ -> Step.to(Door.LOCKED);
                case Event.Cast<Door> _
                when door == Door.LOCKED -> Step.<Door>keep().postpone();
                default -> Step.keep();
            };
        }
    }

    @Test
    void shouldRunAStateMachine() throws Exception {
        Pid lock = Start.machine(CodeLock::new).start(processes);
        assertThat(home.call(lock, integer(1))).isEqualTo(atom("wrong"));
        assertThat(home.call(lock, integer(1234))).isEqualTo(Atom.OK);
    }

    @Test
    void shouldRunASupervisor() throws Exception {
        Supervisor supervisor = Supervisor.restForOne()
                .intensity(3, Duration.ofSeconds(10))
                .child(ChildSpec.of("counter", Start.server(Counter::new).named("counter")))
                .child(ChildSpec.of("lock", Start.machine(CodeLock::new).trappingExits())
                        .restart(ChildSpec.Restart.TRANSIENT)
                        .shutdown(Duration.ofSeconds(1)));
        Pid running = Start.supervisor(supervisor).named("sup").start(processes);
        Term children = processes.asProcess(self -> Supervisor.whichChildren(self, running));
        assertThat(children.toString()).startsWith("[{lock,").contains("{counter,");
    }

    @Test
    void shouldRunSessions() throws Exception {
        Start session = Start.serverWith(arguments -> (request, from, self) -> Reply.of(arguments.getFirst()));
        Pid sessions = Start.supervisor(Supervisor.simpleOneForOne(
                        ChildSpec.of("session", session).restart(ChildSpec.Restart.TEMPORARY)))
                .start(processes);
        Pid one = processes.asProcess(self -> Supervisor.startChild(self, sessions, List.of(atom("alice"))));
        assertThat(home.call(one, "who")).isEqualTo(atom("alice"));
    }

    static int length(String text) {
        return text.length();
    }

    @Test
    void shouldRunTasks() throws Exception {
        int sum = processes.asProcess(self -> {
            Task<Integer> first = Task.async(self, _ -> length("Erlang"));
            Task<Integer> second = Task.async(self, _ -> length("Java"));
            return first.await(self, Duration.ofSeconds(5)) + second.await(self, Duration.ofSeconds(5));
        });
        List<Integer> lengths = processes.asProcess(
                self -> Task.map(self, List.of("a", "bb", "ccc"), 2, Duration.ofSeconds(5), GuideTest::length));
        assertThat(sum).isEqualTo(10);
        assertThat(lengths).containsExactly(1, 2, 3);
    }

    static final class Total implements EventHandler {
        private long total;

        @Override
        public Then handleEvent(Term event, Self self) {
            total += event instanceof Int amount ? amount.toLong() : 0;
            return Then.STAY;
        }

        @Override
        public Term handleCall(Term query, Self self) {
            return integer(total);
        }
    }

    @Test
    void shouldRunAnEventManager() throws Exception {
        EventManager events = new EventManager();
        Pid manager = Start.events(events).named("sales").start(processes);
        Term total = processes.asProcess(self -> {
            events.add(self, manager, atom("total"), new Total());
            EventManager.notify(self, manager, integer(3));
            EventManager.syncNotify(self, manager, integer(4));
            return EventManager.call(self, manager, atom("total"), atom("get"), Duration.ofSeconds(5));
        });
        assertThat(total).isEqualTo(integer(7));
    }

    @Test
    void shouldRunARegistry() throws Exception {
        Registry rooms = Registry.duplicate(processes);
        int present = processes.asProcess(self -> {
            rooms.register(self, atom("lobby"), atom("me"));
            rooms.dispatch(self, atom("lobby"), atom("hello"));
            return rooms.lookup(atom("lobby")).size();
        });
        assertThat(present).isEqualTo(1);
    }
}
