package org.sunda.bench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// What Linux says about memory: of this process, and of the machine. All in bytes.
public final class ProcessMemory {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Path CLEAR_REFS = Path.of("/proc/self/clear_refs");
    private static final Path MACHINE = Path.of("/proc/meminfo");

    private ProcessMemory() {}

    /// What of this process lies in real memory now.
    public static long resident() {
        return figure(lines(STATUS), "VmRSS");
    }

    /// The most that lay in real memory since the process began, or since [#resetPeak].
    public static long peak() {
        return figure(lines(STATUS), "VmHWM");
    }

    /// Forgets the peak so far. Some containers forbid it; the peak then counts from the start.
    public static void resetPeak() {
        try {
            Files.writeString(CLEAR_REFS, "5");
        } catch (IOException _) {
            // What was before counts too: the figure is larger than it should be, never smaller.
        }
    }

    /// What the machine could give to new processes without swapping.
    public static long available() {
        return figure(lines(MACHINE), "MemAvailable");
    }

    /// The amount in a line such as `VmHWM:    41234 kB`.
    static long figure(List<String> lines, String name) {
        for (String line : lines) {
            if (line.startsWith(name + ":")) {
                String[] words = line.substring(name.length() + 1).trim().split(" +", -1);
                return Long.parseLong(words[0]) * 1024;
            }
        }
        throw new IllegalStateException("no line '" + name + "': these figures come from Linux's /proc");
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read: these figures come from Linux's /proc", e);
        }
    }
}
