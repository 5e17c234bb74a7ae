package org.sunda.bench.process;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sunda.bench.Contender;
import org.sunda.bench.FailedTurnException;
import org.sunda.bench.Sample;

/// A JVM of its own in which JMH measures, turn by turn: it stays warm from one turn to the next.
public final class JvmWorker {
    private final Child child;

    JvmWorker(Child child) {
        this.child = child;
    }

    /// A contender that runs a JMH benchmark there.
    ///
    /// @param name who it is
    /// @param state the class with the benchmark
    /// @param method the benchmark
    /// @param params values of the class's `@Param`s: `field=value`
    public Contender contender(String name, Class<?> state, String method, String... params) {
        return contender(name, 1, state, method, params);
    }

    /// The same in several threads at once, each operation of each of them counted: with two threads that do not hold
    /// each other up, an operation takes as long as with one.
    public Contender contender(String name, int threads, Class<?> state, String method, String... params) {
        List<String> question = new ArrayList<>(List.of(state.getName() + "." + method, "" + threads));
        return new Contender(name, time -> turn(question, time, params));
    }

    private Sample turn(List<String> start, Duration time, String... params) throws IOException, FailedTurnException {
        List<String> question = new ArrayList<>(start);
        question.add("" + time.toMillis());
        question.addAll(Arrays.asList(params));
        String[] answer = child.ask(String.join("\t", question)).split("\t", -1);
        if (answer[0].equals(WorkerMain.FAILED)) {
            throw new FailedTurnException(answer[1]);
        }
        return new Sample(Double.parseDouble(answer[0]), Double.parseDouble(answer[1]), Double.parseDouble(answer[2]));
    }
}
