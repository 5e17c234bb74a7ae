package org.sunda.process;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/// What one worker queues and another one takes is run once.
public final class RunQueueStress {
    private static final int PLACES = 256;
    static final Runnable NOTHING = () -> {};

    private RunQueueStress() {}

    /// Counts how often it was run: by one thread at a time, or it would not be enough.
    private static final class Task implements Runnable {
        private int runs;

        @Override
        public void run() {
            runs++;
        }
    }

    private static void runSome(RunQueue queue, int most) {
        for (int i = 0; i < most; i++) {
            Runnable task = queue.poll();
            if (task != null) {
                task.run();
            }
        }
    }

    /// The queue goes round its end while it is used.
    @JCStressTest
    @Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "each task is run once")
    @Outcome(expect = FORBIDDEN, desc = "one is run twice or never")
    @State
    public static class Steal {
        private final RunQueue queue = new RunQueue();
        private final Task first = new Task();
        private final Task second = new Task();
        private final Task third = new Task();

        public Steal() {
            for (int i = 0; i < PLACES - 1; i++) {
                queue.add(NOTHING);
                queue.poll();
            }
            queue.add(first);
        }

        @Actor
        public void own() {
            queue.add(second);
            runSome(queue, 2);
            queue.add(third);
            runSome(queue, 1);
        }

        @Actor
        public void steal() {
            runSome(queue, 2);
        }

        @Arbiter
        public void end(III_Result result) {
            runSome(queue, 3);
            result.r1 = first.runs;
            result.r2 = second.runs;
            result.r3 = third.runs;
        }
    }

    /// A full queue from which another worker takes.
    @JCStressTest
    @Outcome(
            id = {"0, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "the last one is taken and run, or refused")
    @Outcome(expect = FORBIDDEN, desc = "one is lost, or run in spite of that")
    @State
    public static class Full {
        private final RunQueue queue = new RunQueue();
        private final Task last = new Task();
        private boolean isTaken;

        public Full() {
            for (int i = 0; i < PLACES; i++) {
                queue.add(NOTHING);
            }
        }

        @Actor
        public void own() {
            isTaken = queue.add(last);
        }

        @Actor
        public void steal() {
            runSome(queue, 2);
        }

        @Arbiter
        public void end(II_Result result) {
            runSome(queue, PLACES);
            result.r1 = isTaken ? 1 : 0;
            result.r2 = last.runs;
        }
    }
}
