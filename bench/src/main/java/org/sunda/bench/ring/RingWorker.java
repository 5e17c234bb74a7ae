package org.sunda.bench.ring;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;
import org.sunda.bench.process.Child;

/// A JVM with processes of one kind: reads an experiment with its numbers from each line, and answers with figures.
final class RingWorker {
    /// What kinds there are.
    enum Kind {
        REACTIVE,
        BLOCKING,
        PEKKO,
        QUEUES,
        PLATFORM_THREADS,
        VIRTUAL_THREADS
    }

    /// One kind's experiments.
    private interface Program {
        Map<String, Double> run(String experiment, int first, int second) throws Exception;
    }

    private RingWorker() {}

    /// Answers until its input ends.
    ///
    /// @param arguments the kind
    public static void main(String[] arguments) throws IOException {
        PrintStream answers = System.out;
        System.setOut(System.err);
        Program program = program(Kind.valueOf(arguments[0]));
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (@Nullable String line = questions.readLine(); line != null; line = questions.readLine()) {
            answers.println(Child.ANSWER + answer(program, line.split(" ", -1)));
            answers.flush();
        }
        // Whatever threads there are.
        System.exit(0);
    }

    private static String answer(Program program, String[] words) {
        int second = words.length > 2 ? Integer.parseInt(words[2]) : 0;
        try {
            return Answer.of(program.run(words[0], Integer.parseInt(words[1]), second));
        } catch (ExecutionException e) {
            return Answer.failed(String.valueOf(e.getCause()));
        } catch (Exception | OutOfMemoryError e) {
            return Answer.failed(String.valueOf(e.getMessage()));
        }
    }

    private static Program program(Kind kind) {
        return switch (kind) {
            case REACTIVE -> all(new SundaReactive());
            case BLOCKING -> blocking(new SundaBlocking());
            case PEKKO -> all(new PekkoTyped());
            case QUEUES -> all(new QueueThreads());
            case PLATFORM_THREADS -> zog(Thread.ofPlatform().factory());
            case VIRTUAL_THREADS -> zog(Thread.ofVirtual().factory());
        };
    }

    private static <A> Program all(Actors<A> actors) {
        Experiments<A> experiments = new Experiments<>(actors);
        return (experiment, first, second) -> switch (experiment) {
            case "ring" -> experiments.ring(first, second);
            case "trip" -> experiments.trip(first, second);
            case "fan_in" -> experiments.fanIn(first, second);
            case "fan_out" -> experiments.fanOut(first, second);
            case "churn" -> experiments.churn(first, second);
            case "skew" -> experiments.skew(first, second);
            case "size" -> experiments.size(first);
            default -> throw new IllegalArgumentException("there is no experiment '" + experiment + "' here");
        };
    }

    private static Program blocking(SundaBlocking blocking) {
        Program others = all(blocking);
        return (experiment, first, second) -> experiment.equals("behind")
                ? Selective.behind(blocking.processes(), first, second)
                : others.run(experiment, first, second);
    }

    private static Program zog(ThreadFactory factory) {
        return (experiment, first, second) -> switch (experiment) {
            case "ring" -> Zog.ring(factory, first, second);
            default -> throw new IllegalArgumentException("there is no experiment '" + experiment + "' with threads");
        };
    }
}
