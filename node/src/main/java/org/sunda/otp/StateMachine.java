package org.sunda.otp;

import java.util.Locale;
import org.sunda.process.Self;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// A state machine that other processes call as they call an Erlang `gen_statem`. [Start#machine] makes a
/// process of it. Its states are values, an enum's mostly; its data are fields.
///
/// All methods are called by the process, one after the other; what they throw ends it, as with a
/// [GenServer].
///
/// @param <S> its states, told apart by `equals`
public interface StateMachine<S> {
    /// Called once: answers the first state ([Step#to]), or [Step#stop], or [Step#ignore].
    Step<S> init(Self self) throws Exception;

    /// Handles an event in a state.
    Step<S> handle(Event<S> event, S state, Self self) throws Exception;

    /// Whether [Event.Enter] comes for each new state. Not, unless overridden.
    default boolean entersStates() {
        return false;
    }

    /// As [GenServer#terminate].
    default void terminate(Term reason, S state, Self self) throws Exception {}

    /// As [GenServer#stopped].
    default void stopped(Term reason) {}

    /// State and data as `sys:get_state/1` and reports of crashes show them. Unless overridden, an enum is
    /// an atom and all else what `toString` says.
    default Term state(S state) {
        // Enums are a program's own words, so there is an end to them.
        Term shown = state instanceof Enum<?> constant
                ? Atom.of(constant.name().toLowerCase(Locale.ROOT))
                : Binary.utf8(state.toString());
        return Tuple.of(shown, Binary.utf8(toString()));
    }
}
