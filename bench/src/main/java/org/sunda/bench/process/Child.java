package org.sunda.bench.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A process that is asked over its standard input, one line each, and answers with a line that starts with `=>`. It
/// ends when its standard input does. For one thread at a time.
public final class Child implements AutoCloseable {
    /// Tells an answer from whatever else is printed.
    public static final String ANSWER = "=>";

    private static final int SECONDS_TO_END = 5;
    private static final int LOG_LINES = 15;

    private final String name;
    private final Path log;
    private final Process process;
    private final Writer questions;
    private final BufferedReader answers;

    Child(String name, ProcessBuilder builder, Path folder) throws IOException {
        this.name = name;
        this.log = Files.createTempFile(folder, name, ".log");
        this.process = builder.redirectError(log.toFile()).start();
        this.questions = process.outputWriter(UTF_8);
        this.answers = process.inputReader(UTF_8);
    }

    /// The operating system's process.
    public ProcessHandle handle() {
        return process.toHandle();
    }

    /// Asks, and waits for the answer.
    ///
    /// @throws IOException when the process has ended, with the last lines that it printed
    public String ask(String question) throws IOException {
        try {
            questions.write(question + "\n");
            questions.flush();
        } catch (IOException e) {
            throw hasEnded();
        }
        for (@Nullable String line = answers.readLine(); line != null; line = answers.readLine()) {
            if (line.startsWith(ANSWER)) {
                return line.substring(ANSWER.length());
            }
        }
        throw hasEnded();
    }

    private IOException hasEnded() throws IOException {
        List<String> lines = Files.readAllLines(log);
        List<String> last = lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size());
        return new IOException("the process '" + name + "' has ended; it printed: " + String.join("\n", last));
    }

    @Override
    public void close() {
        try {
            questions.close();
            if (process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                return;
            }
            process.destroyForcibly().waitFor();
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
