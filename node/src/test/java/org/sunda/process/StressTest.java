package org.sunda.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.tuple;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.SmallInt;
import org.sunda.term.Term;
import org.sunda.term.Tuple;
import org.sunda.term.Tuple2;

/// Two hundred processes on two nodes link, unlink, monitor, send and die at random, all at once. In the end each
/// must have seen what a model of it says, and the tables of both nodes must agree.
@Timeout(120)
class StressTest {
    private static final int PROCESSES = 200;
    private static final int STEPS = 400;
    private static final Term REPORT = atom("report");
    private static final Term BOOM = atom("boom");

    /// One process: what it does, and what it has seen. Only its own thread changes it until it reports.
    private static final class Actor {
        private final Random random;
        private final List<Pid> all;
        private final List<Atom> names;
        private final CompletableFuture<Actor> report = new CompletableFuture<>();

        /// Each monitor that stands, and what it was made by.
        private final Map<Ref, Term> monitors = new HashMap<>();

        private final Set<Ref> ended = new HashSet<>();
        private final Set<Ref> fired = new HashSet<>();

        /// The exit signals that were trapped.
        private final List<Tuple> exits = new ArrayList<>();

        private final Map<Pid, Long> lastNumber = new HashMap<>();
        private final List<String> mistakes = new ArrayList<>();
        private long sent;

        Actor(long seed, List<Pid> all, List<Atom> names) {
            this.random = new Random(seed);
            this.all = all;
            this.names = names;
        }

        void live(BlockingSelf self, CountDownLatch start, CountDownLatch done) throws InterruptedException {
            start.countDown();
            try {
                start.await();
                for (int i = 0; i < STEPS; i++) {
                    step(self);
                    drain(self, Duration.ZERO);
                }
            } finally {
                done.countDown();
            }
            while (!report.isDone()) {
                drain(self, Probe.LONG);
            }
            self.receive();
        }

        private void step(BlockingSelf self) {
            Pid other = all.get(random.nextInt(all.size()));
            int dice = random.nextInt(1_000);
            if (dice < 300) {
                self.link(other);
            } else if (dice < 500) {
                self.unlink(other);
            } else if (dice < 650) {
                watch(self, other);
            } else if (dice < 730) {
                watch(self, tuple(names.get(random.nextInt(names.size())), other.node()));
            } else if (dice < 850) {
                endSomeMonitor(self);
            } else if (dice < 988) {
                self.send(other, tuple(self.pid(), integer(++sent)));
            } else if (dice < 996) {
                sendExit(self, other);
            } else if (dice < 999) {
                self.exit(other, ExitReason.KILL);
            } else {
                throw self.exit(random.nextBoolean() ? Atom.NORMAL : BOOM);
            }
        }

        /// The reason tells it from that of a link: there the sender is dead.
        private static void sendExit(BlockingSelf self, Pid other) {
            if (!other.equals(self.pid())) {
                self.exit(other, tuple(BOOM, self.pid()));
            }
        }

        private void watch(BlockingSelf self, Term target) {
            monitors.put(random.nextBoolean() ? self.monitor(target) : self.monitorWithAlias(target), target);
        }

        private void endSomeMonitor(BlockingSelf self) {
            monitors.keySet().stream().findAny().ifPresent(ref -> {
                self.demonitor(ref);
                monitors.remove(ref);
                ended.add(ref);
            });
        }

        private void drain(BlockingSelf self, Duration timeout) throws InterruptedException {
            Optional<Term> message = self.receive(timeout);
            while (message.isPresent() && !report.isDone()) {
                see(message.get() instanceof Tuple tuple ? tuple : tuple(message.get()));
                message = self.receive(Duration.ZERO);
            }
        }

        private void see(Tuple message) {
            if (message.isTagged("DOWN", 5)) {
                seeDown((Ref) message.element(1), message.element(3));
            } else if (message.isTagged("EXIT", 3)) {
                exits.add(message);
            } else if (message.equals(tuple(REPORT))) {
                report.complete(this);
            } else if (message.element(0) instanceof Pid from) {
                seeNumber(from, ((SmallInt) message.element(1)).value());
            }
        }

        private void seeDown(Ref ref, Term target) {
            if (!fired.add(ref)) {
                mistakes.add("a monitor fired twice: " + ref);
            }
            if (ended.contains(ref)) {
                mistakes.add("a monitor fired after its end: " + ref);
            } else if (!target.equals(monitors.remove(ref))) {
                mistakes.add("a monitor fired for another target: " + ref + " for " + target);
            }
        }

