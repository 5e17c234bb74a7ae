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
import org.sunda.bench.process.ProcessMemory;

/// Small messages while a large one passes on the same connection.
final class MixedPart {
    private static final String SUNDAS_ZGC = Rival.SUNDAS + " with ZGC";
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

    private final Spread times;

    /// What large messages took, the median, by the names of rows.
    private final Map<String, Double> took = new HashMap<>();

    /// Who asks, and who answers.
    private record Pair(String name, Cluster.Asker asker, Rival answering) implements Match.Player {}

    MixedPart(Session session) {
        this.session = session;
        // One for warming up: it is seconds long.
        this.plan = Plan.ofMillis(1, 1, 0, session.choose(2, 8), 0);
        this.times = new Spread(plan.rounds());
    }

    /// Echoes of 100 bytes while a message of a gigabyte passes.
    Report report() throws IOException {
        try (Cluster cluster = new Cluster(session)) {
            Nodes nodes = nodes(cluster, "-XX:+UseG1GC");
            play(List.of(
                    new Pair(Rival.SUNDA, cluster.client(), nodes.sunda()),
                    sundas(Rival.SUNDAS, cluster, nodes),
                    new Pair(Rival.BEAM, cluster.client(), nodes.erlang())));
        }
        try (Cluster cluster = new Cluster(session)) {
            play(List.of(sundas(SUNDAS_ZGC, cluster, nodes(cluster, "-XX:+UseZGC"))));
        }
        return Report.of(
                section(),
                Stream.of(Rival.SUNDA, Rival.SUNDAS, SUNDAS_ZGC)
                        .flatMap(name -> DIRECTIONS.stream().map(direction -> target(name, direction)))
                        .toArray(Target[]::new));
    }

    private Nodes nodes(Cluster cluster, String collector) {
        String heap = (HEAP * bytes >> 20) + "m";
        return new Nodes(session, cluster, Cluster.jvm().withFlags("-Xms" + heap, "-Xmx" + heap, collector));
    }

    private static Pair sundas(String name, Cluster cluster, Nodes nodes) throws IOException {
        return new Pair(name, cluster.asker(nodes.asking()), nodes.sunda());
    }

    private void play(List<Pair> pairs) throws IOException {
        session.progress("echoes beside a message of " + ByteSize.text(bytes));
        Match match = Match.play("beside", pairs, plan, this::ask);
        for (Pair pair : pairs) {
            DIRECTIONS.stream()
                    .map(direction -> beside(pair.name, direction))
                    .forEach(row -> took.put(row, match.median(pair.name, row)));
        }
        match.on("").series().stream()
                .filter(each -> each.failure() != null)
                .forEach(each -> session.fact("large message, " + each.contender(), "failed: " + each.failure()));
    }

    /// What each large message took, by the name of its row.
    private Map<String, Double> ask(Pair pair) throws FailedTurnException, IOException {
        Rival answering = pair.answering;
        int count = session.choose(5_000, 20_000);
        times.add(
                idle(pair.name),
                pair.asker.ask("times", answering, SMALL, count).file());
        Map<String, Double> nanos = new HashMap<>();
        for (String direction : DIRECTIONS) {
            Cluster.Singles echoes = pair.asker.ask("beside", answering, SMALL, bytes, direction);
            times.add(beside(pair.name, direction), echoes.file());
            nanos.put(beside(pair.name, direction), echoes.nanos());
        }
        return nanos;
    }

    private static String idle(String name) {
        return name + ", nothing else";
    }

    private static String beside(String name, String direction) {
        return name + (direction.equals("to") ? ", one goes to it" : ", one comes from it");
    }

    private Section section() {
        String note = """
                Echoes of 100 bytes, one at a time: while nothing else is sent, while a message of %s goes to the other node on
                the same connection, and while one comes from it. Those count that began after the large one was sent and before
                the other side had told of its arrival. An Erlang process asks Sunda and BEAM; in Sunda to Sunda one of Sunda's
                does. In all of them a process takes the large one, not what reads the connection. The JVMs have a heap of %s
                from the beginning: one that must grow stands still for seconds meanwhile. Their collector is G1, where no other
                is named: it moves parts of the large message about while nothing else can run, which ZGC does not. A pause is
                one echo, however long: see the longest. What came to Java lies in the pieces in which it came, as long as
                nobody asks for it as one; Erlang makes one of it.
                """.formatted(ByteSize.text(bytes), ByteSize.text(HEAP * bytes));
        List<String> columns = new ArrayList<>(Spread.COLUMNS);
        columns.add("large one took");
        List<List<String>> rows = new ArrayList<>();
        for (String name : times.names()) {
            List<String> cells = times.cells(name);
            cells.add(Figures.time(took.getOrDefault(name, Double.NaN)));
            rows.add(cells);
        }
        return Section.of("small messages beside a large one", note, new Table(columns, rows));
    }

    private Target target(String name, String direction) {
        String busy = beside(name, direction);
        double more = times.percentile(busy, MOST) - times.percentile(idle(name), MOST);
        return Target.atMostNanos("99.9 % of small echoes, more than idle: " + busy, MOST_NANOS, more);
    }
}
