package org.sunda.otp;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sunda.process.Processes;
import org.sunda.process.Self;
import org.sunda.process.SpawnOptions;
import org.sunda.process.Timer;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple2;
import org.sunda.term.Tuple3;

/// Runs a [StateMachine] by the rules of `gen_statem`: after each event first the state changes, then what
/// was postponed comes back, then the state is entered, and then timeouts are set. What the machine
/// inserts, what comes back and timeouts of no time at all are handled before any message.
///
/// @param <S> its states
final class StateMachineLoop<S> extends Loop {
    private static final Atom MODULE = Atom.of("gen_statem");

    private final StateMachine<S> machine;
    private @Nullable S state;

    private final ArrayDeque<Event<S>> queue = new ArrayDeque<>(0);
    private final List<Event<S>> postponed = new ArrayList<>(0);

    private final Map<Term, Running> timeouts = new HashMap<>();

    /// Timeouts that are over as soon as nothing waits in the queue.
    private final ArrayDeque<Ref> due = new ArrayDeque<>(0);

    private record Running(Ref ref, @Nullable Timer timer, Term content) {}

    StateMachineLoop(Processes processes, Starting starting, SpawnOptions options, StateMachine<S> machine) {
        super(processes, starting, options);
        this.machine = machine;
    }

    @Override
    boolean begin(Self self) throws Exception {
        Step<S> step = machine.init(self);
        return switch (step.way()) {
            case Step.Ignore<S> _ -> false;
            case Step.Stop<S>(Term reason) -> throw end(reason, null, null, self);
            case Step.To<S>(S first) -> {
                state = first;
                List<Step.Action<S>> actions = new ArrayList<>(step.actions());
                @Nullable Term stop = enter(first, first, actions, self);
                act(actions, self);
                stopIf(stop, self);
                yield true;
            }
            case Step.Keep<S> _, Step.Repeat<S> _ ->
                throw new IllegalStateException("init answers the first state: use Step.to, stop or ignore");
        };
    }

    @Override
    void dispatch(Term message, Self self) throws Exception {
        @Nullable Ref over = overBy(message);
        if (over == null) {
            handle(eventOf(message, self), self);
        } else {
            over(over, self);
        }
    }

    private Event<S> eventOf(Term message, Self self) {
        return switch (message) {
            case Tuple3(Term label, Tuple2(Pid pid, Term tag), Term request)
            when label.equals(GenServerLoop.GEN_CALL) ->
                new Event.Call<>(new From(processes, self.pid(), pid, tag), request);
            case Tuple2(Term label, Term cast) when label.equals(GenServerLoop.GEN_CAST) -> new Event.Cast<>(cast);
            default -> new Event.Message<>(message);
        };
    }

    @Override
    boolean hasOwn() {
        return !queue.isEmpty() || !due.isEmpty();
    }

    @Override
    void doOwn(Self self) throws Exception {
        @Nullable Event<S> next = queue.poll();
        if (next == null) {
            over(due.remove(), self);
        } else {
            handle(next, self);
        }
    }

    /// A timeout is over, unless it has been cancelled on the way.
    private void over(Ref ref, Self self) throws Exception {
        for (Map.Entry<Term, Running> entry : timeouts.entrySet()) {
            if (entry.getValue().ref.equals(ref)) {
                timeouts.remove(entry.getKey());
                handle(Step.over(entry.getKey(), entry.getValue().content), self);
                return;
            }
        }
    }

    // -- One event ----------------------------------------------------------------------------------------------------

