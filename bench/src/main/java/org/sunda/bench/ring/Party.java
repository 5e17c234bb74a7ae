package org.sunda.bench.ring;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.sunda.bench.FailedTurnException;
import org.sunda.bench.Match;

/// One who takes part: a process that is started when it is first asked, and anew after it has failed.
final class Party implements Match.Player {
    /// The longest that an experiment may take: one that loses a message would take for ever.
    private static final long LIMIT_SECONDS = 90;

    private static final double FIRST_HOPS = 5_000;
    private static final double MOST_HOPS = 20_000_000;

    /// A process that answers.
    interface Program {
        /// Answers as [Answer] has it.
        String ask(String experiment, int... numbers) throws IOException;

        /// The operating system's process.
        ProcessHandle handle();
    }

    /// Starts a process.
    interface Start {
        /// Starts it.
        Program start() throws IOException;
    }

    private final String name;
    private final Set<String> experiments;
    private final int most;
    private final Start start;
    private @Nullable Program program;
    /// What a message took last, by the number of processes.
    private final Map<Integer, Double> messageNanos = new HashMap<>();

    /// @param experiments what it takes part in
    /// @param most how many processes it is asked for at most
    Party(String name, Set<String> experiments, int most, Start start) {
        this.name = name;
        this.experiments = experiments;
        this.most = most;
        this.start = start;
    }

    @Override
    public String name() {
        return name;
    }

    boolean takes(String experiment, int processes) {
        return experiments.contains(experiment) && processes <= most;
    }

    /// Asks for an experiment.
    ///
    /// @throws FailedTurnException with a short reason, when there are no figures
    Map<String, Double> ask(String experiment, int... numbers) throws FailedTurnException, IOException {
        Program asked = program == null ? start.start() : program;
        program = asked;
        CompletableFuture<Void> limit = CompletableFuture.runAsync(
                () -> asked.handle().destroyForcibly(),
                CompletableFuture.delayedExecutor(LIMIT_SECONDS, TimeUnit.SECONDS));
        try {
            return Answer.parse(asked.ask(experiment, numbers));
        } catch (FailedTurnException e) {
            program = null;
            asked.handle().destroyForcibly();
            throw e;
        } catch (IOException e) {
            program = null;
            throw new FailedTurnException(
                    limit.isDone() ? "gave up after " + LIMIT_SECONDS + " s" : "ended: " + e.getMessage());
        } finally {
            limit.cancel(false);
        }
    }

    /// A ring that takes about that time, if messages take as long as they did the last time; at least two laps.
    ///
    /// @throws FailedTurnException when a message was lost, too
    Map<String, Double> ring(int n, double nanos) throws FailedTurnException, IOException {
        @Nullable Double last = messageNanos.get(n);
        double hops = last == null ? FIRST_HOPS : Math.min(nanos / last, MOST_HOPS);
        // The number is zero when the first process ends, after whole laps: all others end after it.
        int laps = (int) Math.max(2, Math.ceil(hops / n));
        Map<String, Double> figures = ask("ring", n, laps * n - 1);
        double counted = figures.getOrDefault(Answer.HOPS, Double.NaN);
        if (counted != (double) laps * n) {
            throw new FailedTurnException("counted " + counted + " messages instead of " + laps * n);
        }
        messageNanos.put(n, figures.getOrDefault(Answer.MESSAGE, nanos));
        return figures;
    }
}
