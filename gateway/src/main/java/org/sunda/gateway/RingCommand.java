package org.sunda.gateway;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.sunda.process.Processes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `sunda ring`.
@Command(
        name = "ring",
        description = {
            "N processes in a ring hand a number round, which begins as M and gets one less with each message: what "
                    + "it costs to start a process, to send a message to a process that waits, and what a process "
                    + "weighs.",
            "",
        },
        footer = {
            "",
            "The last line has the medians of several rounds, in nanoseconds:",
            "  ring kind=reactive n=1000 m=1000000 spawn_ns=80.1 msg_ns=30.2",
        })
final class RingCommand implements Callable<Integer> {
    private static final int MOST_PROCESSES = 4_000_000;
    private static final long MOST_MESSAGES = 1_000_000_000_000L;

    /// Fewer would drown in what else the heap holds.
    private static final int LEAST_WEIGHED = 10_000;

    private static final int WARM_UP_ROUNDS = 2;
    private static final long WARM_UP_NANOS = 1_000_000_000;
    private static final int ROUNDS = 5;

    @Parameters(paramLabel = "N", index = "0", description = "How many processes, at most 4,000,000.")
    private int processes;

    @Parameters(paramLabel = "M", index = "1", description = "The number that goes round.")
    private long messages;

    @Option(names = "--blocking", description = "Each process has a virtual thread, instead of a handler.")
    private boolean isBlocking;

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        common.apply();
        check("N", processes, MOST_PROCESSES);
        check("M", messages, MOST_MESSAGES);
        String kind = isBlocking ? "blocking" : "reactive";
        say(String.format(Locale.ROOT, "ring kind=%s n=%d size_bytes=%.0f", kind, weighed(), size()));
        List<Ring.Round> rounds = rounds();
        say(String.format(
                Locale.ROOT,
                "ring kind=%s n=%d m=%d spawn_ns=%.1f msg_ns=%.1f",
                kind,
                processes,
                messages,
                median(rounds, Ring.Round::spawn),
                median(rounds, Ring.Round::message)));
        return 0;
    }

    private int weighed() {
        return Math.max(processes, LEAST_WEIGHED);
    }

    private double size() throws InterruptedException {
        try (Processes alone = Ring.alone()) {
            return new Ring(alone, isBlocking, weighed(), 1).size();
        }
    }

    /// Those that count: compilers have had their time before.
    private List<Ring.Round> rounds() throws InterruptedException {
        List<Ring.Round> rounds = new ArrayList<>();
        try (Processes alone = Ring.alone()) {
            Ring ring = new Ring(alone, isBlocking, processes, messages);
            long start = System.nanoTime();
            for (int i = 0; i < WARM_UP_ROUNDS || System.nanoTime() - start < WARM_UP_NANOS; i++) {
                ring.round();
            }
            for (int i = 0; i < ROUNDS; i++) {
                rounds.add(ring.round());
            }
        }
        return rounds;
    }

    private static double median(List<Ring.Round> rounds, ToDoubleFunction<Ring.Round> figure) {
        return rounds.stream()
                .mapToDouble(figure)
                .sorted()
                .skip(ROUNDS / 2)
                .findFirst()
                .orElseThrow();
    }

    private void check(String name, long value, long most) {
        if (value < 1 || value > most) {
            throw new ParameterException(
                    spec().commandLine(), String.format(Locale.ROOT, "%s is 1 to %,d, not %d", name, most, value));
        }
    }

    private void say(String line) {
        PrintWriter out = spec().commandLine().getOut();
        out.println(line);
        out.flush();
    }

    private CommandSpec spec() {
        if (spec == null) {
            throw new IllegalStateException("only a command line runs this");
        }
        return spec;
    }
}