        private void seeNumber(Pid from, long number) {
            if (number <= lastNumber.getOrDefault(from, 0L)) {
                mistakes.add("messages out of order from " + from);
            }
            lastNumber.put(from, number);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ENCODED, 10, 20",
        "DIRECT, 11, 0",
        "LOCAL, 12, 0",
        "QUEUED, 13, 20",
        "ENCODED, 14, 200",
        "DIRECT, 15, 0",
        "LOCAL, 16, 0",
        "QUEUED, 17, 200",
        "ENCODED, 18, 0",
        "DIRECT, 19, 0",
        "LOCAL, 20, 0",
        "QUEUED, 21, 0",
        "ENCODED, 22, 20",
        "DIRECT, 23, 0",
        "LOCAL, 24, 0",
        "QUEUED, 25, 20",
        "ENCODED, 26, 200",
        "DIRECT, 27, 0",
        "LOCAL, 28, 0",
        "QUEUED, 29, 200",
        "ENCODED, 30, 0",
        "DIRECT, 31, 0",
        "LOCAL, 32, 0",
        "QUEUED, 33, 0",
        "ENCODED, 34, 20",
        "DIRECT, 35, 0",
        "LOCAL, 36, 0",
        "QUEUED, 37, 20",
        "ENCODED, 38, 200",
        "DIRECT, 39, 0",
        "LOCAL, 40, 0",
        "QUEUED, 41, 200",
        "ENCODED, 42, 0",
        "DIRECT, 43, 0",
        "LOCAL, 44, 0",
        "QUEUED, 45, 0",
        "ENCODED, 46, 20",
        "DIRECT, 47, 0",
        "LOCAL, 48, 0",
        "QUEUED, 49, 20",
        "ENCODED, 50, 200",
        "DIRECT, 51, 0",
        "LOCAL, 52, 0",
        "QUEUED, 53, 200",
        "ENCODED, 54, 0",
        "DIRECT, 55, 0",
        "LOCAL, 56, 0",
        "QUEUED, 57, 0",
        "ENCODED, 58, 20",
        "DIRECT, 59, 0",
        "LOCAL, 60, 0",
        "QUEUED, 61, 20",
        "ENCODED, 62, 200",
        "DIRECT, 63, 0",
        "LOCAL, 64, 0",
        "QUEUED, 65, 200",
        "ENCODED, 66, 0",
        "DIRECT, 67, 0",
        "LOCAL, 68, 0",
        "QUEUED, 69, 0"
    })
    void shouldAgreeInTheEndWhenAllAct(Way way, long seed, int disconnects) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            List<Actor> actors = new ArrayList<>();
            List<Pid> pids = new ArrayList<>();
            List<Atom> names = new ArrayList<>();
            CountDownLatch start = new CountDownLatch(PROCESSES + 1);
            CountDownLatch done = new CountDownLatch(PROCESSES);
            for (int i = 0; i < PROCESSES; i++) {
                Actor actor = new Actor(seed * PROCESSES + i, pids, names);
                Atom name = atom("p" + i);
                SpawnOptions options = SpawnOptions.DEFAULT.named(name.text());
                Processes processes = i % 2 == 0 ? nodes.here() : nodes.there();
                pids.add(processes.spawn(
                        i % 5 == 0 ? options : options.trappingExits(), self -> actor.live(self, start, done)));
                names.add(name);
                actors.add(actor);
            }
            start.countDown();
            for (int i = 0; i < disconnects; i++) {
                nodes.disconnect();
                nodes.connect();
                done.await(3, TimeUnit.MILLISECONDS);
            }
            assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
            nodes.settle();
            check(nodes, actors, pids, disconnects > 0);
        }
    }

    private static void check(Nodes nodes, List<Actor> actors, List<Pid> pids, boolean wasDisconnected)
            throws Exception {
        Set<Pid> alive = new HashSet<>();
        nodes.forEach(processes -> alive.addAll(processes.pids()));
        assertThat(alive).hasSizeBetween(1, PROCESSES - 1);
        System.out.println("alive " + alive.size());
        Map<Pid, Integer> watchers = new HashMap<>();
        for (Pid pid : alive) {
            at(nodes, pid.node()).send(pid, REPORT);
            Actor actor = Probe.get(actors.get(pids.indexOf(pid)).report);
            assertThat(actor.mistakes).isEmpty();
            for (Term target : actor.monitors.values()) {
                Optional<Pid> watched = resolved(nodes, target).filter(alive::contains);
                assertThat(watched)
                        .as("the target of a monitor that has not fired: " + target)
                        .isPresent();
                watchers.merge(watched.get(), 1, Integer::sum);
            }
            assertThat(Tables.heldCount(at(nodes, pid.node()), pid)).isEqualTo(actor.monitors.size());
            if (!wasDisconnected) {
                checkExits(actor, alive);
            }
        }
        for (Pid pid : alive) {
            checkLinks(nodes, pid, alive);
            assertThat(Tables.watcherCount(at(nodes, pid.node()), pid)).isEqualTo(watchers.getOrDefault(pid, 0));
        }
    }

    private static Processes at(Nodes nodes, Term node) {
        return node.equals(Nodes.HERE) ? nodes.here() : nodes.there();
    }

    private static Optional<Pid> resolved(Nodes nodes, Term target) {
        return switch (target) {
            case Pid pid -> Optional.of(pid);
            case Tuple2(Atom name, Atom node) -> at(nodes, node).whereis(name);
            default -> Optional.empty();
        };
    }

    /// Who has exited by a link is dead, and has exited once; all later links with it say `noproc`.
    private static void checkExits(Actor actor, Set<Pid> alive) {
        List<Tuple> byLink = actor.exits.stream()
                .filter(exit -> !exit.element(2).equals(tuple(BOOM, exit.element(1))))
                .toList();
        assertThat(byLink).extracting(exit -> exit.element(1)).doesNotContainAnyElementsOf(alive);
        assertThat(byLink)
                .filteredOn(exit -> !exit.element(2).equals(ExitReason.NOPROC))
                .extracting(exit -> exit.element(1))
                .doesNotHaveDuplicates();
    }

    private static void checkLinks(Nodes nodes, Pid pid, Set<Pid> alive) {
        Set<Pid> links = Tables.links(at(nodes, pid.node()), pid);
        assertThat(alive).containsAll(links);
        assertThat(Tables.linkCount(at(nodes, pid.node()), pid))
                .as("links, with those that are ended but not acknowledged")
                .isEqualTo(links.size());
        for (Pid other : links) {
            assertThat(Tables.links(at(nodes, other.node()), other))
                    .as("the links of " + other)
                    .contains(pid);
        }
    }
}
