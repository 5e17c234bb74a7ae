package org.sunda.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.tuple;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.SmallInt;
import org.sunda.term.Term;
import org.sunda.term.Tuple2;

/// Who runs when: no process keeps another one from running, whatever it does.
@Timeout(60)
class SchedulingTest {
    private static final int WORKERS = Math.max(2, Runtime.getRuntime().availableProcessors());

    private static Term answer(Processes processes) throws Exception {
        CompletableFuture<Term> answer = new CompletableFuture<>();
        Pid pid = processes.react(SpawnOptions.DEFAULT, (message, self) -> answer.complete(message));
        processes.send(pid, atom("hello"));
        return Probe.get(answer);
    }

    @Test
    void shouldRunOthersWhileHandlersBlockAllWorkers() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            CountDownLatch blocked = new CountDownLatch(2 * WORKERS);
            CountDownLatch goOn = new CountDownLatch(1);
            for (int i = 0; i < 2 * WORKERS; i++) {
                Pid pid = nodes.here().react(SpawnOptions.DEFAULT, (message, self) -> {
                    blocked.countDown();
                    goOn.await();
                });
                nodes.here().send(pid, atom("block"));
            }
            blocked.await();
            assertThat(answer(nodes.here())).isEqualTo(atom("hello"));
            goOn.countDown();
        }
    }

    /// What it has sent before it blocks waits in the queue of its own worker.
    @Test
    void shouldRunWhatAHandlerSentBeforeItBlocked() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            CountDownLatch received = new CountDownLatch(1);
            Pid receiver = nodes.here().react(SpawnOptions.DEFAULT, (message, self) -> received.countDown());
            Pid sender = nodes.here().react(SpawnOptions.DEFAULT, (message, self) -> {
                self.send(receiver, message);
                received.await();
            });
            nodes.here().send(sender, atom("go"));
            received.await();
        }
    }

    @Test
    void shouldRunOthersWhileOnesSendToThemselvesForEver() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            for (int i = 0; i < 2 * WORKERS; i++) {
                Pid pid = nodes.here().react(SpawnOptions.DEFAULT, (message, self) -> self.send(self.pid(), message));
                nodes.here().send(pid, atom("again"));
            }
            for (int i = 0; i < 100; i++) {
                assertThat(answer(nodes.here())).isEqualTo(atom("hello"));
            }
        }
    }

    @Test
    void shouldRunOthersWhileOneIsFlooded() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            CompletableFuture<Boolean> isOver = new CompletableFuture<>();
            Pid flooded =
                    nodes.here().react(SpawnOptions.DEFAULT.withMailbox(1_000, Overflow.DROP), (message, self) -> {});
            nodes.here().spawn(self -> {
                while (!isOver.isDone()) {
                    self.send(flooded, atom("more"));
                }
            });
            for (int i = 0; i < 100; i++) {
                assertThat(answer(nodes.here())).isEqualTo(atom("hello"));
            }
            isOver.complete(true);
        }
    }

    @Test
    void shouldEndOnlyTheProcessWhoseHandlerRecursesForEver() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Probe watcher = Probe.on(nodes.here());
            Pid pid = nodes.here().react(SpawnOptions.DEFAULT, (message, self) -> recurse(message, 0));
            watcher.runs(self -> self.monitor(pid));
            nodes.here().send(pid, atom("go"));
            assertThat(watcher.receives().toString()).contains("DOWN").contains(StackOverflowError.class.getName());
            assertThat(answer(nodes.here())).isEqualTo(atom("hello"));
        }
    }

    private static Term recurse(Term message, int depth) {
        return depth < 0 ? message : tuple(recurse(message, depth + 1), message);
    }

    /// All that one process makes runnable is in the queue of one worker, and more than fits there.
    @Test
    void shouldShareWhatOneProcessMakesRunnable() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            int receivers = 2_000;
            CountDownLatch all = new CountDownLatch(receivers);
            CountDownLatch two = new CountDownLatch(2);
            Set<Thread> threads = ConcurrentHashMap.newKeySet();
            List<Pid> pids = new ArrayList<>();
            for (int i = 0; i < receivers; i++) {
                pids.add(nodes.here().react(SpawnOptions.DEFAULT, (message, self) -> {
                    if (threads.add(Thread.currentThread())) {
                        two.countDown();
                        two.await();
                    }
                    all.countDown();
                }));
            }
            Pid sender = nodes.here()
                    .react(SpawnOptions.DEFAULT, (message, self) -> pids.forEach(to -> self.send(to, message)));
            nodes.here().send(sender, atom("go"));
            all.await();
            assertThat(threads).hasSizeGreaterThan(1);
        }
    }

    @Test
    void shouldRunManyConversationsAtOnce() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            int pairs = 200;
            int messages = 2_000;
            CountDownLatch done = new CountDownLatch(pairs);
            for (int i = 0; i < pairs; i++) {
                Handler handler = (message, self) -> {
                    if (message instanceof Tuple2(Pid other, SmallInt(long left)) && left > 0) {
                        self.send(other, tuple(self.pid(), integer(left - 1)));
                    } else {
                        done.countDown();
                    }
                };
                Pid one = nodes.here().react(SpawnOptions.DEFAULT, handler);
                Pid other = nodes.here().react(SpawnOptions.DEFAULT, handler);
                nodes.here().send(one, tuple(other, integer(messages)));
            }
            done.await();
        }
    }

    /// Nobody waits for the end of a process whose thread does not heed it.
    @Test
    void shouldTellOfAnEndAtOnceWhenTheHandlerGoesOn() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            CountDownLatch goOn = new CountDownLatch(1);
            CountDownLatch inside = new CountDownLatch(1);
            Probe watcher = Probe.on(nodes.here());
            Pid pid = nodes.here().react(SpawnOptions.DEFAULT, (message, self) -> {
                inside.countDown();
                goOn.await();
            });
            watcher.runs(self -> self.monitor(pid));
            nodes.here().send(pid, atom("go"));
            inside.await();
            nodes.here().exit(pid, Atom.of("stop"));
            assertThat(watcher.receives().toString()).contains("DOWN").contains("stop");
            goOn.countDown();
        }
    }
}
