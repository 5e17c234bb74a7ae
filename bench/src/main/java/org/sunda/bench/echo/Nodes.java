package org.sunda.bench.echo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.sunda.bench.Session;
import org.sunda.bench.process.JvmSpec;

/// Two nodes of Sunda and one of Erlang, started when they are first wanted: those of the other parts may not be there.
final class Nodes {
    private final Session session;
    private final Cluster cluster;
    private final JvmSpec jvm;
    private final List<Rival> started = new ArrayList<>();

    Nodes(Session session, Cluster cluster, JvmSpec jvm) {
        this.session = session;
        this.cluster = cluster;
        this.jvm = jvm;
    }

    /// The one of Sunda that asks.
    Rival asking() throws IOException {
        return all().getFirst();
    }

    /// The other one, which is called as all of Sunda are in tables.
    Rival sunda() throws IOException {
        return all().get(1);
    }

    /// Erlang's.
    Rival erlang() throws IOException {
        return all().getLast();
    }

    private List<Rival> all() throws IOException {
        if (started.isEmpty()) {
            session.progress("starting two of Sunda, and an Erlang");
            started.add(cluster.jvm(Rival.SUNDA, "asking", EchoWorker.Kind.SUNDA, jvm));
            started.add(cluster.jvm(Rival.SUNDA, "answering", EchoWorker.Kind.SUNDA, jvm));
            started.add(cluster.erlang(Rival.BEAM, "erlang"));
        }
        return started;
    }
}
