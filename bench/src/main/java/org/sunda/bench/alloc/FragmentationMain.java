package org.sunda.bench.alloc;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.sunda.bench.process.ProcessMemory;

/// Runs two [Churn]s side by side for so many seconds, then prints how much memory is resident, as lines `name=value`.
/// The heap of this JVM has a fixed size and is touched beforehand, so that what comes on top is the allocator's.
final class FragmentationMain {
    /// Bytes that were asked for and not freed, at the end.
    static final String LIVE = "live";

    /// What was resident then, above what was before the first allocation.
    static final String RESIDENT = "resident";

    /// The same, after everything was freed.
    static final String AFTERWARDS = "afterwards";

    /// Bytes asked for in all.
    static final String CHURNED = "churned";

    /// Nanoseconds for each piece: allocated, its pages touched, freed.
    static final String NANOS = "nanos";

    private static final int THREADS = 2;

    private FragmentationMain() {}

    /// What goes on in one thread.
    private record Worker(ExecutorService thread, Churn churn) {
        static Worker start(Contestant contestant, long most, int seed) {
            return new Worker(Executors.newSingleThreadExecutor(), new Churn(contestant.open(), most, seed));
        }

        Future<?> submit(Consumer<Churn> work) {
            return thread.submit(() -> work.accept(churn));
        }
    }

    /// Arguments: the contestant, the seconds, the live bytes of both threads together
    public static void main(String... arguments) throws Exception {
        Contestant contestant = Contestant.valueOf(arguments[0]);
        Duration time = Duration.ofSeconds(Long.parseLong(arguments[1]));
        long most = Long.parseLong(arguments[2]);
        List<Worker> workers = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            workers.add(Worker.start(contestant, most / THREADS, i));
        }
        measure(workers.stream().map(Worker::churn).toList(), workers, time);
        workers.forEach(each -> each.thread().shutdown());
    }

    private static void measure(List<Churn> churns, List<Worker> workers, Duration time) throws Exception {
        long before = ProcessMemory.resident();
        long start = System.nanoTime();
        together(workers, each -> cycle(each, start + time.toNanos()));
        double nanos = System.nanoTime() - start;
        System.gc();
        print(RESIDENT, ProcessMemory.resident() - before);
        print(LIVE, churns.stream().mapToLong(Churn::live).sum());
        print(CHURNED, churns.stream().mapToLong(Churn::churned).sum());
        print(NANOS, THREADS * nanos / churns.stream().mapToLong(Churn::pieces).sum());
        together(workers, Churn::freeAll);
        System.gc();
        print(AFTERWARDS, ProcessMemory.resident() - before);
    }

    /// Whole cycles only: all end in the same phase.
    private static void cycle(Churn churn, long end) {
        do {
            churn.cycle();
        } while (System.nanoTime() < end);
    }

    private static void together(List<Worker> workers, Consumer<Churn> work)
            throws ExecutionException, InterruptedException {
        List<Future<?>> all = new ArrayList<>();
        for (Worker each : workers) {
            all.add(each.submit(work));
        }
        for (Future<?> each : all) {
            each.get();
        }
    }

    private static void print(String name, Object value) {
        System.out.println(name + "=" + value);
    }
}
