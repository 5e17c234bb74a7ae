package org.sunda.otp;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.sunda.process.BlockingSelf;
import org.sunda.process.ExitException;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple;
import org.sunda.term.Tuple2;

/// What a supervisor starts and how it keeps that running, as in Erlang:
/// `Supervisor.oneForOne().child(...)`. Immutable; [Start#supervisor] makes a process of it, which Erlang's
/// `supervisor` functions work on too, except that it takes child specifications only from Java
/// ([#startChild(BlockingSelf, Term, ChildSpec)]).
public final class Supervisor {
    private static final int INTENSITY = 1;
    private static final Duration PERIOD = Duration.ofSeconds(5);
    private static final Atom START_CHILD = Atom.of("start_child");

    private final Strategy strategy;
    private final int intensity;
    private final Duration period;
    private final AutoShutdown autoShutdown;
    private final List<ChildSpec> children;

    /// Specifications on their way to a supervisor, which finds them by a reference in a message.
    private final Map<Ref, ChildSpec> underWay;

    /// Which children are restarted when one of them has failed.
    enum Strategy {
        ONE_FOR_ONE,
        ONE_FOR_ALL,
        REST_FOR_ONE,
        SIMPLE_ONE_FOR_ONE
    }

    /// Whether a supervisor ends when significant children have ended by themselves.
    public enum AutoShutdown {
        /// It does not.
        NEVER,
        /// It does when one has.
        ANY_SIGNIFICANT,
        /// It does when the last one has.
        ALL_SIGNIFICANT
    }

    private Supervisor(
            Strategy strategy,
            int intensity,
            Duration period,
            AutoShutdown autoShutdown,
            List<ChildSpec> children,
            Map<Ref, ChildSpec> underWay) {
        this.strategy = strategy;
        this.intensity = intensity;
        this.period = period;
        this.autoShutdown = autoShutdown;
        this.children = children;
        this.underWay = underWay;
    }

    private Supervisor(Strategy strategy, List<ChildSpec> children) {
        this(strategy, INTENSITY, PERIOD, AutoShutdown.NEVER, children, new ConcurrentHashMap<>());
    }

    /// A child that has failed is restarted, and no other.
    public static Supervisor oneForOne() {
        return new Supervisor(Strategy.ONE_FOR_ONE, List.of());
    }

    /// When a child has failed all are restarted.
    public static Supervisor oneForAll() {
        return new Supervisor(Strategy.ONE_FOR_ALL, List.of());
    }

    /// When a child has failed it is restarted, with those that were started after it.
    public static Supervisor restForOne() {
        return new Supervisor(Strategy.REST_FOR_ONE, List.of());
    }

    /// Any number of children alike, started by [#startChild(BlockingSelf, Term, List)] with arguments of
    /// their own.
    public static Supervisor simpleOneForOne(ChildSpec child) {
        return new Supervisor(Strategy.SIMPLE_ONE_FOR_ONE, List.of(child));
    }

    /// This, which gives up (ends its children, and then itself by `shutdown`) on more than so many
    /// restarts in that time. Unless said, it is 1 in 5 seconds, as in OTP.
    public Supervisor intensity(int most, Duration within) {
        if (most < 0 || within.isNegative() || within.isZero()) {
            throw new IllegalArgumentException(
                    "an intensity is 0 restarts or more in some time, not " + most + " in " + within);
        }
        return new Supervisor(strategy, most, within, autoShutdown, children, underWay);
    }

    /// This, with an end of its own when significant children end.
    public Supervisor autoShutdown(AutoShutdown other) {
        return new Supervisor(strategy, intensity, period, other, children, underWay);
    }

