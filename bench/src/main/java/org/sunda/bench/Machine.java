package org.sunda.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/// What a run should tell about where it ran.
final class Machine {
    private Machine() {}

    static Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        String processor = field("/proc/cpuinfo", "model name", ":", System.getProperty("os.arch", "?"));
        facts.put(
                "machine",
                system.getAvailableProcessors() + " cores (" + processor + "), "
                        + Math.round(system.getTotalMemorySize() / 1e9) + " GB");
        String distribution = field("/etc/os-release", "PRETTY_NAME", "=", System.getProperty("os.name", "?"));
        facts.put("system", distribution.replace("\"", "") + ", kernel " + System.getProperty("os.version", "?"));
        facts.put(
                "JVM", System.getProperty("java.vm.name", "?") + " " + System.getProperty("java.runtime.version", "?"));
        return facts;
    }

    private static String field(String file, String name, String separator, String otherwise) {
        try (Stream<String> lines = Files.lines(Path.of(file))) {
            return lines.filter(line -> line.startsWith(name))
                    .findFirst()
                    .map(line -> line.substring(line.indexOf(separator) + 1).strip())
                    .orElse(otherwise);
        } catch (IOException e) {
            return otherwise;
        }
    }
}
