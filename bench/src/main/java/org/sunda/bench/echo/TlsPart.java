package org.sunda.bench.echo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.sunda.bench.Match;
import org.sunda.bench.Plan;
import org.sunda.bench.Report;
import org.sunda.bench.Session;
import org.sunda.bench.Target;

/// Echoes over TLS: Sunda, and Erlang's own.
final class TlsPart {
    private static final int KILO = 1024;

    private static final String NOTE = """
            Echoes of 1 KB, all over TLS 1.3 with AES-128-GCM: `-proto_dist inet_tls` in Erlang. The Erlang node that sends does
            the same for both.
            """;

    private final Session session;

    TlsPart(Session session) {
        this.session = session;
    }

    Report report() throws IOException, InterruptedException {
        session.progress("starting those who speak TLS");
        try (Cluster cluster = new Cluster(session, TlsFiles.in(session.folder()))) {
            List<Rival> rivals = List.of(
                    cluster.jvm(Rival.SUNDA, "sunda", EchoWorker.Kind.SUNDA, Cluster.jvm()),
                    cluster.erlang(Rival.BEAM, "beam"));
            return measure(cluster, rivals);
        } catch (IOException e) {
            String why = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
            session.fact("TLS", "was not measured: " + why);
            return new Report(List.of(), List.of());
        }
    }

    private Report measure(Cluster cluster, List<Rival> rivals) throws IOException {
        Plan plan = WarmUp.before(session, session.choose(9, 20));
        List<Echoes> all = new ArrayList<>();
        List<Target> targets = new ArrayList<>();
        for (int window : List.of(1, 16, 256)) {
            String task = "TLS, " + Echoes.task(KILO, window);
            session.progress(task);
            int count = session.choose(window == 1 ? 2_000 : 8_000, 50_000);
            Match match = Match.play(task, rivals, plan, rival -> cluster.echo(rival, KILO, window, count));
            Echoes echoes = new Echoes(KILO, window, match);
            all.add(echoes);
            targets.addAll(echoes.atLeast(1, Rival.BEAM));
        }
        return new Report(List.of(Echoes.section("echoes over TLS", NOTE, all, List.of(Rival.BEAM))), targets);
    }
}