    /// This, with one more child, started after the others and ended before them.
    ///
    /// @throws IllegalArgumentException when there is one of that id, or all children are alike
    public Supervisor child(ChildSpec child) {
        if (strategy == Strategy.SIMPLE_ONE_FOR_ONE) {
            throw new IllegalArgumentException("the children of a simple_one_for_one supervisor are all alike");
        }
        if (children.stream().anyMatch(other -> other.id().equals(child.id()))) {
            throw new IllegalArgumentException("there is a child " + child.id() + " already");
        }
        List<ChildSpec> more = new ArrayList<>(children);
        more.add(child);
        return new Supervisor(strategy, intensity, period, autoShutdown, List.copyOf(more), underWay);
    }

    Strategy strategy() {
        return strategy;
    }

    AutoShutdown autoShutdown() {
        return autoShutdown;
    }

    List<ChildSpec> children() {
        return children;
    }

    Intensity intensity() {
        return new Intensity(intensity, period);
    }

    @Nullable
    ChildSpec take(Ref ticket) {
        return underWay.remove(ticket);
    }

    // -- What is asked of a running one -------------------------------------------------------------------------------

    /// Starts one more child of a supervisor that was started with this (or with what it was made from).
    ///
    /// @throws ExitException with the reason when it has not started: `already_present`, `{already_started,
    ///     Pid}`, what
    ///     its start says
    public Pid startChild(BlockingSelf self, Term running, ChildSpec child) throws InterruptedException {
        Ref ticket = self.processes().newRef();
        underWay.put(ticket, child);
        try {
            return child(self, running, Tuple.of(START_CHILD, ticket));
        } finally {
            underWay.remove(ticket);
        }
    }

    /// Starts one more child of a `simple_one_for_one` supervisor, on any node.
    ///
    /// @throws ExitException with the reason when it has not started
    public static Pid startChild(BlockingSelf self, Term running, List<Term> arguments) throws InterruptedException {
        return child(self, running, Tuple.of(START_CHILD, ListTerm.of(arguments)));
    }

    /// Starts a child again that has been terminated or has ended.
    ///
    /// @throws ExitException with the reason when it has not started: `not_found`, `running`, what its
    ///     start says
    public static Pid restartChild(BlockingSelf self, Term running, Term id) throws InterruptedException {
        return child(self, running, Tuple.of(Atom.of("restart_child"), id));
    }

    /// Ends a child, which stays known unless it is temporary.
    ///
    /// @param id its id or, where all children are alike, its pid
    /// @throws ExitException `not_found`
    public static void terminateChild(BlockingSelf self, Term running, Term id) throws InterruptedException {
        Term _ = ask(self, running, Tuple.of(Atom.of("terminate_child"), id));
    }

    /// Forgets a child that has ended.
    ///
    /// @throws ExitException `not_found`, `running`, `restarting`
    public static void deleteChild(BlockingSelf self, Term running, Term id) throws InterruptedException {
        Term _ = ask(self, running, Tuple.of(Atom.of("delete_child"), id));
    }

    /// The children, as `supervisor:which_children/1` has them: `[{Id, Pid | restarting | undefined, Type,
    /// Modules}]`.
    public static Term whichChildren(BlockingSelf self, Term running) throws InterruptedException {
        return ask(self, running, Atom.of("which_children"));
    }

    /// How many there are, as `supervisor:count_children/1` has it.
    public static Term countChildren(BlockingSelf self, Term running) throws InterruptedException {
        return ask(self, running, Atom.of("count_children"));
    }

    private static Pid child(BlockingSelf self, Term running, Term request) throws InterruptedException {
        return switch (ask(self, running, request)) {
            case Tuple2(Atom _, Pid pid) -> pid;
            case Term other -> throw new ExitException(other);
        };
    }

    private static Term ask(BlockingSelf self, Term running, Term request) throws InterruptedException {
        Term answer = self.call(running, request, ChildSpec.INFINITY);
        if (answer instanceof Tuple2(Term tag, Term reason) && tag.equals(Atom.ERROR)) {
            throw new ExitException(reason);
        }
        return answer;
    }
}
