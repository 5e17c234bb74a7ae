package org.sunda.bench.echo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.sunda.bench.ByteSize;
import org.sunda.bench.FailedTurnException;
import org.sunda.bench.Figures;
import org.sunda.bench.Match;
import org.sunda.bench.Plan;
import org.sunda.bench.Report;
import org.sunda.bench.Section;
import org.sunda.bench.Session;
import org.sunda.bench.Table;
import org.sunda.bench.Target;
import org.sunda.bench.process.JvmSpec;
import org.sunda.bench.process.ProcessMemory;

/// Small messages while a large one passes on the same connection.
final class MixedPart {
    private static final int SMALL = 100;
    private static final double MOST_NANOS = 5e6;
    private static final double MOST = 99.9;

    /// A gigabyte is sent where sixteen of them are free.
    private static final long GIGA = 1L << 30;

    /// A JVM has room for so many of them, from the beginning: one whose heap grows stands still for seconds.
    private static final int HEAP = 5;

    private static final List<String> DIRECTIONS = List.of("to", "from");

    private final Session session;
    private final Plan plan;
    private final long bytes = ProcessMemory.available() > 16 * GIGA ? GIGA : GIGA / 4;

    /// Who asks, and who answers.
    private record Pair(String name, Cluster.Asker asker, Rival answering) implements Match.Player {
        String idle() {
            return name + ", nothing else";
        }

        String beside(String direction) {
            return name + (direction.equals("to") ? ", one goes to it" : ", one comes from it");
        }

        Stream<String> rows() {
            return Stream.concat(Stream.of(idle()), DIRECTIONS.stream().map(this::beside));
        }
    }

    MixedPart(Session session) {
        this.session = session;
        // One for warming up: it is seconds long.
        this.plan = Plan.ofMillis(1, 1, 0, session.choose(2, 8), 0);
    }

    /// Echoes of 100 bytes while a message of a gigabyte passes.
    Report report() throws IOException {
        String heap = (HEAP * bytes >> 20) + "m";
        try (Cluster cluster = new Cluster(session)) {
            JvmSpec jvm = Cluster.jvm().withFlags("-Xms" + heap, "-Xmx" + heap);
            return report(cluster, new Nodes(session, cluster, jvm));
        }
    }

    private Report report(Cluster cluster, Nodes nodes) throws IOException {
        Pair sunda = new Pair(Rival.SUNDA, cluster.client(), nodes.sunda());
        Pair sundas = new Pair(Rival.SUNDAS, cluster.asker(nodes.asking()), nodes.sunda());
        Pair beam = new Pair(Rival.BEAM, cluster.client(), nodes.erlang());
        List<Pair> pairs = List.of(sunda, sundas, beam);
        session.progress("echoes beside a message of " + ByteSize.text(bytes));
        Spread times = new Spread(plan.rounds());
        Match match = Match.play("beside", pairs, plan, pair -> ask(pair, times));
        match.on(pairs.getFirst().idle()).series().stream()
                .filter(each -> each.failure() != null)
                .forEach(each -> session.fact("large message, " + each.contender(), "failed: " + each.failure()));
        return Report.of(
                section(pairs, match, times),
                Stream.of(sunda, sundas)
                        .flatMap(pair -> DIRECTIONS.stream().map(direction -> target(times, pair, direction)))
                        .toArray(Target[]::new));
    }

    /// What each large message took, by the name of its row.
    private Map<String, Double> ask(Pair pair, Spread times) throws FailedTurnException, IOException {
        Rival answering = pair.answering;
        int count = session.choose(5_000, 20_000);
        times.add(pair.idle(), pair.asker.ask("times", answering, SMALL, count).file());
        Map<String, Double> took = new HashMap<>();
        for (String direction : DIRECTIONS) {
            Cluster.Singles echoes = pair.asker.ask("beside", answering, SMALL, bytes, direction);
            times.add(pair.beside(direction), echoes.file());
            took.put(pair.beside(direction), echoes.nanos());
        }
        return took;
    }

    private Section section(List<Pair> pairs, Match match, Spread times) {
        String note = """
                Echoes of 100 bytes, one at a time: while nothing else is sent, while a message of %s goes to the other node on
                the same connection, and while one comes from it. Those count that began after the large one was sent and before
                the other side had told of its arrival. An Erlang process asks Sunda and BEAM; in Sunda to Sunda one of Sunda's
                does. In all of them a process takes the large one, not what reads the connection. The JVMs have a heap of %s
                from the beginning: one that must grow stands still for seconds meanwhile.
                """.formatted(ByteSize.text(bytes), ByteSize.text(HEAP * bytes));
        List<String> columns = new ArrayList<>(Spread.COLUMNS);
        columns.add("large one took");
        List<List<String>> rows = new ArrayList<>();
        for (Pair pair : pairs) {
            pair.rows().filter(times.names()::contains).forEach(row -> {
                List<String> cells = times.cells(row);
                cells.add(Figures.time(match.median(pair.name, row)));
                rows.add(cells);
            });
        }
        return Section.of("small messages beside a large one", note, new Table(columns, rows));
    }

    private static Target target(Spread times, Pair pair, String direction) {
        String busy = pair.beside(direction);
        double more = times.percentile(busy, MOST) - times.percentile(pair.idle(), MOST);
        return Target.atMostNanos("99.9 % of small echoes, more than idle: " + busy, MOST_NANOS, more);
    }
}
