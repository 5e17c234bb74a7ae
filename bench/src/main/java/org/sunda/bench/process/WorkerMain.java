package org.sunda.bench.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/// Runs in a [JvmWorker]'s process: reads which benchmark has its turn, lets JMH measure one iteration of it, and
/// answers with nanoseconds, CPU nanoseconds and bytes of garbage for each operation.
///
/// JMH's own forks are not used: the process is the fork, and lives for many turns, so that contenders in different
/// processes can alternate.
final class WorkerMain {
    static final String FAILED = "failed";

    private static final int FIXED_FIELDS = 3;

    private WorkerMain() {}

    public static void main(String[] arguments) throws IOException {
        PrintStream answers = System.out;
        System.setOut(System.err);
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (@Nullable String line = questions.readLine(); line != null; line = questions.readLine()) {
            answers.println(Child.ANSWER + answer(line.split("\t", -1)));
            answers.flush();
        }
        // Whatever threads a benchmark has left.
        System.exit(0);
    }

    private static String answer(String[] question) {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + Pattern.quote(question[0]) + "$")
                .threads(Integer.parseInt(question[1]))
                .mode(Mode.AverageTime)
                .forks(0)
                .warmupIterations(0)
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(Long.parseLong(question[2])))
                .addProfiler(GCProfiler.class)
                .addProfiler(CpuProfiler.class)
                .verbosity(VerboseMode.SILENT)
                .shouldFailOnError(true);
        for (int i = FIXED_FIELDS; i < question.length; i++) {
            int equals = question[i].indexOf('=');
            options.param(question[i].substring(0, equals), question[i].substring(equals + 1));
        }
        try {
            RunResult result = new Runner(options.build()).runSingle();
            return nanos(result.getPrimaryResult()) + "\t"
                    + score(result, CpuProfiler.NAME) + "\t"
                    + score(result, "gc.alloc.rate.norm");
        } catch (RunnerException e) {
            e.printStackTrace();
            return FAILED + "\t" + sentence(cause(e));
        }
    }

    private static double nanos(Result<?> result) {
        return switch (result.getScoreUnit()) {
            case "ns/op" -> result.getScore();
            case "us/op" -> 1e3 * result.getScore();
            case "ms/op" -> 1e6 * result.getScore();
            case "s/op" -> 1e9 * result.getScore();
            default -> throw new IllegalStateException("a time in " + result.getScoreUnit());
        };
    }

    private static double score(RunResult result, String name) {
        @Nullable Result<?> found = result.getSecondaryResults().get(name);
        return found == null ? Double.NaN : found.getScore();
    }

    /// What the benchmark threw, out of all that JMH wraps around it.
    private static Throwable cause(Throwable thrown) {
        Throwable cause = thrown;
        while (true) {
            @Nullable Throwable inner = cause.getSuppressed().length > 0 ? cause.getSuppressed()[0] : cause.getCause();
            if (inner == null) {
                return cause;
            }
            cause = inner;
        }
    }

    private static String sentence(Throwable cause) {
        return (cause.getClass().getSimpleName() + ": " + cause.getMessage()).replaceAll("\\s+", " ");
    }
}
