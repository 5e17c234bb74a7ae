package org.sunda.otp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.term.Terms.atom;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sunda.process.BlockingSelf;
import org.sunda.process.ExitException;
import org.sunda.process.ExitReason;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Term;

/// Tasks: values, failures and those that take too long.
@Timeout(60)
class TaskTest {
    private static final Atom BOOM = atom("boom");
    private static final Duration SHORT = Duration.ofMillis(20);

    private final Home home = new Home();

    @AfterEach
    void close() {
        home.close();
    }

    private static Task<String> endless(BlockingSelf self) {
        return Task.async(self, task -> {
            task.receive(message -> null);
            return "never";
        });
    }

    @Test
    void shouldAnswerWhatATaskDoes() throws Exception {
        Optional<Term> rest = home.does(self -> {
            Task<Integer> one = Task.async(self, _ -> 1);
            Task<Integer> two = Task.async(self, _ -> 2);
            assertThat(two.await(self, Home.LONG) + one.await(self, Home.LONG)).isEqualTo(3);
            assertThat(one.await(self, Home.LONG)).isEqualTo(1);
            return self.receive(SHORT);
        });
        assertThat(rest).isEmpty();
    }

    @Test
    void shouldFailWithTheReasonOfTheTask() throws Exception {
        Term reason = home.does(self -> {
            self.trapExit(true);
            Task<String> task = Task.async(self, _ -> {
                throw new ExitException(BOOM);
            });
            try {
                return atom(task.await(self, Home.LONG));
            } catch (ExitException e) {
                return e.reason();
            }
        });
        assertThat(reason).isEqualTo(BOOM);
    }

    @Test
    void shouldTakeItsOwnerAlongWhenItFails() throws Exception {
        Pid owner = home.processes().spawn(self -> {
            Task<String> task = Task.async(self, _ -> {
                throw new ExitException(BOOM);
            });
            task.await(self, Home.LONG);
        });
        assertThat(home.endOf(owner)).isIn(BOOM, ExitReason.NOPROC);
    }

    @Test
    void shouldGoOnWhenItTakesLonger() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        String value = home.does(self -> {
            Task<String> task = Task.async(self, _ -> {
                go.await();
                return "late";
            });
            assertThat(task.poll(self, SHORT)).isEmpty();
            assertThatThrownBy(() -> task.await(self, SHORT)).hasMessage("exit timeout");
            go.countDown();
            return task.await(self, Home.LONG);
        });
        assertThat(value).isEqualTo("late");
    }

    @Test
    void shouldEndATaskThatIsShutDown() throws Exception {
        Pid pid = home.does(self -> {
            Task<String> task = endless(self);
            assertThat(task.shutdown(self, Home.LONG)).isEmpty();
            Task<String> done = Task.async(self, _ -> "done");
            home.endOf(done.pid());
            assertThat(done.shutdown(self, Home.LONG)).contains("done");
            return task.pid();
        });
        assertThat(home.processes().isAlive(pid)).isFalse();
    }

    @Test
    void shouldEndWithItsOwner() throws Exception {
        CompletableFuture<Pid> task = new CompletableFuture<>();
        Pid owner = home.processes().spawn(self -> {
            task.complete(endless(self).pid());
            self.receive();
        });
        Pid pid = Home.get(task);
        home.processes().exit(owner, BOOM);
        assertThat(home.endOf(pid)).isIn(BOOM, ExitReason.NOPROC);
    }

    @Test
    void shouldKnowItsResultAmongMessages() throws Exception {
        String value = home.does(self -> {
            Task<String> task = Task.async(self, _ -> "value");
            self.send(self.pid(), BOOM);
            while (true) {
                Optional<String> result = task.resultIn(self.receive());
                if (result.isPresent()) {
                    return result.get();
                }
            }
        });
        assertThat(value).isEqualTo("value");
    }

    @Test
    void shouldDoManyThingsSomeAtATime() throws Exception {
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<Integer> squares =
                home.does(self -> Task.map(self, IntStream.range(0, 100).boxed().toList(), 4, Home.LONG, each -> {
                    most.accumulateAndGet(now.incrementAndGet(), Math::max);
                    now.decrementAndGet();
                    return each * each;
                }));
        assertThat(squares).hasSize(100).startsWith(0, 1, 4, 9).endsWith(99 * 99);
        assertThat(most.get()).isLessThanOrEqualTo(4);
    }

    @Test
    void shouldEndTheOthersWhenOneOfManyFails() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(3);
        Term reason = home.does(self -> {
            self.trapExit(true);
            try {
                Task.map(self, List.of(0, 1, 2, 3), 4, Home.LONG, each -> {
                    if (each == 0) {
                        throw new ExitException(BOOM);
                    }
                    try {
                        new CountDownLatch(1).await();
                    } finally {
                        interrupted.countDown();
                    }
                    return each;
                });
                return Atom.OK;
            } catch (ExitException e) {
                return e.reason();
            }
        });
        assertThat(reason).isEqualTo(BOOM);
    }
}
