package org.sunda.bench.codec;

import java.util.LinkedHashMap;
import java.util.Map;
import org.sunda.bench.Report;
import org.sunda.bench.Session;
import org.sunda.bench.Suite;
import org.sunda.bench.process.InstalledJinterface;

/// The first report's own experiment, and what belongs to it.
public final class CodecSuite implements Suite {
    /// The suite.
    public CodecSuite() {}

    @Override
    public String name() {
        return "codec";
    }

    @Override
    public String purpose() {
        return "terms to bytes and back, and over the wire: Jinterface, and Erlang itself";
    }

    @Override
    public Report run(Session session) throws Exception {
        session.fact("Jinterface", InstalledJinterface.version() + " (of the installed Erlang) and 1.6.1 (from Maven)");
        InMemory memory = new InMemory(session);
        Map<String, Session.Part> parts = new LinkedHashMap<>();
        parts.put("R1", memory::report);
        parts.put("growth", Growth::report);
        parts.put("wire", new EndToEnd(session)::report);
        parts.put("small", memory::small);
        parts.put("other", memory::others);
        parts.put("parallel", memory::parallel);
        return session.run(parts);
    }
}