    private void handle(Event<S> event, Self self) throws Exception {
        cancel(Step.EVENT_TIMEOUT);
        S before = current();
        Step<S> step = machine.handle(event, before, self);
        List<Step.Action<S>> actions = new ArrayList<>(step.actions());
        if (actions.removeIf(Step.Postpone.class::isInstance)) {
            requireRoom(postponed.size(), self);
            postponed.add(event);
        }
        @Nullable Term stop = null;
        switch (step.way()) {
            case Step.Keep<S> _ -> {}
            case Step.Repeat<S> _ -> stop = enter(before, before, actions, self);
            case Step.Stop<S>(Term reason) -> stop = reason;
            case Step.To<S>(S next) -> {
                if (!next.equals(before)) {
                    state = next;
                    cancel(Step.STATE_TIMEOUT);
                    bringBack();
                    stop = enter(before, next, actions, self);
                }
            }
            case Step.Ignore<S> _ -> throw new IllegalStateException("only init may ignore");
        }
        act(actions, self);
        stopIf(stop, self);
    }

    private S current() {
        S known = state;
        if (known == null) {
            throw new IllegalStateException("the machine has no state yet");
        }
        return known;
    }

    /// What was postponed comes before what waits, the oldest first.
    private void bringBack() {
        postponed.reversed().forEach(queue::addFirst);
        postponed.clear();
    }

    /// Enters a state, if the machine wants to know. What it does then adds to what it does already;
    /// answers the reason if it ends by it.
    private @Nullable Term enter(S before, S now, List<Step.Action<S>> actions, Self self) throws Exception {
        if (!machine.entersStates()) {
            return null;
        }
        Step<S> step = machine.handle(new Event.Enter<>(before), now, self);
        actions.addAll(step.actions());
        return switch (step.way()) {
            case Step.Keep<S> _ -> null;
            case Step.Stop<S>(Term reason) -> reason;
            case Step.To<S>(S next) when next.equals(now) -> null;
            case Step.To<S> _, Step.Repeat<S> _, Step.Ignore<S> _ ->
                throw new IllegalStateException("a state cannot be left while it is entered: use Step.keep or stop");
        };
    }

    private void stopIf(@Nullable Term reason, Self self) {
        if (reason != null) {
            throw end(reason, null, null, self);
        }
    }

    private void act(List<Step.Action<S>> actions, Self self) {
        List<Event<S>> inserted = new ArrayList<>();
        for (Step.Action<S> action : actions) {
            switch (action) {
                case Step.Answer<S>(From from, Term value) -> reply(from, value);
                case Step.Insert<S>(Event<S> event) -> inserted.add(event);
                case Step.Set<S> set -> set(set, self);
                case Step.Cancel<S>(Term key) -> cancel(key);
                case Step.Postpone<S> _ ->
                    throw new IllegalStateException(
                            "only an event is postponed, not the start or the entry of a state");
            }
        }
        requireRoom(queue.size() + inserted.size() - 1, self);
        inserted.reversed().forEach(queue::addFirst);
    }

    // -- Timeouts -----------------------------------------------------------------------------------------------------

    private void set(Step.Set<S> set, Self self) {
        cancel(set.key());
        Ref ref = processes.newRef();
        @Nullable Timer timer = null;
        if (set.after().isPositive()) {
            timer = self.sendAfter(set.after(), self.pid(), over(ref));
        } else {
            due.add(ref);
        }
        timeouts.put(set.key(), new Running(ref, timer, set.content()));
    }

    private void cancel(Term key) {
        @Nullable Running running = timeouts.remove(key);
        if (running != null && running.timer != null) {
            running.timer.cancel();
        }
    }

    // -- The end, and what others see ---------------------------------------------------------------------------------

    @Override
    void terminate(Term reason, Self self) throws Exception {
        timeouts.values().forEach(running -> {
            if (running.timer != null) {
                running.timer.cancel();
            }
        });
        machine.terminate(reason, current(), self);
    }

    @Override
    void afterEnd(Term reason) {
        machine.stopped(reason);
    }

    @Override
    public Class<?> code() {
        return machine.getClass();
    }

    @Override
    Term state() {
        return state == null ? Atom.UNDEFINED : machine.state(current());
    }

    @Override
    Atom module() {
        return MODULE;
    }

    @Override
    String kind() {
        return "State machine";
    }
}
