package org.sunda.bench.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/// Programs of other languages, whose sources lie beside these classes.
public final class Programs {
    private static final int MINUTES_TO_BUILD = 3;

    private Programs() {}

    /// Writes a source to a folder.
    ///
    /// @param resource its place among these classes, with a slash at the beginning
    /// @param name the file's name there
    public static Path write(String resource, Path folder, String name) throws IOException {
        Path file = folder.resolve(name);
        try (InputStream text = Objects.requireNonNull(Programs.class.getResourceAsStream(resource), resource)) {
            Files.write(file, text.readAllBytes());
        }
        return file;
    }

    /// Runs a command in a folder, and answers what it printed.
    ///
    /// @throws IOException when it is not there, fails, or takes minutes; the message has what it printed
    public static String run(Path folder, String... command) throws IOException, InterruptedException {
        Path log = Files.createTempFile(folder, "command", ".log");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        boolean ended = process.waitFor(MINUTES_TO_BUILD, TimeUnit.MINUTES);
        process.destroyForcibly().waitFor();
        String output = Files.readString(log, UTF_8).strip();
        if (!ended || process.exitValue() != 0) {
            throw new IOException(String.join(" ", command) + " said: " + output);
        }
        return output;
    }
}
