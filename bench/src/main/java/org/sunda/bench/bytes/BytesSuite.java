package org.sunda.bench.bytes;

import io.netty.buffer.ByteBuf;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import okio.Buffer;
import org.apache.thrift.TSerializer;
import org.sunda.bench.Report;
import org.sunda.bench.Section;
import org.sunda.bench.Session;
import org.sunda.bench.Suite;
import org.sunda.bench.Versions;
import org.sunda.bench.process.FreshJvm;

/// The second report: what it costs to write gigabytes to memory, little by little.
public final class BytesSuite implements Suite {
    /// The suite.
    public BytesSuite() {}

    @Override
    public String name() {
        return "bytes";
    }

    @Override
    public String purpose() {
        return "gigabytes in small writes, beside ByteArrayOutputStream, okio, Netty and Thrift";
    }

    @Override
    public Report run(Session session) throws Exception {
        Room room = Room.here();
        FreshJvm jvm = new FreshJvm(room.spec(), session.folder());
        session.fact("flags", String.join(" ", room.flags()));
        session.fact("rivals", Versions.of(Buffer.class, ByteBuf.class, TSerializer.class));
        session.fact(
                "each figure",
                "a JVM of its own, warmed up with 4M at a time; memory that is new to the process, but not to the machine");
        CellPlan plan = session.choose(CellPlan.quick(), CellPlan.thorough());
        Measuring measuring = new Measuring(session, plan, room, jvm);
        Map<String, Session.Part> parts = new LinkedHashMap<>();
        for (Load load : plan.loads()) {
            parts.put(load.part(), () -> report(measuring.all(load), load, plan));
        }
        if (!session.quick()) {
            parts.put("term", () -> new Report(List.of(BigTerm.section(session, room)), List.of()));
        }
        return session.run(parts);
    }

    private static Report report(Results results, Load load, CellPlan plan) {
        Section section = new LoadTable(results, load, plan.readTotal()).section();
        return new Report(List.of(section), new Targets(results, load).all());
    }
}
