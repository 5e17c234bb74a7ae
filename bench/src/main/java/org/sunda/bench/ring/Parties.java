package org.sunda.bench.ring;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.sunda.bench.Session;
import org.sunda.bench.process.Beam;
import org.sunda.bench.process.Child;
import org.sunda.bench.process.Children;
import org.sunda.bench.process.JvmSpec;
import org.sunda.bench.process.Programs;

/// Who takes part, each in a process of its own.
final class Parties {
    static final String REACTIVE = "Sunda reactive";
    static final String FLAGS = "Sunda blocking, flags";
    static final String BLOCKING = "Sunda blocking";
    static final String PEKKO = "Pekko";
    static final String QUEUES = "queues";
    static final String VIRTUAL = "Zog, virtual";
    static final String PLATFORM = "Zog, platform";
    static final String GO = "Go";

    /// What lets blocking processes choose the carriers of their virtual threads; `./sunda ring` sets it.
    static final String[] CARRIER_FLAGS = {"--add-opens", "java.base/java.lang=ALL-UNNAMED"};

    /// A heap that begins with pages which were touched before: their first touch is not what is measured. It grows.
    private static final String[] MEMORY_FLAGS = {"-Xms384m", "-XX:+AlwaysPreTouch"};

    /// The same for those who start most.
    private static final String[] MUCH_MEMORY_FLAGS = {"-Xms1g", "-XX:+AlwaysPreTouch"};

    /// The command of another Erlang, words apart by blanks.
    private static final String OTHER_ERLANG = System.getenv().getOrDefault("SUNDA_OTHER_ERL", "");

    private static final Set<String> RING = Set.of("ring");
    private static final Set<String> ALL = Set.of("ring", "trip", "fan_in", "fan_out", "churn", "skew", "size");
    private static final Set<String> SELECTIVE =
            Stream.concat(ALL.stream(), Stream.of("behind")).collect(Collectors.toUnmodifiableSet());

    private static final int MILLION = 1_000_000;

    /// A table of processes that is large enough, and schedulers as they are by default.
    private static final List<String> BEAM_FLAGS = List.of("-noshell", "+P", "4000000");

    private final Session session;
    private final Children children;
    private final List<Party> parties = new ArrayList<>();
    private final List<String> beams = new ArrayList<>();

    Parties(Session session, Children children) throws IOException, InterruptedException {
        this.session = session;
        this.children = children;
        // With --quick, a million processes are started where a target asks for it. A message between virtual threads
        // may take the 50 us in which a carrier is woken: laps of 100,000 would take what all else has together.
        int most = session.choose(MILLION / 10, MILLION);
        int mostThreads = session.choose(MILLION / 100, MILLION);
        JvmSpec plain = JvmSpec.ofFlags(MEMORY_FLAGS);
        JvmSpec large = JvmSpec.ofFlags(MUCH_MEMORY_FLAGS);
        session.fact(
                "flags of all JVMs",
                String.join(" ", MEMORY_FLAGS) + "; of " + REACTIVE + " and " + PEKKO + " "
                        + String.join(" ", MUCH_MEMORY_FLAGS));
        jvm(REACTIVE, large, RingWorker.Kind.REACTIVE, ALL, MILLION);
        jvm(FLAGS, plain.withFlags(CARRIER_FLAGS), RingWorker.Kind.BLOCKING, SELECTIVE, mostThreads);
        jvm(BLOCKING, plain, RingWorker.Kind.BLOCKING, SELECTIVE, mostThreads);
        beam(Beam.installed(), most);
        if (OTHER_ERLANG.isBlank()) {
            session.fact("other Erlang", "none: ./sunda test --otp 29 makes a folder with OTP 29, which is then used");
        } else {
            beam(Arrays.asList(OTHER_ERLANG.split(" ", -1)), most);
        }
        jvm(PEKKO, large, RingWorker.Kind.PEKKO, ALL, most);
        jvm(QUEUES, plain, RingWorker.Kind.QUEUES, ALL, mostThreads);
        jvm(VIRTUAL, plain, RingWorker.Kind.VIRTUAL_THREADS, RING, mostThreads);
        jvm(PLATFORM, plain, RingWorker.Kind.PLATFORM_THREADS, RING, session.choose(1_000, 30_000));
        go(most);
    }

    /// All, in the order of the tables.
    List<String> names() {
        return parties.stream().map(Party::name).toList();
    }

    /// The Erlangs.
    List<String> beams() {
        return beams;
    }

    /// Those that take part in an experiment with so many processes.
    List<Party> of(String experiment, int processes) {
        return parties.stream()
                .filter(each -> each.takes(experiment, processes))
                .toList();
    }

    private void jvm(String name, JvmSpec spec, RingWorker.Kind kind, Set<String> experiments, int most) {
        parties.add(new Party(name, experiments, most, () -> {
            ProcessBuilder builder = spec.processBuilder(RingWorker.class.getName());
            builder.command().add(kind.name());
            return new Asked(children.start(kind.name(), builder));
        }));
    }

    private void beam(List<String> command, int most) throws IOException {
        Beam first = start(command);
        String name = "BEAM " + first.value("list_to_binary(erlang:system_info(otp_release))");
        session.fact(name, "OTP " + first.version());
        beams.add(name);
        parties.add(new Party(name, SELECTIVE, most, () -> new AskedBeam(start(command))));
    }

    private Beam start(List<String> command) throws IOException {
        Beam beam = Beam.start(children, session.folder(), command, BEAM_FLAGS);
        beam.compile("sunda_ring", session.folder());
        return beam;
    }

    private void go(int most) throws IOException, InterruptedException {
        Path program = session.folder().resolve("sunda_ring");
        try {
            session.fact("Go", Programs.run(session.folder(), "go", "version"));
            Path source = Programs.write("/go/sunda_ring.go", session.folder(), "sunda_ring.go");
            Programs.run(session.folder(), "go", "build", "-o", program.toString(), source.toString());
        } catch (IOException e) {
            session.fact("Go", "did not take part: " + e.getMessage());
            return;
        }
        parties.add(new Party(
                GO, ALL, most, () -> new Asked(children.start("go", new ProcessBuilder(program.toString())))));
    }

    private static String line(String separator, int... numbers) {
        return IntStream.of(numbers).mapToObj(Integer::toString).collect(Collectors.joining(separator));
    }

    private record Asked(Child child) implements Party.Program {
        @Override
        public String ask(String experiment, int... numbers) throws IOException {
            return child.ask(experiment + " " + line(" ", numbers));
        }

        @Override
        public ProcessHandle handle() {
            return child.handle();
        }
    }

    private record AskedBeam(Beam beam) implements Party.Program {
        @Override
        public String ask(String experiment, int... numbers) throws IOException {
            return "ok " + beam.value("sunda_ring:" + experiment + "(" + line(", ", numbers) + ")");
        }

        @Override
        public ProcessHandle handle() {
            return beam.handle();
        }
    }
}
