package org.sunda.bench.alloc;

import com.sun.jna.Native;
import io.netty.buffer.ByteBuf;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sunda.bench.Comparison;
import org.sunda.bench.Plan;
import org.sunda.bench.Report;
import org.sunda.bench.Section;
import org.sunda.bench.Series;
import org.sunda.bench.Session;
import org.sunda.bench.Suite;
import org.sunda.bench.Table;
import org.sunda.bench.Target;
import org.sunda.bench.Versions;
import org.sunda.bench.process.JvmSpec;
import org.sunda.bench.process.JvmWorker;

/// The fifth report: what it costs to allocate and to free off heap memory.
public final class AllocSuite implements Suite {
    private static final String[] FLAGS = {
        "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow", "-XX:MaxDirectMemorySize=1g"
    };

    private static final String HEAP = "192m";

    private static final Plan QUICK = Plan.ofMillis(1, 4, 150, 4, 80);
    private static final Plan THOROUGH = Plan.ofMillis(2, 3, 500, 5, 300);

    private static final double WANTED_NANOS = 3;

    /// What the report reckons that Unsafe could be faster without JNI and bookkeeping.
    private static final double WANTED_AGAINST_UNSAFE = 2.27;

    /// Those who call `malloc` for each piece: which one it is can be heard in every figure.
    private static final List<Contestant> CALLERS = List.of(
            Contestant.SUNDA_CONFINED,
            Contestant.SUNDA_SHARED,
            Contestant.UNSAFE,
            Contestant.JNA,
            Contestant.FFM,
            Contestant.FFM_CRITICAL,
            Contestant.ARENA);

    /// The suite.
    public AllocSuite() {}

    @Override
    public String name() {
        return "alloc";
    }

    @Override
    public String purpose() {
        return "memory off the heap, allocated and freed, beside Unsafe, JNA, malloc and Netty";
    }

    @Override
    public Report run(Session session) throws Exception {
        Optional<Jemalloc> jemalloc = Jemalloc.find();
        session.fact("flags", "-Xms" + HEAP + " -Xmx" + HEAP + " " + String.join(" ", FLAGS));
        session.fact("rivals", Versions.of(ByteBuf.class, Native.class));
        session.fact(
                "jemalloc",
                jemalloc.map(each -> each.library().getFileName().toString()).orElse(Jemalloc.UNAVAILABLE));

        JvmSpec spec = JvmSpec.ofHeap(HEAP).withFlags(FLAGS);
        Map<String, Session.Part> parts = new LinkedHashMap<>();
        parts.put("malloc", () -> plain(session, spec));
        parts.put("jemalloc", () -> preloaded(session, spec, jemalloc));
        parts.put("fragmentation", () -> new Report(List.of(Fragmentation.section(session, jemalloc)), List.of()));
        return session.run(parts);
    }

    private static Report plain(Session session, JvmSpec spec) throws Exception {
        List<Contestant> all = List.of(Contestant.values());
        List<Job> jobs = session.choose(Job.few(), Job.all());
        List<Comparison> found = measure(session, "C's own malloc", spec, jobs, all);
        return new Report(Grid.sections("", jobs, found, all), targets(found.get(jobs.indexOf(Job.KILOBYTE))));
    }

    private static Report preloaded(Session session, JvmSpec spec, Optional<Jemalloc> jemalloc) throws Exception {
        if (jemalloc.isEmpty()) {
            Table table = new Table(List.of("ns"), List.of(List.of(Jemalloc.UNAVAILABLE)));
            return new Report(List.of(Section.of("jemalloc preloaded", "", table)), List.of());
        }
        List<Contestant> some = session.choose(CALLERS, List.of(Contestant.values()));
        List<Job> jobs = session.choose(List.of(Job.KILOBYTE), Job.all());
        List<Comparison> found = measure(session, "jemalloc", jemalloc.get().preloaded(spec), jobs, some);
        return new Report(Grid.sections(", jemalloc preloaded", jobs, found, some), List.of());
    }

    private static List<Comparison> measure(
            Session session, String title, JvmSpec spec, List<Job> jobs, List<Contestant> contestants)
            throws Exception {
        Plan plan = session.choose(QUICK, THOROUGH);
        return session.compare(title, plan, children -> {
            Map<Contestant, JvmWorker> workers = new EnumMap<>(Contestant.class);
            for (Contestant each : contestants) {
                workers.put(each, children.jvm(spec));
            }
            return jobs.stream().map(job -> job.task(workers)).toList();
        });
    }

    private static List<Target> targets(Comparison kilobyte) {
        String confined = Contestant.SUNDA_CONFINED.label();
        String shared = Contestant.SUNDA_SHARED.label();
        String unsafe = Contestant.UNSAFE.label();
        String critical = Contestant.FFM_CRITICAL.label();
        double nanos = kilobyte.of(confined).map(Series::nanos).orElse(Double.NaN);
        return List.of(
                Target.atMostNanos("1 KiB allocated and freed, " + confined, WANTED_NANOS, nanos),
                Target.atLeast(shared + ", times faster than " + critical, 1, kilobyte.faster(shared, critical)),
                Target.atLeast(
                        confined + ", times faster than " + unsafe,
                        WANTED_AGAINST_UNSAFE,
                        kilobyte.faster(confined, unsafe)),
                Target.atLeast(
                        shared + ", times faster than " + unsafe,
                        WANTED_AGAINST_UNSAFE,
                        kilobyte.faster(shared, unsafe)));
    }
}
