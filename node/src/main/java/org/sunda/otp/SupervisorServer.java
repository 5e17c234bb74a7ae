package org.sunda.otp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sunda.process.BlockingSelf;
import org.sunda.process.ExitReason;
import org.sunda.process.Self;
import org.sunda.term.Atom;
import org.sunda.term.Int;
import org.sunda.term.ListTerm;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple;
import org.sunda.term.Tuple2;
import org.sunda.term.Tuple3;

/// A running supervisor: a blocking server, which does one thing after the other, as OTP's does. While it
/// starts or ends a child, all else waits.
final class SupervisorServer implements GenServer {
    private static final Atom EXIT = Atom.of("EXIT");
    private static final Atom TRY_AGAIN = Atom.of("try_again_restart");
    private static final Atom NOT_FOUND = Atom.of("not_found");
    private static final Atom RUNNING = Atom.of("running");
    private static final Atom RESTARTING = Atom.of("restarting");
    private static final Atom SIMPLE = Atom.of("simple_one_for_one");
    private static final Atom REACHED_MAX = Atom.of("reached_max_restart_intensity");
    private static final Atom FAILED_TO_START = Atom.of("failed_to_start_child");

    private final Supervisor supervisor;
    private final BlockingSelf self;
    private final Term name;
    private final Intensity intensity;

    /// By id, in the order of their start; where all are alike, by the pid that each has or last had.
    private final Map<Term, Child> children = new LinkedHashMap<>();

    private final Map<Pid, Child> running = new HashMap<>();

    SupervisorServer(Supervisor supervisor, BlockingSelf self, Term name) {
        this.supervisor = supervisor;
        this.self = self;
        this.name = name;
        this.intensity = supervisor.intensity();
    }

    private boolean isSimple() {
        return supervisor.strategy() == Supervisor.Strategy.SIMPLE_ONE_FOR_ONE;
    }

    @Override
    public Init init(Self same) throws InterruptedException {
        self.trapExit(true);
        if (isSimple()) {
            return Next.message();
        }
        for (ChildSpec spec : supervisor.children()) {
            if (startNew(spec, List.of()) instanceof Starting.Failed(Term reason)) {
                new Shutdown(self, this::report).all(runningInOrder());
                Term why = Tuple.of(FAILED_TO_START, spec.id(), reason);
                return Next.stop(Tuple.of(ExitReason.SHUTDOWN, why));
            }
        }
        return Next.message();
    }

    // -- Starting -----------------------------------------------------------------------------------------------------

    /// One that has failed to start is not known afterwards.
    private Starting.Outcome startNew(ChildSpec spec, List<Term> arguments) throws InterruptedException {
        Child child = new Child(spec, arguments);
        Starting.Outcome outcome = start(child);
        switch (outcome) {
            case Starting.Running(Pid pid) -> children.put(isSimple() ? pid : spec.id(), child);
            case Starting.Ignored _ -> {
                if (!isSimple() && !child.isTemporary()) {
                    children.put(spec.id(), child);
                }
            }
            case Starting.Failed _ -> {}
        }
        return outcome;
    }

    private Starting.Outcome start(Child child) throws InterruptedException {
        ChildSpec spec = child.spec;
        Starting.Outcome outcome = spec.start().start(self, true, child.arguments, spec.patience());
        switch (outcome) {
            case Starting.Running(Pid pid) -> {
                child.pid = pid;
                child.isRestarting = false;
                running.put(pid, child);
            }
            case Starting.Ignored _ -> child.isRestarting = false;
            case Starting.Failed(Term reason) -> report("start_error", reason, child);
        }
        return outcome;
    }

    private void report(String context, Term reason, Child child) {
        Reports.supervisor(name, context, reason, child.spec.toTerm(child.shownPid()));
    }

    // -- A child has ended --------------------------------------------------------------------------------------------

    @Override
    public Next handleInfo(Term message, Self same) throws InterruptedException {
        if (message instanceof Tuple3(Term tag, Pid pid, Term reason) && tag.equals(EXIT)) {
            @Nullable Child child = running.remove(pid);
            return child == null ? Next.message() : ended(child, pid, reason);
        }
        Reports.unexpected(name, message);
        return Next.message();
    }

