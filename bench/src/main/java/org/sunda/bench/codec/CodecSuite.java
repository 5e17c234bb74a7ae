package org.sunda.bench.codec;

import java.util.List;
import org.sunda.bench.Report;
import org.sunda.bench.Session;
import org.sunda.bench.Suite;

/// The first report and what belongs to it.
public final class CodecSuite implements Suite {
    /// The suite.
    public CodecSuite() {}

    @Override
    public String name() {
        return "codec";
    }

    @Override
    public String purpose() {
        return "terms to bytes and back, beside Jinterface and the BEAM itself";
    }

    @Override
    public Report run(Session session) throws Exception {
        return new Report(List.of(), List.of());
    }
}
