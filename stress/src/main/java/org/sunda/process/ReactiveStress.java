package org.sunda.process;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.sunda.term.SmallInt;
import org.sunda.term.Term;

/// A reactive process that several threads wake: one runs it at a time, and each sees what the one before did.
public final class ReactiveStress {
    private static final Term MESSAGE = new SmallInt(1);

    private ReactiveStress() {}

    /// Counts in plain fields.
    private static class Counter implements Handler {
        int handled;
        int stopped;

        @Override
        public void handle(Term message, Self self) {
            handled++;
        }

        @Override
        public void stopped(Term reason) {
            stopped++;
        }
    }

    /// Two send two messages each.
    @JCStressTest
    @Outcome(id = "4", expect = ACCEPTABLE, desc = "all are handled")
    @Outcome(expect = FORBIDDEN, desc = "one is lost, or was handled beside another")
    @State
    public static class TwoSenders {
        private final Processes processes = Alone.node();
        private final Counter counter = new Counter();
        private final ReactiveProcess process = Alone.react(processes, counter);

        private void send() {
            processes.send(process.pid(), MESSAGE);
            processes.send(process.pid(), MESSAGE);
        }

        @Actor
        public void one() {
            send();
        }

        @Actor
        public void other() {
            send();
        }

        @Arbiter
        public void look(I_Result result) {
            result.r1 = counter.handled;
        }
    }

    /// It is ended while it runs.
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 1", "2, 1"},
            expect = ACCEPTABLE,
            desc = "the handler hears of it once")
    @Outcome(expect = FORBIDDEN, desc = "the handler hears of it never or twice")
    @State
    public static class End {
        private final Processes processes = Alone.node();
        private final Counter counter = new Counter();
        private final ReactiveProcess process = Alone.react(processes, counter);

        @Actor
        public void send() {
            processes.send(process.pid(), MESSAGE);
            processes.send(process.pid(), MESSAGE);
        }

        @Actor
        public void end() {
            processes.exit(process.pid(), ExitReason.KILL);
        }

        @Arbiter
        public void look(II_Result result) {
            result.r1 = counter.handled;
            result.r2 = counter.stopped;
        }
    }

    /// Two end it.
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "it ends once")
    @Outcome(expect = FORBIDDEN, desc = "it ends never or twice")
    @State
    public static class TwoEnds {
        private final Processes processes = Alone.node();
        private final Counter counter = new Counter();
        private final ReactiveProcess process = Alone.react(processes, counter);

        @Actor
        public void kill() {
            processes.exit(process.pid(), ExitReason.KILL);
        }

        @Actor
        public void exit() {
            processes.exit(process.pid(), Alone.BOOM);
        }

        @Arbiter
        public void look(II_Result result) {
            result.r1 = counter.stopped;
            result.r2 = processes.pids().size();
        }
    }
}
