package org.sunda.bench.ring;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.apache.pekko.actor.typed.ActorSystem;
import org.sunda.bench.Report;
import org.sunda.bench.Session;
import org.sunda.bench.Suite;
import org.sunda.bench.Versions;
import org.sunda.bench.process.Children;

/// The fourth report: what processes cost.
public final class RingSuite implements Suite {
    /// The suite.
    public RingSuite() {}

    @Override
    public String name() {
        return "ring";
    }

    @Override
    public String purpose() {
        return "processes, started and sent messages: Erlang, threads, Pekko, queues, Go";
    }

    @Override
    public boolean draws() {
        return true;
    }

    @Override
    public Report run(Session session) throws Exception {
        session.fact(
                "rivals", Versions.of(ActorSystem.class) + "; times are counted by " + Versions.of(Histogram.class));
        try (Children children = new Children(session.folder())) {
            Rows rows = new Rows();
            Parties parties = new Parties(session, children);
            OtherParts others = new OtherParts(session, parties, rows);
            Map<String, Session.Part> parts = new LinkedHashMap<>();
            parts.put("ring", new RingPart(session, parties, rows)::report);
            parts.put("trips", others::trips);
            parts.put("fans", others::fans);
            parts.put("churn", others::churn);
            parts.put("behind", others::behind);
            parts.put("skew", others::skew);
            parts.put("size", others::size);
            return session.run(parts).and(new Report(List.of(), rows.targets()));
        }
    }
}
