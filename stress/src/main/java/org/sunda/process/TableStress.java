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
import org.openjdk.jcstress.infra.results.IL_Result;
import org.openjdk.jcstress.infra.results.L_Result;
import org.sunda.term.Pid;

/// The table of processes and that of names, while processes come and go.
public final class TableStress {
    private TableStress() {}

    private static int registers(Processes processes, LocalProcess process) {
        try {
            processes.register(Alone.NAME, process.pid());
            return 1;
        } catch (IllegalArgumentException e) {
            return 0;
        }
    }

    private static void ends(Processes processes, LocalProcess process) {
        processes.exit(process.pid(), ExitReason.KILL);
    }

    private static String holder(Processes processes, LocalProcess first, LocalProcess second) {
        return processes
                .whereis(Alone.NAME)
                .map(pid -> pid.equals(first.pid()) ? "first" : pid.equals(second.pid()) ? "second" : "other")
                .orElse("nobody");
    }

    /// A table grows while others look and leave.
    @JCStressTest
    @Outcome(id = "1, 1, 127", expect = ACCEPTABLE, desc = "all are found, but the one that left")
    @Outcome(expect = FORBIDDEN, desc = "one is lost, or stays for ever")
    @State
    public static class Grow {
        private static final int FULL = 127;
        private static final Processes PROCESSES = Alone.node();
        private static final LocalProcess[] OTHERS = new LocalProcess[FULL];

        static {
            for (int i = 0; i < FULL; i++) {
                OTHERS[i] = Alone.react(PROCESSES, Alone.DEAF);
            }
        }

        private final ProcessTable table = new ProcessTable();
        private final LocalProcess[] added = new LocalProcess[2];

        public Grow() {
            for (LocalProcess other : OTHERS) {
                table.add(number -> other, FULL);
            }
        }

        private LocalProcess add() {
            return table.add(
                    number -> new ReactiveProcess(
                            PROCESSES, new Pid(PROCESSES.node(), (int) number, 0, 1), SpawnOptions.DEFAULT, Alone.DEAF),
                    FULL + 2);
        }

        @Actor
        public void grow() {
            added[0] = add();
            added[1] = add();
        }

        @Actor
        public void look(III_Result result) {
            boolean isFound = true;
            table.remove(OTHERS[0]);
            for (int i = 1; i < FULL; i += 25) {
                isFound &= table.find(OTHERS[i].pid()) == OTHERS[i];
            }
            table.remove(OTHERS[1]);
            result.r1 = isFound ? 1 : 0;
        }

        @Arbiter
        public void end(III_Result result) {
            boolean areFound = table.find(added[0].pid()) == added[0] && table.find(added[1].pid()) == added[1];
            result.r2 = areFound && table.find(OTHERS[0].pid()) == null ? 1 : 0;
            result.r3 = table.count();
        }
    }

    /// The last place is for one of two.
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 1"},
            expect = ACCEPTABLE,
            desc = "one is refused")
    @Outcome(expect = FORBIDDEN, desc = "none or both are")
    @State
    public static class Limit {
        private final Processes processes = new Processes(
                Alone.NAME, 1, (node, signal) -> {}, request -> self -> {}, new ProcessSettings(1, 1, 1, 1));

        private int starts() {
            try {
                processes.react(SpawnOptions.DEFAULT, Alone.DEAF);
                return 1;
            } catch (ExitException e) {
                return 0;
            }
        }

        @Actor
        public void one(II_Result result) {
            result.r1 = starts();
        }

        @Actor
        public void other(II_Result result) {
            result.r2 = starts();
        }
    }

    /// Two take the same name.
    @JCStressTest
    @Outcome(
            id = {"1, first", "2, second"},
            expect = ACCEPTABLE,
            desc = "one of them has it")
    @Outcome(expect = FORBIDDEN, desc = "none or both have")
    @State
    public static class SameName {
        private final Processes processes = Alone.node();
        private final LocalProcess first = Alone.react(processes, Alone.DEAF);
        private final LocalProcess second = Alone.react(processes, Alone.DEAF);
        private int firstHas;
        private int secondHas;

        @Actor
        public void one() {
            firstHas = registers(processes, first);
        }

        @Actor
        public void other() {
            secondHas = registers(processes, second);
        }

        @Arbiter
        public void end(IL_Result result) {
            result.r1 = firstHas + 2 * secondHas;
            result.r2 = holder(processes, first, second);
        }
    }

    /// A process gets a name while it ends.
    @JCStressTest
    @Outcome(id = "nobody", expect = ACCEPTABLE, desc = "the dead have no names")
    @Outcome(expect = FORBIDDEN, desc = "a name is taken for ever")
    @State
    public static class NameAtTheEnd {
        private final Processes processes = Alone.node();
        private final LocalProcess process = Alone.react(processes, Alone.DEAF);

        @Actor
        public void register() {
            registers(processes, process);
        }

        @Actor
        public void end() {
            ends(processes, process);
        }

        @Arbiter
        public void look(L_Result result) {
            result.r1 = holder(processes, process, process);
        }
    }

    /// A name passes from one process to another, and the first one ends.
    @JCStressTest
    @Outcome(id = "1, second", expect = ACCEPTABLE, desc = "it had been given up")
    @Outcome(id = "0, nobody", expect = ACCEPTABLE, desc = "it was still taken")
    @Outcome(expect = FORBIDDEN, desc = "the end of the first one took the second one's name")
    @State
    public static class NamePasses {
        private final Processes processes = Alone.node();
        private final LocalProcess first = Alone.react(processes, Alone.DEAF);
        private final LocalProcess second = Alone.react(processes, Alone.DEAF);

        public NamePasses() {
            registers(processes, first);
        }

        @Actor
        public void giveUp() {
            processes.unregister(Alone.NAME);
            ends(processes, first);
        }

        @Actor
        public void take(IL_Result result) {
            result.r1 = registers(processes, second);
        }

        @Arbiter
        public void end(IL_Result result) {
            result.r2 = holder(processes, first, second);
        }
    }
}
