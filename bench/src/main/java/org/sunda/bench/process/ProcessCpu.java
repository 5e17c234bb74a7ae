package org.sunda.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The CPU time that processes used since a moment, as Linux's `/proc` tells it for each thread, in nanoseconds.
public final class ProcessCpu {
    private final List<ProcessHandle> processes;
    private final Map<Path, Long> before = new HashMap<>();

    private ProcessCpu(List<ProcessHandle> processes) {
        this.processes = processes;
    }

    /// Counts from now on.
    ///
    /// @throws IOException where there is no `/proc`
    public static ProcessCpu of(ProcessHandle... processes) throws IOException {
        ProcessCpu cpu = new ProcessCpu(List.of(processes));
        for (ProcessHandle each : processes) {
            cpu.before.putAll(threads(each));
        }
        return cpu;
    }

    /// What it is so far. A thread that has ended since does not count.
    ///
    /// @throws IOException when a process has ended
    public long nanos() throws IOException {
        long sum = 0;
        for (ProcessHandle process : processes) {
            for (Map.Entry<Path, Long> each : threads(process).entrySet()) {
                sum += each.getValue() - before.getOrDefault(each.getKey(), 0L);
            }
        }
        return sum;
    }

    private static Map<Path, Long> threads(ProcessHandle process) throws IOException {
        Map<Path, Long> nanos = new HashMap<>();
        try (Stream<Path> threads = Files.list(Path.of("/proc", "" + process.pid(), "task"))) {
            for (Path thread : threads.toList()) {
                read(thread.resolve("schedstat"), nanos);
            }
        }
        return nanos;
    }

    private static void read(Path file, Map<Path, Long> nanos) throws IOException {
        try {
            String text = Files.readString(file);
            nanos.put(file, Long.parseLong(text.substring(0, text.indexOf(' '))));
        } catch (NoSuchFileException e) {
            // The thread has ended meanwhile.
            nanos.remove(file);
        }
    }
}
