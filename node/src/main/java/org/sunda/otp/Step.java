package org.sunda.otp;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// What a [StateMachine] does about an event: where it goes, and what else. Immutable:
/// `Step.to(OPEN).reply(from, atom("ok")).stateTimeout(Duration.ofSeconds(5), atom("lock"))`.
///
/// @param <S> the states of the machine
public final class Step<S> {
    static final Term STATE_TIMEOUT = Atom.of("state_timeout");
    static final Term EVENT_TIMEOUT = Atom.of("timeout");

    private final Way<S> way;
    private final List<Action<S>> actions;

    private Step(Way<S> way, List<Action<S>> actions) {
        this.way = way;
        this.actions = actions;
    }

    /// Where a machine goes.
    sealed interface Way<S> {}

    record To<S>(S state) implements Way<S> {}

    record Keep<S>() implements Way<S> {}

    record Repeat<S>() implements Way<S> {}

    record Stop<S>(Term reason) implements Way<S> {}

    record Ignore<S>() implements Way<S> {}

    /// What it does besides.
    sealed interface Action<S> {}

    record Answer<S>(From from, Term value) implements Action<S> {}

    record Postpone<S>() implements Action<S> {}

    record Insert<S>(Event<S> event) implements Action<S> {}

    /// @param key which timeout: one of those above, or `{timeout, Name}`
    record Set<S>(Term key, Duration after, Term content) implements Action<S> {}

    record Cancel<S>(Term key) implements Action<S> {}

    /// Goes to that state, or stays in it.
    public static <S> Step<S> to(S state) {
        return new Step<>(new To<>(state), List.of());
    }

    /// Stays in the state.
    public static <S> Step<S> keep() {
        return new Step<>(new Keep<>(), List.of());
    }

    /// Stays in the state, but [Event.Enter] comes again.
    public static <S> Step<S> repeat() {
        return new Step<>(new Repeat<>(), List.of());
    }

    /// Ends the machine with that reason, after [#reply]s.
    public static <S> Step<S> stop(Term reason) {
        return new Step<>(new Stop<>(reason), List.of());
    }

    /// From `init`: there is to be no process, and that is no failure.
    public static <S> Step<S> ignore() {
        return new Step<>(new Ignore<>(), List.of());
    }

    private Step<S> and(Action<S> action) {
        List<Action<S>> more = new ArrayList<>(actions);
        more.add(action);
        return new Step<>(way, List.copyOf(more));
    }

    /// And answers a call.
    public Step<S> reply(From from, Term value) {
        return and(new Answer<>(from, value));
    }

    /// And leaves this event until the state changes.
    public Step<S> postpone() {
        return and(new Postpone<>());
    }

    /// And has an event handled before those that wait.
    public Step<S> nextEvent(Event<S> event) {
        return and(new Insert<>(event));
    }

    /// And has [Event.StateTimeout] come, unless the state changes before.
    public Step<S> stateTimeout(Duration after, Term content) {
        return and(new Set<>(STATE_TIMEOUT, after, content));
    }

    /// And has [Event.EventTimeout] come, unless any event does before.
    public Step<S> eventTimeout(Duration after, Term content) {
        return and(new Set<>(EVENT_TIMEOUT, after, content));
    }

    /// And has [Event.Timeout] come, whatever else does; in place of one of that name that is set.
    public Step<S> timeout(Term name, Duration after, Term content) {
        return and(new Set<>(named(name), after, content));
    }

    /// And cancels the state timeout.
    public Step<S> cancelStateTimeout() {
        return and(new Cancel<>(STATE_TIMEOUT));
    }

    /// And cancels the timeout of that name.
    public Step<S> cancelTimeout(Term name) {
        return and(new Cancel<>(named(name)));
    }

    private static Term named(Term name) {
        return Tuple.of(EVENT_TIMEOUT, name);
    }

    Way<S> way() {
        return way;
    }

    List<Action<S>> actions() {
        return actions;
    }

    /// The event of a timeout.
    static <S> Event<S> over(Term key, Term content) {
        if (key.equals(STATE_TIMEOUT)) {
            return new Event.StateTimeout<>(content);
        }
        @Nullable Term name = key instanceof Tuple named ? named.element(1) : null;
        return name == null ? new Event.EventTimeout<>(content) : new Event.Timeout<>(name, content);
    }
}
