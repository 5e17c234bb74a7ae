package org.sunda.otp;

import java.time.Duration;
import java.util.Locale;
import org.sunda.term.Atom;
import org.sunda.term.Int;
import org.sunda.term.ListTerm;
import org.sunda.term.MapTerm;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// A child of a [Supervisor]. Immutable: `ChildSpec.of("counter",
/// Start.server(Counter::new)).restart(TRANSIENT)`.
///
/// @param id what the supervisor knows it by
/// @param start how it starts
/// @param restart whether it is started again when it has ended
/// @param shutdown how long it has to end when it is told to, before it is killed; [#BRUTAL_KILL] or
///     [#INFINITY]
/// @param isSignificant whether its end may end the supervisor: see [Supervisor#autoShutdown]
/// @param patience how long it has to start, before it is killed
public record ChildSpec(
        Term id, Start start, Restart restart, Duration shutdown, boolean isSignificant, Duration patience) {
    /// Killed at once, and not told before.
    public static final Duration BRUTAL_KILL = Duration.ZERO;

    /// Waited for as long as it takes.
    public static final Duration INFINITY = Duration.ofSeconds(Long.MAX_VALUE);

    private static final Duration WORKER_SHUTDOWN = Duration.ofSeconds(5);

    /// Whether a child that has ended is started again.
    public enum Restart {
        /// Always.
        PERMANENT,
        /// When it has failed: ended other than by `normal`, `shutdown` or `{shutdown, _}`.
        TRANSIENT,
        /// Never; then it is no child any more.
        TEMPORARY;

        Atom toTerm() {
            return Atom.of(name().toLowerCase(Locale.ROOT));
        }
    }

    /// Refuses a child that is significant though it is always restarted.
    public ChildSpec {
        if (isSignificant && restart == Restart.PERMANENT) {
            throw new IllegalArgumentException(
                    "the child " + id + " is always restarted, so its end is never significant: make it transient");
        }
        if (shutdown.isNegative() || patience.isNegative()) {
            throw new IllegalArgumentException("the child " + id + " has a negative time to start or to end");
        }
    }

    /// A permanent child, which has a minute to start, and 5 seconds to end unless it is a supervisor
    /// itself.
    public static ChildSpec of(String id, Start start) {
        return new ChildSpec(
                Atom.of(id),
                start,
                Restart.PERMANENT,
                start.isSupervisor() ? INFINITY : WORKER_SHUTDOWN,
                false,
                Start.PATIENCE);
    }

    /// This, restarted otherwise.
    public ChildSpec restart(Restart other) {
        return new ChildSpec(id, start, other, shutdown, isSignificant, patience);
    }

    /// This, with another time to end in.
    public ChildSpec shutdown(Duration other) {
        return new ChildSpec(id, start, restart, other, isSignificant, patience);
    }

    /// This, with an end that matters to the supervisor.
    public ChildSpec significant() {
        return new ChildSpec(id, start, restart, shutdown, true, patience);
    }

    /// This, with another time to start in.
    public ChildSpec patience(Duration other) {
        return new ChildSpec(id, start, restart, shutdown, isSignificant, other);
    }

    Term shutdownTerm() {
        if (shutdown.equals(BRUTAL_KILL)) {
            return Atom.of("brutal_kill");
        }
        return shutdown.equals(INFINITY) ? Atom.of("infinity") : Int.of(shutdown.toMillis());
    }

    Term type() {
        return Atom.of(start.isSupervisor() ? "supervisor" : "worker");
    }

    Term modules() {
        return ListTerm.of(start.module());
    }

    /// As `supervisor:get_childspec/2` shows it.
    MapTerm toTerm() {
        return MapTerm.of(
                Atom.of("id"), id,
                Atom.of("start"), start.toTerm(),
                Atom.of("restart"), restart.toTerm(),
                Atom.of("significant"), Atom.of(isSignificant),
                Atom.of("shutdown"), shutdownTerm(),
                Atom.of("type"), type(),
                Atom.of("modules"), modules());
    }

    /// As reports show it.
    Term toTerm(Term pid) {
        return ListTerm.of(
                Tuple.of(Atom.of("pid"), pid),
                Tuple.of(Atom.of("id"), id),
                Tuple.of(Atom.of("mfargs"), start.toTerm()),
                Tuple.of(Atom.of("restart_type"), restart.toTerm()),
                Tuple.of(Atom.of("significant"), Atom.of(isSignificant)),
                Tuple.of(Atom.of("shutdown"), shutdownTerm()),
                Tuple.of(Atom.of("child_type"), type()));
    }
}