    private Next ended(Child child, Pid pid, Term reason) throws InterruptedException {
        boolean isRestarted = child.isRestartedAfter(reason);
        if (isRestarted || !Reports.isInOrder(reason)) {
            report("child_terminated", reason, child);
        }
        child.pid = null;
        Term key = isSimple() ? pid : child.spec.id();
        if (isRestarted) {
            return restart(child, key);
        }
        if (isSimple() || child.isTemporary()) {
            children.remove(key);
        }
        return child.spec.isSignificant() && isLast() ? Next.stop(ExitReason.SHUTDOWN) : Next.message();
    }

    /// Whether the supervisor has done its part now that a significant child has ended by itself.
    private boolean isLast() {
        return switch (supervisor.autoShutdown()) {
            case NEVER -> false;
            case ANY_SIGNIFICANT -> true;
            case ALL_SIGNIFICANT -> running.values().stream().noneMatch(child -> child.spec.isSignificant());
        };
    }

    private Next restart(Child child, Term key) throws InterruptedException {
        if (intensity.isExceededAt(System.nanoTime())) {
            report("shutdown", REACHED_MAX, child);
            children.remove(key);
            return Next.stop(ExitReason.SHUTDOWN);
        }
        switch (supervisor.strategy()) {
            case ONE_FOR_ONE -> restart(List.of(child));
            case ONE_FOR_ALL -> restart(List.copyOf(children.values()));
            case REST_FOR_ONE -> {
                List<Child> all = List.copyOf(children.values());
                restart(all.subList(all.indexOf(child), all.size()));
            }
            case SIMPLE_ONE_FOR_ONE -> restartSimple(child, key);
        }
        return Next.message();
    }

    /// Ends those that run, and starts all, in order. When one does not start, that is tried again later,
    /// after what waits in the mailbox: somebody may want to give it up.
    private void restart(List<Child> some) throws InterruptedException {
        for (Child child : some.reversed()) {
            terminate(child);
            if (child.isTemporary()) {
                children.remove(child.spec.id());
            }
        }
        for (Child child : some) {
            if (!child.isTemporary() && start(child) instanceof Starting.Failed) {
                tryAgain(child, child.spec.id());
                return;
            }
        }
    }

    private void restartSimple(Child child, Term key) throws InterruptedException {
        switch (start(child)) {
            case Starting.Running(Pid pid) -> {
                children.remove(key);
                children.put(pid, child);
            }
            case Starting.Ignored _ -> children.remove(key);
            case Starting.Failed _ -> tryAgain(child, key);
        }
    }

    private void tryAgain(Child child, Term key) {
        child.isRestarting = true;
        self.cast(self.pid(), Tuple.of(TRY_AGAIN, key));
    }

    @Override
    public Next handleCast(Term message, Self same) throws InterruptedException {
        if (message instanceof Tuple2(Term tag, Term key) && tag.equals(TRY_AGAIN)) {
            @Nullable Child child = children.get(key);
            return child != null && child.isRestarting ? restart(child, key) : Next.message();
        }
        Reports.unexpected(name, message);
        return Next.message();
    }

    // -- Ending -------------------------------------------------------------------------------------------------------

    private void terminate(Child child) throws InterruptedException {
        child.isRestarting = false;
        @Nullable Pid pid = child.pid;
        if (pid != null) {
            new Shutdown(self, this::report).one(child, pid);
            running.remove(pid);
            child.pid = null;
        }
    }

    private List<Child> runningInOrder() {
        return children.values().stream().filter(child -> child.pid != null).toList();
    }

    @Override
    public void terminate(Term reason, Self same) throws InterruptedException {
        Shutdown shutdown = new Shutdown(self, this::report);
        if (isSimple()) {
            shutdown.together(runningInOrder());
        } else {
            shutdown.all(runningInOrder());
        }
    }

    // -- Calls --------------------------------------------------------------------------------------------------------

    @Override
    public Reply handleCall(Term request, From from, Self same) throws InterruptedException {
        return Reply.of(
                switch (request) {
                    case Atom verb when verb.is("which_children") -> whichChildren();
                    case Atom verb when verb.is("count_children") -> countChildren();
                    case Tuple2(Atom verb, Term what) when verb.is("start_child") -> startChild(what);
                    case Tuple2(Atom verb, Term id) when verb.is("terminate_child") -> terminateChild(id);
                    case Tuple2(Atom verb, Term id) when verb.is("restart_child") -> restartChild(id);
                    case Tuple2(Atom verb, Term id) when verb.is("delete_child") -> deleteChild(id);
                    case Tuple2(Atom verb, Term id) when verb.is("get_childspec") -> childSpec(id);
                    default -> error(Tuple.of(Atom.of("unknown_call"), request));
                });
    }

