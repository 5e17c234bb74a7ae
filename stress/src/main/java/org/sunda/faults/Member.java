package org.sunda.faults;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A node of the cluster, as the operating system sees it: a process that is started anew when it was
/// killed.
final class Member {
    private static final long PATIENCE_SECONDS = 60;

    private final String name;
    private final Ledger ledger;
    private final Path log;
    private final LaunchedBy launch;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private long life;
    private @Nullable Process process;

    /// The command for a life.
    interface LaunchedBy {
        List<String> command(long life);
    }

    Member(String name, Ledger ledger, Path log, LaunchedBy launch) {
        this.name = name;
        this.ledger = ledger;
        this.log = log;
        this.launch = launch;
    }

    String name() {
        return name;
    }

    long life() {
        return life;
    }

    void start() throws IOException {
        life++;
        Process started = new ProcessBuilder(launch.command(life))
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        process = started;
        Thread.ofVirtual().start(() -> listen(started));
    }

    private void listen(Process started) {
        try (BufferedReader lines = started.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(Line.MARK)) {
                    String said = line.substring(Line.MARK.length());
                    ledger.say(name, said);
                    answers.add(said);
                }
            }
        } catch (IOException e) {
            ledger.say(name, "unheard since " + e.getMessage());
        }
    }

    private Process running() {
        Process running = process;
        if (running == null) {
            throw new IllegalStateException(name + " was never started");
        }
        return running;
    }

    /// Ends it as `kill -9` does.
    void kill() throws InterruptedException {
        ledger.killed(name, life);
        running().destroyForcibly();
        running().waitFor();
    }

    /// Sends a signal of the operating system: `STOP` or `CONT`.
    void signal(String signal) throws IOException, InterruptedException {
        Network.run("kill", "-" + signal, String.valueOf(running().pid()));
    }

    void command(String command) throws IOException {
        answers.clear();
        Writer to = running().outputWriter(StandardCharsets.UTF_8);
        to.write(command + "\n");
        to.flush();
    }

    /// Waits for a line that begins with that word, as often as told.
    ///
    /// @return the words of the last one
    List<String> await(String word, int times) throws InterruptedException {
        List<String> words = new ArrayList<>();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        for (int left = times; left > 0; ) {
            String said = answers.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (said == null) {
                ledger.say(name, "wrong silent: no " + word + " within " + PATIENCE_SECONDS + " s");
                return List.of();
            }
            if (said.startsWith(word)) {
                words = List.of(said.split(" ", -1));
                left--;
            }
        }
        return words;
    }

    void end() {
        Process running = process;
        if (running != null) {
            running.destroyForcibly();
        }
    }
}
