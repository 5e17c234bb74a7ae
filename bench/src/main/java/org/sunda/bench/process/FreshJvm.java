package org.sunda.bench.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Runs a main class in a JVM of its own, which prints its figures as lines `name=value`. What one measurement leaves
/// behind in memory can then not touch the next.
///
/// @param spec how that JVM is started
/// @param folder where its log is kept
public record FreshJvm(JvmSpec spec, Path folder) {
    /// The figure that stands for all others when there are none: why.
    public static final String FAILED = "failed";

    /// The figures that `main` printed, or only [#FAILED] when it ended badly or took longer than `limit`.
    ///
    /// @throws IOException when it cannot be started
    public Map<String, String> run(Class<?> main, List<String> arguments, Duration limit)
            throws IOException, InterruptedException {
        Path out = Files.createTempFile(folder, main.getSimpleName(), ".out");
        Path log = Files.createTempFile(folder, main.getSimpleName(), ".log");
        ProcessBuilder builder = spec.processBuilder(main.getName());
        builder.command().addAll(arguments);
        Process process =
                builder.redirectOutput(out.toFile()).redirectError(log.toFile()).start();
        // Whoever stops this JVM must not leave gigabytes behind.
        Thread hook = new Thread(process::destroyForcibly, "fresh-jvm");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                return Map.of(FAILED, "gave up after " + limit.toSeconds() + " s");
            }
            return process.exitValue() == 0
                    ? figures(Files.readString(out, UTF_8))
                    : Map.of(FAILED, ending(process.exitValue(), Files.readAllLines(log, UTF_8)));
        } finally {
            process.destroyForcibly().waitFor();
            forget(hook);
        }
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // This JVM is ending, and the hook has run.
        }
    }

    /// Why a process ended: the first line that it printed, which for a JVM is the error.
    static String ending(int exit, List<String> log) {
        return log.isEmpty() ? "ended with exit code " + exit : log.getFirst();
    }

    /// The lines `name=value` of what was printed; others are passed over.
    static Map<String, String> figures(String printed) {
        Map<String, String> figures = new LinkedHashMap<>();
        for (String line : printed.lines().toList()) {
            int equals = line.indexOf('=');
            if (equals > 0) {
                figures.put(line.substring(0, equals), line.substring(equals + 1));
            }
        }
        return figures;
    }
}