    private static Term error(Term reason) {
        return Tuple.of(Atom.ERROR, reason);
    }

    private Term startChild(Term what) throws InterruptedException {
        return switch (what) {
            case ListTerm arguments
            when isSimple() && arguments.isProper() ->
                started(startNew(supervisor.children().getFirst(), List.copyOf(arguments.elements())));
            case Ref ticket
            when !isSimple() -> {
                @Nullable ChildSpec spec = supervisor.take(ticket);
                yield spec == null ? invalid(what) : startChild(spec);
            }
            default -> invalid(what);
        };
    }

    /// What Erlang could start stands in no Java code.
    private static Term invalid(Term spec) {
        return error(Tuple.of(Atom.of("invalid_child_spec"), spec));
    }

    private Term startChild(ChildSpec spec) throws InterruptedException {
        @Nullable Child known = children.get(spec.id());
        if (known == null) {
            return started(startNew(spec, List.of()));
        }
        return error(
                known.pid == null
                        ? Atom.of("already_present")
                        : Tuple.of(Atom.of("already_started"), known.shownPid()));
    }

    private static Term started(Starting.Outcome outcome) {
        return switch (outcome) {
            case Starting.Running(Pid pid) -> Tuple.of(Atom.OK, pid);
            case Starting.Ignored _ -> Tuple.of(Atom.OK, Atom.UNDEFINED);
            case Starting.Failed(Term reason) -> error(reason);
        };
    }

    private Term terminateChild(Term id) throws InterruptedException {
        if (isSimple() && !(id instanceof Pid)) {
            return error(SIMPLE);
        }
        @Nullable Child child = children.get(id);
        if (child == null) {
            return error(NOT_FOUND);
        }
        terminate(child);
        if (isSimple() || child.isTemporary()) {
            children.remove(id);
        }
        return Atom.OK;
    }

    private Term restartChild(Term id) throws InterruptedException {
        @Nullable Term refusal = refusal(id);
        return refusal == null ? started(start(known(id))) : error(refusal);
    }

    private Term deleteChild(Term id) {
        @Nullable Term refusal = refusal(id);
        if (refusal != null) {
            return error(refusal);
        }
        children.remove(id);
        return Atom.OK;
    }

    /// Why nothing can be done with a child as if it had ended, or null.
    private @Nullable Term refusal(Term id) {
        if (isSimple()) {
            return SIMPLE;
        }
        @Nullable Child child = children.get(id);
        if (child == null) {
            return NOT_FOUND;
        }
        if (child.isRestarting) {
            return RESTARTING;
        }
        return child.pid == null ? null : RUNNING;
    }

    private Child known(Term id) {
        Child child = children.get(id);
        if (child == null) {
            throw new IllegalArgumentException("there is no child " + id);
        }
        return child;
    }

    private Term childSpec(Term id) {
        if (isSimple()) {
            ChildSpec spec = supervisor.children().getFirst();
            boolean isKnown = children.containsKey(id) || id.equals(spec.id());
            return isKnown ? Tuple.of(Atom.OK, spec.toTerm()) : error(NOT_FOUND);
        }
        return children.containsKey(id) ? Tuple.of(Atom.OK, known(id).spec.toTerm()) : error(NOT_FOUND);
    }

    /// The youngest first, as in OTP.
    private ListTerm whichChildren() {
        List<Term> shown = new ArrayList<>();
        children.forEach((id, child) -> shown.add(child.toTerm(isSimple() ? Atom.UNDEFINED : id)));
        return ListTerm.of(shown.reversed());
    }

    private ListTerm countChildren() {
        long supervisors = children.values().stream()
                .filter(child -> child.spec.start().isSupervisor())
                .count();
        return ListTerm.of(
                count("specs", isSimple() ? 1 : children.size()),
                count("active", running.size()),
                count("supervisors", supervisors),
                count("workers", children.size() - supervisors));
    }

    private static Term count(String what, long number) {
        return Tuple.of(Atom.of(what), Int.of(number));
    }

    @Override
    public Term state() {
        Atom strategy = Atom.of(supervisor.strategy().name().toLowerCase(Locale.ROOT));
        return Tuple.of(Atom.of("state"), name, strategy, whichChildren());
    }
}
