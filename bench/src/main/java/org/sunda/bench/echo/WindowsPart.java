package org.sunda.bench.echo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.sunda.bench.Match;
import org.sunda.bench.Plan;
import org.sunda.bench.Report;
import org.sunda.bench.Session;
import org.sunda.bench.Target;
import org.sunda.bench.process.InstalledJinterface;

/// The report's experiment: echoes of 1 KB, one at a time, and then several.
final class WindowsPart {
    private static final int SIZE = 1024;
    private static final List<Integer> WINDOWS = List.of(1, 16, 256);

    /// A million in all, as in the report.
    private static final int ROUNDS = 20;

    private static final int THOROUGH = 50_000;

    private static final int QUICK_ROUNDS = 15;
    private static final int QUICK = 12_000;
    private static final int QUICK_SINGLE = 2_500;
    private static final int WARM_UP = 60_000;

    private static final String NOTE = """
            `{echo, Node} ! {self(), Payload}` from one Erlang process, whose window is how many of them may be under way; the
            payload is a binary of 1 KB. Everybody is connected to the same Erlang node, and is asked in turn. The byte loop is
            the least that Java can do: it finds where frames end and sends the payload's bytes back, without looking at them.
            `CPU time` is what the side that answers used for each message, all its threads together, `of the client` what the
            Erlang node did. MB/s are those of the payload, one way. The report had 47,344 messages a second.
            """;

    private final Session session;
    private final Cluster cluster;
    private final Rivals rivals;

    WindowsPart(Session session, Cluster cluster, Rivals rivals) {
        this.session = session;
        this.cluster = cluster;
        this.rivals = rivals;
    }

    Report report() throws IOException {
        session.progress("echo, warm-up");
        Match.play("warm-up", rivals.all(), Plan.ofMillis(1, 0, 0, 2, 0), rival -> {
            cluster.echo(rival, SIZE, WINDOWS.getFirst(), QUICK_SINGLE);
            return cluster.echo(rival, SIZE, WINDOWS.getLast(), WARM_UP);
        });
        List<Echoes> all = new ArrayList<>();
        List<Target> targets = new ArrayList<>();
        for (int window : WINDOWS) {
            session.progress("echo " + Echoes.task(SIZE, window));
            Echoes echoes = measure(window);
            all.add(echoes);
            targets.addAll(targets(echoes));
        }
        return new Report(List.of(Echoes.section("R3: echoes of 1 KB", NOTE, all, rivals.names())), targets);
    }

    private Echoes measure(int window) throws IOException {
        Plan plan = Plan.ofMillis(1, 1, 0, session.choose(QUICK_ROUNDS, ROUNDS), 0);
        int count = session.choose(window == 1 ? QUICK_SINGLE : QUICK, THOROUGH);
        Match match = Match.play(
                Echoes.task(SIZE, window), rivals.all(), plan, rival -> cluster.echo(rival, SIZE, window, count));
        return new Echoes(SIZE, window, match);
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
}
