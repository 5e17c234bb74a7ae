package org.sunda.bench.echo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.sunda.bench.Session;
import org.sunda.bench.process.InstalledJinterface;

/// Those who answer, each in a process of its own, connected to the one who asks. All are there from the first question
/// on: who is not asked sleeps.
final class Rivals {
    /// Starts one.
    private interface Start {
        Rival start() throws IOException, InterruptedException;
    }

    private final Session session;
    private final Cluster cluster;
    private final Map<String, Start> starts = new LinkedHashMap<>();
    private final List<Rival> all = new ArrayList<>();

    Rivals(Session session, Cluster cluster) {
        this.session = session;
        this.cluster = cluster;
        starts.put("sunda", () -> cluster.jvm(Rival.SUNDA, "sunda", EchoWorker.Kind.SUNDA, Cluster.jvm()));
        starts.put("loop", () -> cluster.jvm(Rival.LOOP, "loop", EchoWorker.Kind.LOOP, Cluster.jvm()));
        starts.put("jinterface", this::jinterface);
        starts.put("beam", () -> cluster.erlang(Rival.BEAM, "beam"));
        starts.put("ei", cluster::ei);
        starts.put("ergo", cluster::ergo);
    }

    private Rival jinterface() throws IOException {
        return cluster.jvm(
                InstalledJinterface.name(),
                "jinterface",
                EchoWorker.Kind.JINTERFACE,
                InstalledJinterface.in(Cluster.jvm()));
    }

    /// Those who are wanted and could be started, in the order of the tables.
    List<Rival> all() throws IOException, InterruptedException {
        if (!all.isEmpty()) {
            return all;
        }
        for (String each : session.chosen(starts.keySet())) {
            session.progress("starting " + each);
            try {
                all.add(Objects.requireNonNull(starts.get(each)).start());
            } catch (IOException e) {
                String why = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
                session.fact(each, "did not take part: " + why);
            }
        }
        return all;
    }

    /// Their names.
    List<String> names() {
        return all.stream().map(Rival::name).toList();
    }
}
