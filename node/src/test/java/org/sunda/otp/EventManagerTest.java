package org.sunda.otp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.list;
import static org.sunda.term.Terms.tuple;

import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sunda.process.ExitReason;
import org.sunda.process.Self;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Term;

/// Event managers, and handlers that come, go and fail.
@Timeout(60)
class EventManagerTest {
    private static final Atom BOOM = atom("boom");

    private final Home home = new Home();
    private final EventManager manager = new EventManager();
    private final LinkedBlockingQueue<String> log = new LinkedBlockingQueue<>();
    private Pid pid;

    @BeforeEach
    void start() throws InterruptedException {
        pid = Start.events(manager).start(home.processes());
    }

    @AfterEach
    void close() {
        home.close();
    }

    private final class Noted implements EventHandler {
        private final String name;

        Noted(String name) {
            this.name = name;
        }

        @Override
        public Then handleEvent(Term event, Self self) {
            log.add(name + " " + event);
            return switch (event) {
                case Atom verb when verb.is("leave") -> Then.LEAVE;
                case Atom verb when verb.is("throw_" + name) -> throw new IllegalStateException("told to");
                default -> Then.STAY;
            };
        }

        @Override
        public Term handleCall(Term query, Self self) {
            if (query.equals(BOOM)) {
                throw new IllegalStateException("told to");
            }
            return tuple(atom(name), query);
        }

        @Override
        public Then handleInfo(Term message, Self self) {
            log.add(name + " info " + message);
            return Then.STAY;
        }

        @Override
        public Term terminate(Term reason, Self self) {
            log.add("-" + name + " " + reason.toString(30));
            return atom("gone");
        }

        @Override
        public Term state() {
            return atom("state_" + name);
        }
    }

    private void add(String name) throws InterruptedException {
        home.does(self -> {
            manager.add(self, pid, atom(name), new Noted(name));
            return pid;
        });
    }

    private void syncNotify(String event) throws InterruptedException {
        home.does(self -> {
            EventManager.syncNotify(self, pid, atom(event));
            return pid;
        });
    }

    private Term whichHandlers() throws InterruptedException {
        return home.does(self -> EventManager.whichHandlers(self, pid));
    }

    @Test
    void shouldTellAllHandlers() throws Exception {
        add("a");
        add("b");
        home.does(self -> {
            EventManager.notify(self, pid, integer(1));
            return pid;
        });
        syncNotify("second");
        home.processes().send(pid, integer(3));
        assertThat(home.term(self -> EventManager.call(self, pid, atom("a"), integer(4), Home.LONG)))
                .isEqualTo(tuple(atom("a"), integer(4)));
        assertThat(log).containsExactly("a 1", "b 1", "a second", "b second", "a info 3", "b info 3");
        assertThat(home.sys(pid, atom("get_state")).toString()).isEqualTo("{ok,[{a,false,state_a},{b,false,state_b}]}");
    }

    @Test
    void shouldAddARemoveHandlersOnce() throws Exception {
        add("a");
        assertThat(Home.reasonOf(() -> add("a"))).isEqualTo(tuple(atom("already_present"), atom("a")));
        assertThat(home.term(self -> EventManager.delete(self, pid, atom("a"), BOOM)))
                .isEqualTo(atom("gone"));
        assertThat(log).containsExactly("-a boom");
        assertThat(home.term(self -> EventManager.delete(self, pid, atom("a"), BOOM)))
                .isEqualTo(tuple(Atom.ERROR, atom("module_not_found")));
        assertThat(home.term(self -> EventManager.call(self, pid, atom("a"), BOOM, Home.LONG)))
                .isEqualTo(tuple(Atom.ERROR, atom("bad_module")));
        assertThat(whichHandlers()).isEqualTo(list());
    }

    @Test
    void shouldLetAHandlerLeave() throws Exception {
        add("a");
        syncNotify("leave");
        assertThat(log).containsExactly("a leave", "-a remove_handler");
        assertThat(whichHandlers()).isEqualTo(list());
    }

    @Test
    void shouldRemoveAHandlerThatThrowsAndKeepTheOthers() throws Exception {
        add("a");
        add("b");
        syncNotify("throw_a");
        assertThat(whichHandlers()).isEqualTo(list(atom("b")));
        assertThat(log).hasSize(3).contains("b throw_a");
        assertThat(home.term(self -> EventManager.call(self, pid, atom("b"), BOOM, Home.LONG))
                        .toString())
                .startsWith("{error,{'EXIT',{{java_exception,");
        assertThat(whichHandlers()).isEqualTo(list());
    }

    @Test
    void shouldSayWhyAHandlerIsNotAdded() throws Exception {
        EventHandler failing = new EventHandler() {
            @Override
            public void init(Self self) {
                throw new IllegalStateException("no");
            }

            @Override
            public Then handleEvent(Term event, Self self) {
                return Then.STAY;
            }
        };
        assertThat(Home.reasonOf(() -> home.does(self -> {
                    manager.add(self, pid, BOOM, failing);
                    return pid;
                })))
                .matches(reason -> Home.isCrash(reason, "java.lang.IllegalStateException"));
        assertThat(whichHandlers()).isEqualTo(list());
    }

    @Test
    void shouldRefuseWhatErlangWouldHaveToRun() throws Exception {
        for (String verb : new String[] {"add_handler", "add_sup_handler", "swap_handler"}) {
            assertThat(home.call(pid, tuple(atom(verb), atom("mod"), list(), pid))
                            .toString())
                    .startsWith("{'EXIT',{undef,[{mod,init,");
        }
        assertThat(home.call(pid, BOOM).toString()).startsWith("{error,{unknown_call,");
        assertThat(home.call(pid, tuple(BOOM)).toString()).startsWith("{error,{unknown_call,");
    }

    @Test
    void shouldTellItsHandlersThatItEnds() throws Exception {
        add("a");
        home.does(self -> {
            GenServer.stop(self, pid, ExitReason.SHUTDOWN, Home.LONG);
            return pid;
        });
        assertThat(log).containsExactly("-a stop");
    }
}
