package org.sunda.bench.alloc;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sunda.bench.Figures;
import org.sunda.bench.Section;
import org.sunda.bench.Session;
import org.sunda.bench.Table;
import org.sunda.bench.process.FreshJvm;
import org.sunda.bench.process.JvmSpec;

/// How much memory an allocator keeps for how much that is in use, after sizes have come and gone.
final class Fragmentation {
    private static final long LIVE = 256L << 20;

    private static final List<String> COLUMNS = List.of(
            "allocator", "live", "resident", "resident / live", "after freeing all", "ns for each piece", "churned");

    private static final JvmSpec SPEC = JvmSpec.ofFlags(
            "-Xms512m",
            "-Xmx512m",
            "-XX:+AlwaysPreTouch",
            "-XX:MaxDirectMemorySize=2g",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow");

    private final Session session;
    private final int seconds;
    private final List<List<String>> rows = new ArrayList<>();
    private final List<Map<String, Object>> objects = new ArrayList<>();

    private Fragmentation(Session session) {
        this.session = session;
        this.seconds = session.choose(3, 120);
    }

    static Section section(Session session, Optional<Jemalloc> jemalloc) throws IOException, InterruptedException {
        Fragmentation run = new Fragmentation(session);
        run.add("Sunda shared", Contestant.SUNDA_SHARED, SPEC);
        run.add("malloc", Contestant.FFM, SPEC);
        if (jemalloc.isPresent()) {
            run.add("jemalloc", Contestant.FFM, jemalloc.get().preloaded(SPEC));
        } else {
            run.addRow("jemalloc", Map.of(FreshJvm.FAILED, Jemalloc.UNAVAILABLE));
        }
        run.add("Netty pooled", Contestant.NETTY_POOLED, SPEC);
        run.add("Netty adaptive", Contestant.NETTY_ADAPTIVE, SPEC);
        return new Section("fragmentation", run.note(), new Table(COLUMNS, run.rows), run.objects);
    }

    private String note() {
        return """
            Two threads with %s of live memory in all. Sizes are random, from 64 B to 1 MiB in windows that shift from \
            small to large and back; whenever there is too much, a random piece is freed. Each page is touched. Goes on \
            for %d s and to the end of the last cycle of windows. Resident is what the process has in real memory \
            above what it had before the first piece; its heap is of fixed size and touched beforehand.""".formatted(Figures.bytes(LIVE), seconds);
    }

    private void add(String label, Contestant contestant, JvmSpec spec) throws IOException, InterruptedException {
        session.progress("fragmentation, " + label);
        List<String> arguments = List.of(contestant.name(), Integer.toString(seconds), Long.toString(LIVE));
        Duration limit = Duration.ofSeconds(3L * seconds + 60);
        addRow(label, new FreshJvm(spec, session.folder()).run(FragmentationMain.class, arguments, limit));
    }

    private void addRow(String label, Map<String, String> figures) {
        rows.add(row(label, figures));
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("allocator", label);
        object.putAll(figures);
        objects.add(object);
    }

    static List<String> row(String label, Map<String, String> figures) {
        if (figures.containsKey(FreshJvm.FAILED)) {
            String none = Figures.NONE;
            return List.of(label, figures.get(FreshJvm.FAILED), none, none, none, none, none);
        }
        double live = number(figures, FragmentationMain.LIVE);
        double resident = number(figures, FragmentationMain.RESIDENT);
        return List.of(
                label,
                Figures.bytes(live),
                Figures.bytes(resident),
                Figures.ratio(resident / live),
                Figures.bytes(number(figures, FragmentationMain.AFTERWARDS)),
                Grid.nanos(number(figures, FragmentationMain.NANOS)),
                Figures.bytes(number(figures, FragmentationMain.CHURNED)));
    }

    private static double number(Map<String, String> figures, String name) {
        return Double.parseDouble(figures.getOrDefault(name, "NaN"));
    }
}
