package org.sunda.kernel;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sunda.process.Processes;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.Term;
import org.sunda.term.Terms;
import org.sunda.term.Tuple;
import org.sunda.term.Tuple2;

/// The JVM as `erlang:memory/0,1`, `erlang:system_info/1` and `erlang:statistics/1` tell of a BEAM. What a
/// JVM has nothing like is `badarg`, as is an item that a BEAM does not know; of ports and tables there are
/// none.
final class Jvm {
    /// The release that a peer may count on: the oldest that Sunda works with.
    private static final String OTP_RELEASE = "25";

    private static final Term ZERO = Terms.integer(0);
    private static final Term WORD_BYTES = Terms.integer(8);
    private static final Atom WORDSIZE = Atom.of("wordsize");

    private final Processes processes;
    private final Map<String, Supplier<Term>> system;
    private final Map<String, Supplier<Term>> statistics;

    Jvm(Processes processes) {
        this.processes = processes;
        this.system = system();
        this.statistics = statistics();
    }

    // -- Memory -------------------------------------------------------------------------------------------------------

    /// All of `erlang:memory/0`, in its order, in bytes. The heap holds what processes have made, and
    /// cannot be told apart by process; code is what the JVM keeps outside of it, compiled methods
    /// included; binaries are direct buffers.
    private static Map<String, Long> memoryBytes() {
        long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        long code = ManagementFactory.getMemoryMXBean().getNonHeapMemoryUsage().getUsed();
        long direct = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
        Map<String, Long> bytes = new LinkedHashMap<>();
        bytes.put("total", heap + code + direct);
        bytes.put("processes", heap);
        bytes.put("processes_used", heap);
        bytes.put("system", code + direct);
        bytes.put("atom", 0L);
        bytes.put("atom_used", 0L);
        bytes.put("binary", direct);
        bytes.put("code", code);
        bytes.put("ets", 0L);
        return bytes;
    }

    /// What `erlang:memory/0` answers.
    ListTerm memory() {
        return memory(List.copyOf(memoryBytes().keySet()));
    }

    /// Some of it.
    static ListTerm memory(List<String> items) {
        Map<String, Long> bytes = memoryBytes();
        return ListTerm.of(items.stream()
                .map(item -> Tuple.of(Atom.of(item), bytesOf(bytes, item)))
                .toList());
    }

    /// What `erlang:memory/1` answers to one item or a list of items.
    Term memory(Term wanted) {
        if (wanted instanceof Atom item) {
            return bytesOf(memoryBytes(), item.text());
        }
        return memory(Inspection.list(wanted).elements().stream()
                .map(item -> Inspection.atom(item).text())
                .toList());
    }

    private static Term bytesOf(Map<String, Long> bytes, String item) {
        @Nullable Long value = bytes.get(item);
        if (value == null) {
            throw Inspection.badarg();
        }
        return Terms.integer(value);
    }

    // -- System -------------------------------------------------------------------------------------------------------

    private Map<String, Supplier<Term>> system() {
        Map<String, Supplier<Term>> items = new LinkedHashMap<>();
        items.put("otp_release", () -> Terms.string(OTP_RELEASE));
        items.put("version", () -> Terms.string(javaVersion()));
        items.put("machine", () -> Terms.string("JVM"));
        items.put("system_version", () -> Terms.string(systemVersion()));
        items.put("system_architecture", () -> Terms.string(architecture()));
        for (String is : List.of("kernel_poll", "smp_support", "threads")) {
            items.put(is, () -> Atom.TRUE);
        }
        items.put("multi_scheduling", () -> Atom.of("enabled"));
        for (String count : List.of(
                "logical_processors",
                "logical_processors_online",
                "logical_processors_available",
                "schedulers",
                "schedulers_online")) {
            items.put(count, () -> Terms.integer(Runtime.getRuntime().availableProcessors()));
        }
        for (String none : List.of(
                "thread_pool_size",
                "dirty_cpu_schedulers",
                "dirty_cpu_schedulers_online",
                "dirty_io_schedulers",
                "port_count",
                "ets_count")) {
            items.put(none, () -> ZERO);
        }
        items.put("wordsize", () -> WORD_BYTES);
        items.put("process_count", () -> Terms.integer(processes.count()));
        items.put("process_limit", () -> Terms.integer(processes.settings().processes()));
        return items;
    }

