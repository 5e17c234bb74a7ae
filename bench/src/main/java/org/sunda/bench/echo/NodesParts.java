package org.sunda.bench.echo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.sunda.bench.FailedTurnException;
import org.sunda.bench.Match;
import org.sunda.bench.Plan;
import org.sunda.bench.Report;
import org.sunda.bench.Session;
import org.sunda.bench.Target;
import org.sunda.bench.process.Beam;

/// What the report did not ask: Sunda at both ends, with Erlang at both ends beside it, and many peers.
final class NodesParts {
    private static final String BEAMS = "BEAM to BEAM";
    private static final int KILO = 1024;
    private static final int SMALL = 100;
    private static final int WINDOW = 16;
    private static final int ERLANG_PEERS = 10;

    private static final double FLOW_NANOS = 1e9 / 3e6;

    private final Session session;
    private final Cluster cluster;
    private final Nodes nodes;

    /// Two nodes that are measured together.
    private record Pair(String name, Question question) implements Match.Player {}

    private interface Question {
        Map<String, Double> ask(int first, int second, int count) throws FailedTurnException, IOException;
    }

    NodesParts(Session session, Cluster cluster) {
        this.session = session;
        this.cluster = cluster;
        this.nodes = new Nodes(session, cluster, Cluster.jvm());
    }

    // -- Sunda to Sunda -----------------------------------------------------------------------------------------------

    /// Messages one way, and echoes.
    Report sunda() throws IOException {
        Plan plan = WarmUp.before(session, session.choose(5, 12));
        int count = session.choose(300_000, 3_000_000);
        List<Echoes> flows = new ArrayList<>();
        for (int senders : List.of(1, 4)) {
            String task = "100 bytes one way, " + senders + (senders == 1 ? " sender" : " senders");
            flows.add(played(task, SMALL, senders, plan, count, flowing()));
        }
        List<Echoes> trips = new ArrayList<>();
        for (int window : List.of(1, 256)) {
            int echoes = session.choose(window == 1 ? 5_000 : 20_000, 50_000);
            trips.add(played(Echoes.task(KILO, window), KILO, window, plan, echoes, echoing()));
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
                        flows.getFirst().match().median(Rival.SUNDAS, Cluster.TIME))));
    }

    private Echoes played(String task, int size, int second, Plan plan, int count, List<Pair> pairs)
            throws IOException {
        session.progress(task);
        Match match = Match.play(task, pairs, plan, pair -> pair.question.ask(size, second, count));
        return new Echoes(size, second, match);
    }

    private List<Pair> flowing() throws IOException {
        Rival asking = nodes.asking();
        Rival sunda = nodes.sunda();
        Rival erlang = nodes.erlang();
        return List.of(
                new Pair(
                        Rival.SUNDAS,
                        (size, senders, count) -> cluster.ask(asking, sunda, count, "flow", size, senders, count)),
                new Pair(BEAMS, (size, senders, count) -> cluster.flow(erlang, size, senders, count)));
    }

    private List<Pair> echoing() throws IOException {
        Rival asking = nodes.asking();
        Rival sunda = nodes.sunda();
        Rival erlang = nodes.erlang();
        return List.of(
                new Pair(
                        Rival.SUNDAS,
                        (size, window, count) -> cluster.ask(asking, sunda, count, "echo", size, window, count)),
                new Pair(BEAMS, (size, window, count) -> cluster.echo(erlang, size, window, count)));
    }

    // -- Many peers ---------------------------------------------------------------------------------------------------

    /// The same number of echoes by one and by ten Erlang nodes, and by as many as a hundred of Sunda.
    Report peers() throws IOException {
        Plan plan = WarmUp.before(session, session.choose(5, 12));
        int count = session.choose(20_000, 200_000);
        Rival sunda = nodes.sunda();
        Rival beam = nodes.erlang();
        List<Pair> pairs = List.of(
                new Pair(Rival.SUNDA, (window, peers, all) -> crowd(sunda, window, peers, all)),
                new Pair(Rival.BEAM, (window, peers, all) -> crowd(beam, window, peers, all)));
        List<Echoes> all = new ArrayList<>();
        List<Beam> erlang = cluster.beams(ERLANG_PEERS);
        for (int peers : List.of(1, ERLANG_PEERS)) {
            String task = peers + " of Erlang";
            session.progress(task);
            Match match = Match.play(
                    task,
                    List.of(sunda, beam),
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

    private Map<String, Double> crowd(Rival answering, int window, int peers, int count)
            throws FailedTurnException, IOException {
        return cluster.ask(nodes.asking(), answering, count, "crowd", KILO, window, count, peers);
    }
}
