package org.sunda.bench.alloc;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.sunda.bench.ByteSize;
import org.sunda.bench.Contender;
import org.sunda.bench.Task;
import org.sunda.bench.process.JvmWorker;

/// One figure for each contestant.
///
/// @param size of each piece in bytes
/// @param threads how many do the same at once
record Job(Work work, long size, int threads) {
    /// The one that the targets are about.
    static final Job KILOBYTE = new Job(Work.ONCE, 1024, 1);

    /// A ring of a thousand pieces lies between the threads.
    private static final long LARGEST_HANDED_OVER = 64 << 10;

    private static final long[] SIZES = {64, 256, 1024, 4 << 10, 64 << 10, 1 << 20};

    /// Enough for a first look.
    static List<Job> few() {
        return List.of(
                KILOBYTE,
                new Job(Work.ONCE, 64 << 10, 1),
                new Job(Work.ONCE, 1024, 2),
                new Job(Work.BURST, 1024, 1),
                new Job(Work.HAND_OVER, 1024, 1));
    }

    /// Each work with each size, but for those that would take gigabytes.
    static List<Job> all() {
        List<Job> all = new ArrayList<>();
        for (int threads = 1; threads <= 2; threads++) {
            for (long size : SIZES) {
                all.add(new Job(Work.ONCE, size, threads));
            }
        }
        for (long size : SIZES) {
            all.add(new Job(Work.BURST, size, 1));
        }
        for (long size : SIZES) {
            if (size <= LARGEST_HANDED_OVER) {
                all.add(new Job(Work.HAND_OVER, size, 1));
            }
        }
        return all;
    }

    /// Jobs that belong into one table have the same.
    String title() {
        String two = threads > 1 ? ", in " + threads + " threads at once" : "";
        return work.label() + two;
    }

    /// The task's name.
    String name() {
        return work.label() + ", " + ByteSize.text(size) + ", " + threads + (threads == 1 ? " thread" : " threads");
    }

    /// All who can do it, each in its own JVM.
    Task task(Map<Contestant, JvmWorker> workers) {
        List<Contender> contenders = workers.entrySet().stream()
                .filter(each -> work.suits(each.getKey()))
                .map(each -> contender(each.getKey(), each.getValue()))
                .toList();
        return new Task(name(), contenders);
    }

    private Contender contender(Contestant contestant, JvmWorker worker) {
        return worker.contender(
                contestant.label(), threads, work.state(), work.method(), "contestant=" + contestant, "size=" + size);
    }
}
