package org.sunda.bench.codec;

import java.io.IOException;
import java.util.Map;
import org.sunda.bench.Contender;
import org.sunda.bench.Session;
import org.sunda.bench.process.Beam;
import org.sunda.bench.process.Children;
import org.sunda.bench.process.InstalledJinterface;
import org.sunda.bench.process.JvmSpec;
import org.sunda.bench.process.JvmWorker;

/// Who takes part: each in a process of its own.
final class Parties {
    static final String SUNDA = "Sunda";
    static final String SUNDA_REUSED = "Sunda, memory reused";
    static final String OLDER = "Jinterface 1.6.1";
    static final String BEAM = "BEAM";

    /// A tree of the first report, and room to make more of them.
    static final String LARGE = "1g";

    static final String SMALL = "256m";

    private final Session session;
    private final JvmWorker sunda;
    private final JvmWorker newer;
    private final JvmWorker older;
    private final Beam beam;

    /// @param heap of each JVM
    Parties(Session session, Children children, String heap) throws IOException {
        JvmSpec jvm = JvmSpec.ofHeap(heap);
        this.session = session;
        this.sunda = children.jvm(jvm);
        this.newer = children.jvm(InstalledJinterface.in(jvm));
        this.older = children.jvm(jvm);
        this.beam = Beam.start(children, session.folder(), Map.of());
    }

    Contender sunda(String method, Load load) {
        return sunda(SUNDA, 1, method, load);
    }

    Contender sunda(String name, int threads, String method, Load load) {
        return sunda.contender(name, threads, SundaCodec.class, method, "load=" + load);
    }

    Contender newer(String method, Load load) throws IOException {
        return newer(InstalledJinterface.name(), 1, method, load);
    }

    Contender newer(String name, int threads, String method, Load load) throws IOException {
        return newer.contender(
                name, threads, JinterfaceCodec.class, method, "load=" + load, "file=" + load.file(session.folder()));
    }

    Contender older(String method, Load load) throws IOException {
        return older.contender(
                OLDER, JinterfaceCodec.class, method, "load=" + load, "file=" + load.file(session.folder()));
    }

    Contender beam(String task, Load load) throws IOException {
        beam.load(load.erlangName(), load.file(session.folder()));
        return beam.contender(BEAM, task, load.erlangName());
    }
}
