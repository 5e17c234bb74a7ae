package org.sunda.bench.echo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.sunda.bench.ByteSize;
import org.sunda.bench.FailedTurnException;
import org.sunda.bench.Match;
import org.sunda.bench.Plan;
import org.sunda.bench.Report;
import org.sunda.bench.Session;
import org.sunda.bench.Target;
import org.sunda.bench.process.Beam;
import org.sunda.bench.process.ProcessMemory;

/// What the report did not ask: Sunda at both ends, large messages beside small ones, and many peers. Erlang at both
/// ends
/// is beside it.
final class NodesParts {
    private static final String SUNDAS = "Sunda to Sunda";
    private static final String BEAMS = "BEAM to BEAM";
    private static final int KILO = 1024;
    private static final int SMALL = 100;
    private static final int WINDOW = 16;
    private static final int ERLANG_PEERS = 10;

    private static final double FLOW_NANOS = 1e9 / 3e6;
    private static final double BESIDE_NANOS = 5e6;
    private static final double MOST = 99.9;

    /// A gigabyte is sent where four of them are free.
    private static final long GIGA = 1L << 30;

    private final Session session;
    private final Cluster cluster;
    private final List<Rival> started = new ArrayList<>();

    /// Two nodes that are measured together.
    private record Pair(String name, Question question) implements Match.Player {}

    private interface Question {
        Map<String, Double> ask(int first, int second, int count) throws FailedTurnException, IOException;
    }

    NodesParts(Session session, Cluster cluster) {
        this.session = session;
        this.cluster = cluster;
    }

    /// Nodes of their own, since those of the other parts may not be there: who asks, who answers, and an Erlang.
    private List<Rival> nodes() throws IOException {
        if (started.isEmpty()) {
            session.progress("starting two of Sunda, and an Erlang");
            started.add(cluster.jvm(Rival.SUNDA, "asking", EchoWorker.Kind.SUNDA, Cluster.jvm()));
            started.add(cluster.jvm(Rival.SUNDA, "answering", EchoWorker.Kind.SUNDA, Cluster.jvm()));
            started.add(cluster.erlang(Rival.BEAM, "erlang"));
        }
        return started;
    }

    // -- Sunda to Sunda -----------------------------------------------------------------------------------------------

    /// Messages one way, and echoes.
    Report sunda() throws IOException {
        List<Rival> nodes = nodes();
        Plan plan = Plan.ofMillis(1, 2, 0, session.choose(5, 12), 0);
        int count = session.choose(300_000, 3_000_000);
        List<Echoes> flows = new ArrayList<>();
        for (int senders : List.of(1, 4)) {
            String task = "100 bytes one way, " + senders + (senders == 1 ? " sender" : " senders");
            flows.add(played(task, SMALL, senders, plan, count, flowing(nodes)));
        }
        List<Echoes> trips = new ArrayList<>();
        for (int window : List.of(1, 256)) {
            int echoes = session.choose(window == 1 ? 5_000 : 20_000, 50_000);
            trips.add(played(Echoes.task(KILO, window), KILO, window, plan, echoes, echoing(nodes)));
        }
        String flowNote = """
                So many processes of one node send to one process of the other, which counts them; the time ends when it has told
                the number, which is right. `CPU time` is that of the node that counts, `of the client` of the one that sends.
                """;
        String tripNote = """
                Echoes of 1 KB; at both ends of Sunda's the thread that reads runs the process.
                """;
        return new Report(
                List.of(
                        Echoes.section("Sunda to Sunda, one way", flowNote, flows, List.of(BEAMS)),
                        Echoes.section("Sunda to Sunda, there and back", tripNote, trips, List.of(BEAMS))),
                List.of(Target.atMostNanos(
                        "100 bytes one way, Sunda to Sunda, for each message (3 million a second)",
                        FLOW_NANOS,
                        flows.getFirst().match().median(SUNDAS, Cluster.TIME))));
    }

    private Echoes played(String task, int size, int second, Plan plan, int count, List<Pair> pairs)
            throws IOException {
        session.progress(task);
        Match match = Match.play(task, pairs, plan, pair -> pair.question.ask(size, second, count));
        return new Echoes(size, second, match);
    }

    private List<Pair> flowing(List<Rival> nodes) {
        return List.of(
                new Pair(
                        SUNDAS,
                        (size, senders, count) ->
                                cluster.ask(nodes.get(0), nodes.get(1), count, "flow", size, senders, count)),
                new Pair(BEAMS, (size, senders, count) -> cluster.flow(nodes.get(2), size, senders, count)));
    }

    private List<Pair> echoing(List<Rival> nodes) {
        return List.of(
                new Pair(
                        SUNDAS,
                        (size, window, count) ->
                                cluster.ask(nodes.get(0), nodes.get(1), count, "echo", size, window, count)),
                new Pair(BEAMS, (size, window, count) -> cluster.echo(nodes.get(2), size, window, count)));
    }

