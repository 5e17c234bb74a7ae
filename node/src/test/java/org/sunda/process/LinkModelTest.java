package org.sunda.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sunda.term.Terms.atom;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sunda.process.LinkModel.Act;
import org.sunda.process.LinkModel.Kind;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// Random acts of a few processes, one by one or two at the same time. What each process has then seen, and what stands
/// in the tables, must be what [LinkModel] says: for two at once, in one of the two orders.
@Timeout(120)
class LinkModelTest {
    private static final int PROCESSES = 5;
    private static final int STEPS = 30;
    private static final int PROGRAMS = 25;

    private static final List<Kind> ALL = List.of(Kind.values());

    /// Ends are rarer than these, or there would soon be nobody left.
    private static final List<Kind> HARMLESS =
            List.of(Kind.LINK, Kind.UNLINK, Kind.MONITOR, Kind.DEMONITOR, Kind.TRAP, Kind.UNTRAP);

    /// One run on real processes.
    private static final class Program implements AutoCloseable {
        private final Random random;
        private final Nodes nodes;
        private final List<Probe> probes = new ArrayList<>();
        private final Map<Integer, Ref> refs = new HashMap<>();
        private final Map<Ref, Integer> numbers = new HashMap<>();
        private final List<String> history = new ArrayList<>();
        private LinkModel model = new LinkModel(PROCESSES);
        private int lastMonitor;

        Program(Way way, long seed) {
            this.random = new Random(seed);
            this.nodes = Nodes.joined(way);
            for (int i = 0; i < PROCESSES; i++) {
                probes.add(Probe.on(i % 2 == 0 ? nodes.here() : nodes.there()));
            }
        }

        void run() throws Exception {
            for (int i = 0; i < STEPS && model.alive().size() > 1; i++) {
                step();
            }
        }

        private void step() throws Exception {
            List<Integer> actors = model.alive();
            Collections.shuffle(actors, random);
            Act one = act(actors.get(0));
            Act other = act(actors.get(1));
            boolean areTwo = random.nextBoolean() && !(one.ends() && other.ends());
            Act[] acts = areTwo ? new Act[] {one, other} : new Act[] {one};
            history.add(Arrays.toString(acts));
            perform(acts);
            List<String> seen = seen();
            List<LinkModel> allowed =
                    areTwo ? List.of(model.after(one, other), model.after(other, one)) : List.of(model.after(one));
            Optional<LinkModel> next =
                    allowed.stream().filter(each -> each.seen().equals(seen)).findFirst();
            assertThat(next)
                    .as(
                            "after %s:%n%s%nis none of%n%s",
                            history, seen, allowed.stream().map(LinkModel::seen).toList())
                    .isPresent();
            model = next.get();
        }

        private Act act(int actor) {
            List<Kind> kinds = random.nextInt(4) == 0 ? ALL : HARMLESS;
            Kind kind = kinds.get(random.nextInt(kinds.size()));
            int other = random.nextInt(PROCESSES);
            List<Integer> held = model.monitorsOf(actor);
            if (kind == Kind.DEMONITOR) {
                other = held.isEmpty() ? 0 : held.get(random.nextInt(held.size()));
                kind = held.isEmpty() ? Kind.TRAP : kind;
            }
            return new Act(kind, actor, other, ++lastMonitor);
        }

        private void perform(Act... acts) {
            List<CompletableFuture<Boolean>> all = new ArrayList<>();
            for (Act act : acts) {
                all.add(probes.get(act.actor()).begins(self -> {
                    perform(act, self);
                    return true;
                }));
            }
            for (int i = 0; i < acts.length; i++) {
                CompletableFuture<Boolean> act = all.get(i);
                Probe actor = probes.get(acts[i].actor());
                Await.until("an act is over", () -> act.isDone() || !actor.isAlive());
            }
            nodes.settle();
        }

        private void perform(Act act, BlockingSelf self) {
            switch (act.kind()) {
                case LINK -> self.link(pid(act.other()));
                case UNLINK -> self.unlink(pid(act.other()));
                case MONITOR -> keep(act.number(), self.monitor(pid(act.other())));
                case DEMONITOR -> self.demonitor(ref(act.other()));
                case TRAP -> self.trapExit(true);
                case UNTRAP -> self.trapExit(false);
                case SEND_EXIT -> self.exit(pid(act.other()), atom("boom"));
                case SEND_KILL -> self.exit(pid(act.other()), ExitReason.KILL);
                case EXIT -> throw self.exit(atom("stop"));
            }
        }

        private Pid pid(int number) {
            return probes.get(number).pid();
        }

        private synchronized void keep(int number, Ref ref) {
            refs.put(number, ref);
            numbers.put(ref, number);
        }

        private synchronized Ref ref(int number) {
            return Objects.requireNonNull(refs.get(number));
        }

        // -- What is to be seen ---------------------------------------------------------------------------------------

        private List<String> seen() throws Exception {
            List<String> seen = new ArrayList<>();
            for (int i = 0; i < PROCESSES; i++) {
                Processes processes = i % 2 == 0 ? nodes.here() : nodes.there();
                seen.add(
                        processes.pids().contains(pid(i))
                                ? alive(processes, i)
                                : "ended by " + probes.get(i).end());
            }
            return seen;
        }

        private String alive(Processes processes, int number) throws Exception {
            TreeSet<Integer> links = new TreeSet<>();
            Tables.links(processes, pid(number)).forEach(other -> links.add(numberOf(other)));
            assertThat(Tables.linkCount(processes, pid(number)))
                    .as("links that are ended but not acknowledged count too, after " + history)
                    .isEqualTo(links.size());
            List<String> messages = probes.get(number).does(self -> {
                List<String> all = new ArrayList<>();
                Optional<Term> next = self.receive(Duration.ZERO);
                while (next.isPresent()) {
                    all.add(words((Tuple) next.get()));
                    next = self.receive(Duration.ZERO);
                }
                return all;
            });
            int held = Tables.heldCount(processes, pid(number));
            return LinkModel.line(links, held, Tables.watcherCount(processes, pid(number)), messages);
        }

        private synchronized String words(Tuple message) {
            return message.isTagged("DOWN", 5)
                    ? "DOWN " + numbers.get(message.element(1)) + " " + numberOf(message.element(3)) + " "
                            + message.element(4)
                    : "EXIT " + numberOf(message.element(1)) + " " + message.element(2);
        }

        private int numberOf(Term pid) {
            return probes.stream().map(Probe::pid).toList().indexOf(pid);
        }

        @Override
        public void close() {
            nodes.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeAsTheModelSaysWhenActsFollowOrMeet(Way way) throws Exception {
        for (int i = 0; i < PROGRAMS; i++) {
            try (Program program = new Program(way, Objects.hash(way.name(), i))) {
                program.run();
            }
        }
    }
}