    private static String javaVersion() {
        Runtime.Version version = Runtime.version();
        return version.feature() + "." + version.interim() + "." + version.update();
    }

    private static String systemVersion() {
        return "Sunda on " + System.getProperty("java.vm.name") + " " + Runtime.version() + "\n";
    }

    private static String architecture() {
        return System.getProperty("os.arch") + "-" + System.getProperty("os.name");
    }

    /// What `erlang:system_info/1` answers.
    Term systemInfo(Term wanted) {
        return switch (wanted) {
            case Tuple2(Term tag, Atom which)
            when tag.equals(WORDSIZE) && (which.is("internal") || which.is("external")) -> WORD_BYTES;
            case Atom item -> value(system, item);
            default -> throw Inspection.badarg();
        };
    }

    // -- Statistics ---------------------------------------------------------------------------------------------------

    private Map<String, Supplier<Term>> statistics() {
        Supplier<Term> runQueue = () -> Terms.integer(processes.runQueue());
        Map<String, Supplier<Term>> items = new LinkedHashMap<>();
        items.put("wall_clock", new Meter(() -> upTime().toMillis()));
        items.put("runtime", new Meter(() -> processorTime().toMillis()));
        items.put("run_queue", runQueue);
        items.put("total_run_queue_lengths", runQueue);
        items.put("total_run_queue_lengths_all", runQueue);
        items.put("garbage_collection", Jvm::garbageCollections);
        items.put("scheduler_wall_time", Jvm::schedulerWallTime);
        items.put("io", () -> Tuple.of(Tuple.of(Atom.of("input"), ZERO), Tuple.of(Atom.of("output"), ZERO)));
        return items;
    }

    /// `{Total, SinceTheLastTime}`.
    private record Meter(LongSupplier total, AtomicLong last) implements Supplier<Term> {
        Meter(LongSupplier total) {
            this(total, new AtomicLong());
        }

        @Override
        public Term get() {
            long now = total.getAsLong();
            return Tuple.of(Terms.integer(now), Terms.integer(Math.max(0, now - last.getAndSet(now))));
        }
    }

    /// How long the JVM has run, in milliseconds.
    static Term upMillis() {
        return Terms.integer(upTime().toMillis());
    }

    private static Duration upTime() {
        return Duration.ofMillis(ManagementFactory.getRuntimeMXBean().getUptime());
    }

    private static Duration processorTime() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private static Term garbageCollections() {
        long count = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
        return Tuple.of(Terms.integer(count), ZERO, ZERO);
    }

    /// All processors as one scheduler: what the JVM has used of the time that they had. From this `etop`
    /// and `observer` calculate the load.
    private static Term schedulerWallTime() {
        long processors = Runtime.getRuntime().availableProcessors();
        long wall = TimeUnit.MILLISECONDS.toNanos(upTime().toMillis()) * processors;
        long active = Math.min(processorTime().toNanos(), wall);
        return ListTerm.of(Tuple.of(Terms.integer(1), Terms.integer(active), Terms.integer(wall)));
    }

    /// What `erlang:statistics/1` answers.
    Term statistics(Term wanted) {
        return value(statistics, Inspection.atom(wanted));
    }

    private static Term value(Map<String, Supplier<Term>> items, Atom wanted) {
        @Nullable Supplier<Term> value = items.get(wanted.text());
        if (value == null) {
            throw Inspection.badarg();
        }
        return value.get();
    }
}
