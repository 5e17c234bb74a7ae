package org.sunda.bench.bytes;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
import org.sunda.bench.ByteSize;
import org.sunda.bench.process.JvmSpec;
import org.sunda.bench.process.ProcessMemory;

/// How much memory one measurement may take.
///
/// @param bytes in all
record Room(long bytes) {
    private static final long GIGABYTE = 1L << 30;

    /// Enough for the largest array twice, and for 4 GiB of small ones.
    private static final long LARGEST_HEAP = 8 * GIGABYTE;

    /// What the machine has left, but for what others need to go on; less inside a container with a limit.
    static Room here() {
        long limit =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        return new Room(Math.min(ProcessMemory.available(), limit) - GIGABYTE);
    }

    /// The largest heap that a JVM may have, the same for all: whole gigabytes.
    long heap() {
        return Math.max(GIGABYTE, Math.min(LARGEST_HEAP, bytes / GIGABYTE * GIGABYTE));
    }

    /// The same for every measurement. A heap that begins small: only what is used becomes resident.
    List<String> flags() {
        return List.of(
                "-XX:+UseG1GC",
                "-Xms64m",
                "-Xmx" + heap() / GIGABYTE + "g",
                "-XX:MaxDirectMemorySize=" + heap() / GIGABYTE + "g",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow");
    }

    JvmSpec spec() {
        return JvmSpec.ofFlags(flags().toArray(String[]::new));
    }

    /// Why there is no room for that many bytes, if there is none.
    Optional<String> objection(Kind kind, long total) {
        long need = kind.need(total);
        return need <= heap()
                ? Optional.empty()
                : Optional.of("left out: needs " + ByteSize.text(need) + ", there are " + ByteSize.text(heap()));
    }
}
