package org.sunda.bench.codec;

import java.util.List;
import org.sunda.bench.Report;
import org.sunda.bench.Session;
import org.sunda.bench.Suite;

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
        session.fact("Jinterface", Parties.newerVersion() + " (of the installed Erlang) and 1.6.1 (from Maven)");
        InMemory memory = new InMemory(session);
        Report report = new Report(List.of(), List.of());
        if (session.wanted("R1")) {
            report = report.and(memory.report());
        }
        if (session.wanted("small")) {
            report = report.and(memory.small());
        }
        if (session.wanted("other")) {
            report = report.and(memory.others());
        }
        if (session.wanted("parallel")) {
            report = report.and(memory.parallel());
        }
        return report;
    }
}