    // -- Large beside small -------------------------------------------------------------------------------------------

    /// Echoes of 100 bytes while a message of a gigabyte passes.
    Report mixed() throws IOException {
        List<Rival> nodes = nodes().subList(1, 3);
        long bytes = ProcessMemory.available() > 8 * GIGA ? GIGA : GIGA / 4;
        String large = ByteSize.text(bytes);
        Map<String, Histogram> times = new LinkedHashMap<>();
        Plan plan = Plan.ofMillis(1, 1, 0, session.choose(2, 8), 0);
        session.progress("echoes beside a message of " + large);
        Match match = Match.play("beside", nodes, plan, rival -> {
            add(times, idle(rival), cluster.times(rival, SMALL, 0, session.choose(5_000, 20_000)));
            add(times, to(rival), cluster.beside(rival, SMALL, bytes, "to"));
            add(times, from(rival), cluster.beside(rival, SMALL, bytes, "from"));
            return Map.of();
        });
        match.on(Cluster.TIME).series().stream()
                .filter(each -> each.failure() != null)
                .forEach(each -> session.fact("large message, " + each.contender(), "failed: " + each.failure()));
        String note = """
                Echoes of 100 bytes, one at a time, by an Erlang process: while nothing else is sent, while a message of %s goes
                to the other node on the same connection, and while one comes from it.
                """.formatted(large);
        Rival sunda = nodes.getFirst();
        return Report.of(
                Spread.section("small messages beside a large one", note, times),
                more(times, to(sunda), idle(sunda)),
                more(times, from(sunda), idle(sunda)));
    }

    private static void add(Map<String, Histogram> times, String name, Histogram further) {
        times.computeIfAbsent(name, _ -> Spread.empty()).add(further);
    }

    private static String idle(Rival rival) {
        return rival.name() + ", nothing else";
    }

    private static String to(Rival rival) {
        return rival.name() + ", one goes to it";
    }

    private static String from(Rival rival) {
        return rival.name() + ", one comes from it";
    }

    private static Target more(Map<String, Histogram> times, String busy, String idle) {
        double more = percentile(times, busy) - percentile(times, idle);
        return Target.atMostNanos("99.9 % of small echoes, more than idle: " + busy, BESIDE_NANOS, more);
    }

    private static double percentile(Map<String, Histogram> times, String name) {
        Histogram found = times.getOrDefault(name, Spread.empty());
        return found.getTotalCount() == 0 ? Double.NaN : (double) found.getValueAtPercentile(MOST);
    }

    // -- Many peers ---------------------------------------------------------------------------------------------------

    /// The same number of echoes by one and by ten Erlang nodes, and by as many as a hundred of Sunda.
    Report peers() throws IOException {
        List<Rival> nodes = nodes();
        Plan plan = Plan.ofMillis(1, 1, 0, session.choose(5, 12), 0);
        int count = session.choose(20_000, 200_000);
        List<Pair> pairs = List.of(
                new Pair(Rival.SUNDA, (window, peers, all) -> crowd(nodes.get(0), nodes.get(1), window, peers, all)),
                new Pair(Rival.BEAM, (window, peers, all) -> crowd(nodes.get(0), nodes.get(2), window, peers, all)));
        List<Echoes> all = new ArrayList<>();
        List<Beam> erlang = cluster.beams(ERLANG_PEERS);
        List<Rival> answering = nodes.subList(1, 3);
        for (int peers : List.of(1, ERLANG_PEERS)) {
            String task = peers + " of Erlang";
            session.progress(task);
            Match match = Match.play(
                    task,
                    answering,
                    plan,
                    rival -> cluster.together(erlang.subList(0, peers), rival, KILO, WINDOW, count));
            all.add(new Echoes(KILO, WINDOW, match));
        }
        for (int peers : List.of(1, 10, 100)) {
            String task = peers + " of Sunda";
            session.progress(task);
            Match match = Match.play(task, pairs, plan, pair -> pair.question.ask(WINDOW, peers, count));
            all.add(new Echoes(KILO, WINDOW, match));
        }
        String note = """
                Echoes of 1 KB at window 16 for each peer, all peers together. Peers of Erlang are an `erl` with one scheduler
                each; those of Sunda are nodes in one JVM, since a hundred `erl` would be more than a small machine has room for.
                """;
        return Report.of(Echoes.section("many peers", note, all, List.of(Rival.BEAM)));
    }

    private Map<String, Double> crowd(Rival asking, Rival answering, int window, int peers, int count)
            throws FailedTurnException, IOException {
        return cluster.ask(asking, answering, count, "crowd", KILO, window, count, peers);
    }
}
