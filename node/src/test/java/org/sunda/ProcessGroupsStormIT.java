package org.sunda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sunda.term.Terms.integer;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sunda.pg.ProcessGroups;
import org.sunda.term.ListTerm;
import org.sunda.term.Pid;
import org.sunda.term.Term;
import org.sunda.term.Tuple2;

/// Three Erlang nodes and two of ours in one scope, which join and leave at random, while one after the
/// other is killed and comes back: when it is quiet all five see the same. How long: the system property
/// `sunda.pg.minutes`; without it two rounds. A round has 10,000 joins and leaves.
@Timeout(1200)
final class ProcessGroupsStormIT {
    private static final int MINUTES = Integer.getInteger("sunda.pg.minutes", 0);
    private static final int OPERATIONS = 10_000;
    private static final int BATCH = 100;
    private static final int GROUPS = 20;
    private static final int MEMBERS = 15;

    private final long seed = Long.getLong("sunda.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final List<ErlNode> erls = new ArrayList<>();
    private final List<Ours> ours = new ArrayList<>();
    private Cluster cluster;

    /// A node of ours, with processes that join and leave.
    private static final class Ours {
        private final Node node;
        private final ProcessGroups groups;
        private final Pid[] members = new Pid[MEMBERS];

        Ours(Node node) {
            this.node = node;
            this.groups = node.groups("storm");
            for (int i = 0; i < MEMBERS; i++) {
                members[i] = member();
            }
        }

        private Pid member() {
            return node.spawn(self -> self.receive());
        }

        void act(Random random) {
            int one = random.nextInt(MEMBERS);
            int two = random.nextInt(MEMBERS);
            Term group = integer(random.nextInt(GROUPS));
            switch (random.nextInt(20)) {
                case 0 -> {
                    node.processes().exit(members[one], Term.parse("kill"));
                    members[one] = member();
                }
                case 1, 2 -> groups.join(group, members[one], members[two], members[one]);
                case 3, 4, 5 -> groups.leave(group, members[one], members[two]);
                case 6, 7, 8, 9, 10, 11 -> groups.join(group, members[one]);
                default -> groups.leave(group, members[one]);
            }
        }
    }

    private ErlNode erl(int index) throws IOException {
        ErlNode node = cluster.erl("erl" + index);
        node.eval("""
                {ok, _} = pg:start(storm),
                New = fun() -> spawn(fun() -> receive stop -> ok end end) end,
                put(members, list_to_tuple([New() || _ <- lists:seq(1, %1$d)])),
                Act = fun() ->
                    N = rand:uniform(%1$d),
                    One = element(N, get(members)),
                    Two = element(rand:uniform(%1$d), get(members)),
                    Group = rand:uniform(%2$d) - 1,
                    case rand:uniform(20) of
                        1 -> exit(One, kill), put(members, setelement(N, get(members), New()));
                        K when K =< 3 -> pg:join(storm, Group, [One, Two, One]);
                        K when K =< 6 -> pg:leave(storm, Group, [One, Two]);
                        K when K =< 12 -> pg:join(storm, Group, One);
                        _ -> pg:leave(storm, Group, One)
                    end
                end,
                View = fun() -> [{G, pg:get_members(storm, G)} || G <- pg:which_groups(storm)] end""".formatted(MEMBERS, GROUPS).replace('\n', ' '));
        return node;
    }

    private void connect() {
        for (Ours one : ours) {
            erls.forEach(erl -> one.node.connect(erl.name()));
            ours.stream().filter(other -> other != one).forEach(other -> one.node.connect(other.node.name()));
        }
        for (ErlNode erl : erls) {
            erls.stream()
                    .filter(other -> other != erl)
                    .forEach(other -> erl.check("net_kernel:connect_node('" + other.name() + "')"));
        }
    }

    @BeforeEach
    void start() throws IOException {
        cluster = Cluster.start();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void shouldAgreeWhenItIsQuiet() throws Exception {
        for (int i = 0; i < 3; i++) {
            erls.add(erl(i));
        }
        for (int i = 0; i < 2; i++) {
            ours.add(new Ours(cluster.java("java" + i)));
        }
        connect();
        long end = System.nanoTime() + Duration.ofMinutes(MINUTES).toNanos();
        int round = 0;
        long longest = 0;
        do {
            storm(round);
            longest = Math.max(longest, untilAllAgree());
            round++;
        } while (round < 2 || System.nanoTime() < end);
        System.out.printf(
                "%d joins and leaves, %d nodes killed: all five agreed at most %d ms after the last (seed %d)%n",
                round * OPERATIONS, round, TimeUnit.NANOSECONDS.toMillis(longest), seed);
    }

    /// In the middle of it a node is killed and comes back: an Erlang node, every fourth time one of ours.
    private void storm(int round) throws IOException {
        int kill = random.nextInt(OPERATIONS / BATCH);
        for (int i = 0; i < OPERATIONS / BATCH; i++) {
            if (i == kill) {
                replace(round);
            }
            int who = random.nextInt(erls.size() + ours.size());
            if (who < erls.size()) {
                erls.get(who).eval("[Act() || _ <- lists:seq(1, " + BATCH + ")], ok");
            } else {
                Ours one = ours.get(who - erls.size());
                for (int k = 0; k < BATCH; k++) {
                    one.act(random);
                }
            }
        }
    }

    private void replace(int round) throws IOException {
        if (round % 4 == 1) {
            int index = random.nextInt(ours.size());
            ours.get(index).node.close();
            ours.set(index, new Ours(cluster.java("java" + index)));
        } else {
            int index = random.nextInt(erls.size());
            erls.get(index).kill();
            erls.set(index, erl(index));
        }
        connect();
    }

    /// Answers how long that takes, in nanoseconds.
    private long untilAllAgree() {
        long start = System.nanoTime();
        while (true) {
            long asked = System.nanoTime();
            List<Map<Term, Map<Term, Long>>> views = views();
            if (views.stream().distinct().count() == 1) {
                assertThat(views.getFirst()).isNotEmpty();
                return asked - start;
            }
            assertThat(asked - start)
                    .as("seed " + seed + ", the views are " + views)
                    .isLessThan(TimeUnit.SECONDS.toNanos(30));
            LockSupport.parkNanos(10_000_000);
        }
    }

    private List<Map<Term, Map<Term, Long>>> views() {
        List<Map<Term, Map<Term, Long>>> views = new ArrayList<>();
        for (Ours one : ours) {
            Map<Term, Map<Term, Long>> view = new HashMap<>();
            one.groups.all().forEach((group, pids) -> view.put(group, counted(pids)));
            views.add(view);
        }
        for (ErlNode erl : erls) {
            Map<Term, Map<Term, Long>> view = new HashMap<>();
            for (Term entry : (ListTerm) erl.eval("View()")) {
                if (entry instanceof Tuple2(Term group, ListTerm pids) && !pids.isEmpty()) {
                    view.put(group, counted(pids.elements()));
                }
            }
            views.add(view);
        }
        return views;
    }

    private static Map<Term, Long> counted(List<? extends Term> pids) {
        Map<Term, Long> counts = new HashMap<>();
        pids.forEach(pid -> counts.merge(pid, 1L, Long::sum));
        return counts;
    }
}
