package org.sunda.otp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.tuple;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sunda.process.ExitReason;
import org.sunda.term.Pid;
import org.sunda.term.Term;

/// Registries: who is there under which key.
@Timeout(60)
class RegistryTest {
    private static final Term KEY = tuple(atom("room"), integer(1));

    private final Home home = new Home();

    @AfterEach
    void close() {
        home.close();
    }

    /// A process that enters itself, says how that went, and lives until it gets a message.
    private Pid member(Registry registry, Term value, CompletableFuture<Optional<Pid>> outcome) {
        return home.processes().spawn(self -> {
            outcome.complete(registry.register(self, KEY, value));
            self.receive();
            registry.unregister(self, KEY);
        });
    }

    private Pid entered(Registry registry, Term value) throws Exception {
        CompletableFuture<Optional<Pid>> outcome = new CompletableFuture<>();
        Pid pid = member(registry, value, outcome);
        assertThat(Home.get(outcome)).isEmpty();
        return pid;
    }

    /// Ends a process, and waits until the registry has been told.
    private void end(Registry registry, Pid pid) throws InterruptedException {
        home.processes().exit(pid, ExitReason.KILL);
        home.endOf(pid);
        awaitEmpty(registry);
    }

    private void awaitEmpty(Registry registry) throws InterruptedException {
        home.does(self -> {
            long deadline = System.nanoTime() + Home.LONG.toNanos();
            while (registry.size() > 0) {
                assertThat(System.nanoTime()).isLessThan(deadline);
                self.receive(Duration.ofMillis(1));
            }
            return registry;
        });
    }

    @Test
    void shouldHaveOneProcessForAUniqueKey() throws Exception {
        Registry registry = Registry.unique(home.processes());
        Pid first = entered(registry, integer(1));
        CompletableFuture<Optional<Pid>> second = new CompletableFuture<>();
        member(registry, integer(2), second);
        assertThat(Home.get(second)).contains(first);
        assertThat(registry.lookup(KEY)).containsExactly(new Registry.Entry(first, integer(1)));
        end(registry, first);
        Pid third = entered(registry, integer(3));
        assertThat(registry.lookup(KEY)).containsExactly(new Registry.Entry(third, integer(3)));
    }

    @Test
    void shouldHaveManyProcessesForADuplicateKey() throws Exception {
        Registry registry = Registry.duplicate(home.processes());
        Pid first = entered(registry, integer(1));
        Pid second = entered(registry, integer(2));
        assertThat(registry.lookup(KEY)).extracting(Registry.Entry::pid).containsExactly(first, second);
        home.does(self -> {
            registry.dispatch(self, KEY, atom("leave"));
            return first;
        });
        home.endOf(first);
        home.endOf(second);
        assertThat(registry.lookup(KEY)).isEmpty();
        assertThat(registry.size()).isZero();
    }

    @Test
    void shouldKeepNothingOfManyThatEndAtOnce() throws Exception {
        Registry registry = Registry.duplicate(home.processes());
        AtomicInteger entered = new AtomicInteger();
        Pid[] pids = new Pid[1_000];
        for (int i = 0; i < pids.length; i++) {
            pids[i] = home.processes().spawn(self -> {
                registry.register(self, integer(entered.incrementAndGet() % 10), KEY);
            });
        }
        for (Pid pid : pids) {
            home.endOf(pid);
        }
        awaitEmpty(registry);
    }
}
