package org.sunda.bench.echo;

import java.util.LinkedHashMap;
import java.util.Map;
import org.sunda.bench.Report;
import org.sunda.bench.Session;
import org.sunda.bench.Suite;

/// The third report: Erlang meets Java.
public final class EchoSuite implements Suite {
    /// The suite.
    public EchoSuite() {}

    @Override
    public String name() {
        return "echo";
    }

    @Override
    public String purpose() {
        return "messages over a connection: Jinterface, Erlang, C, Go, and a loop that only moves bytes";
    }

    @Override
    public boolean chooses() {
        return true;
    }

    @Override
    public boolean draws() {
        return true;
    }

    @Override
    public Report run(Session session) throws Exception {
        try (Cluster cluster = new Cluster(session)) {
            Rivals rivals = new Rivals(session, cluster);
            Map<String, Session.Part> parts = new LinkedHashMap<>();
            EchoParts echoes = new EchoParts(session, cluster, rivals);
            parts.put("windows", echoes::windows);
            parts.put("sizes", echoes::sizes);
            parts.put("latency", echoes::latency);
            NodesParts others = new NodesParts(session, cluster);
            parts.put("sunda", others::sunda);
            parts.put("mixed", new MixedPart(session)::report);
            parts.put("peers", others::peers);
            parts.put("tls", new TlsPart(session)::report);
            return session.run(parts);
        }
    }
}
