package org.sunda.bench.echo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.sunda.bench.Match;
import org.sunda.bench.Plan;
import org.sunda.bench.Report;
import org.sunda.bench.Session;
import org.sunda.bench.Target;
import org.sunda.bench.process.InstalledJinterface;

/// The report's experiment, and the same with other sizes: one Erlang process, and everybody as the other side.
final class EchoParts {
    private static final int KILO = 1024;
    private static final List<Integer> WINDOWS = List.of(1, 16, 256);

    /// A million in all, as in the report.
    private static final int ROUNDS = 20;

    private static final int THOROUGH = 50_000;

    /// Short turns, and more of them: at window 1 it is the system's scheduler that decides how long a turn takes.
    private static final int QUICK_ROUNDS = 15;

    private static final int QUICK = 12_000;
    private static final int QUICK_SINGLE = 2_500;

    private static final int SIZES_ROUNDS = 12;
    private static final int QUICK_SIZES_ROUNDS = 6;

    /// Of large messages fewer go there and back in a turn: so many bytes.
    private static final long TURN_BYTES = 192 << 20;

    /// A size, and a window that keeps both sides busy.
    private record Load(int size, int window) {}

    private static final List<Load> LOADS = List.of(
            new Load(16, 16),
            new Load(KILO, 16),
            new Load(64 * KILO, 16),
            new Load(KILO * KILO, 4),
            new Load(64 * KILO * KILO, 1));

    private static final String WINDOWS_NOTE = """
            `{echo, Node} ! {self(), Payload}` from one Erlang process, whose window is how many of them may be under way; the
            payload is a binary of 1 KB. Everybody is connected to the same Erlang node, and is asked in turn. The byte loop is
            the least that Java can do: it finds where frames end and sends the payload's bytes back, without looking at them.
            `CPU time` is what the side that answers used for each message, all its threads together, `of the client` what the
            Erlang node did, `garbage` how many bytes of the heap a JVM that answers took for it. MB/s are those of the
            payload, one way. The report had 47,344 messages a second.
            """;

    private static final String SIZES_NOTE = """
            The same with binaries of other sizes. The byte loop reads a whole frame before it answers, as all others do.
            """;

    private final Session session;
    private final Cluster cluster;
    private final Rivals rivals;

    EchoParts(Session session, Cluster cluster, Rivals rivals) {
        this.session = session;
        this.cluster = cluster;
        this.rivals = rivals;
    }

    /// Echoes of 1 KB, one at a time, and then several.
    Report windows() throws IOException, InterruptedException {
        List<Echoes> all = new ArrayList<>();
        List<Target> targets = new ArrayList<>();
        Plan plan = WarmUp.before(session, session.choose(QUICK_ROUNDS, ROUNDS));
        for (int window : WINDOWS) {
            int count = session.choose(window == 1 ? QUICK_SINGLE : QUICK, THOROUGH);
            Echoes echoes = measure(new Load(KILO, window), plan, count);
            all.add(echoes);
            targets.addAll(targets(echoes));
        }
        Bars.draw(session, "Echoes of 1 KB in a second", all);
        return new Report(List.of(Echoes.section("R3: echoes of 1 KB", WINDOWS_NOTE, all, rivals.names())), targets);
    }

    private static List<Target> targets(Echoes echoes) {
        String jinterface = InstalledJinterface.name();
        return Stream.of(
                        echoes.atLeast(0.95, Rival.LOOP),
                        echoes.atLeast(echoes.window() == 1 ? 1.4 : 1.6, jinterface),
                        echoes.cpuAtMost(0.5, jinterface),
                        echoes.atLeast(1, Rival.BEAM),
                        echoes.atLeast(1, Rival.EI))
                .flatMap(List::stream)
                .toList();
    }

    /// From 16 bytes to 64 MB.
    Report sizes() throws IOException, InterruptedException {
        List<Echoes> all = new ArrayList<>();
        List<Target> targets = new ArrayList<>();
        Plan plan = WarmUp.before(session, session.choose(QUICK_SIZES_ROUNDS, SIZES_ROUNDS));
        for (Load load : LOADS) {
            int count = Math.clamp(TURN_BYTES / load.size, load.window, QUICK);
            Echoes echoes = measure(load, plan, count);
            all.add(echoes);
            targets.addAll(echoes.atLeast(1, Rival.BEAM));
            targets.addAll(echoes.atLeast(1, Rival.EI));
        }
        return new Report(List.of(Echoes.section("echoes of other sizes", SIZES_NOTE, all, rivals.names())), targets);
    }

    private Echoes measure(Load load, Plan plan, int count) throws IOException, InterruptedException {
        String task = Echoes.task(load.size, load.window);
        List<Rival> all = rivals.all();
        session.progress("echo " + task);
        Match match = Match.play(task, all, plan, rival -> cluster.echo(rival, load.size, load.window, count));
        return new Echoes(load.size, load.window, match);
    }

    /// How the times of single echoes are spread.
    Report latency() throws IOException, InterruptedException {
        List<Rival> all = rivals.all();
        session.progress("latency");
        int count = session.choose(QUICK_SINGLE, THOROUGH);
        Plan plan = WarmUp.before(session, session.choose(QUICK_ROUNDS, ROUNDS));
        Spread times = new Spread(plan.rounds());
        Match.play("latency", all, plan, rival -> {
            times.add(
                    rival.name(),
                    cluster.client().ask("times", rival, KILO, count).file());
            return Map.of();
        });
        String note = """
                What each echo of 1 KB took, one at a time, by the clock of the Erlang process: the times of all turns together.
                """;
        return Report.of(times.section("single echoes", note));
    }
}
