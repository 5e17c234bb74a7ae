package org.sunda.otp;

import org.sunda.term.Term;

/// What a [StateMachine] handles.
///
/// @param <S> its states
public sealed interface Event<S> {
    /// A call, which wants an answer: by [Step#reply], or by [From#reply] later.
    record Call<S>(From from, Term request) implements Event<S> {}

    /// What `gen_statem:cast/2` sends.
    record Cast<S>(Term message) implements Event<S> {}

    /// Any other message.
    record Message<S>(Term message) implements Event<S> {}

    /// The machine has come into its state; for machines that want to know ([StateMachine#entersStates]).
    ///
    /// @param before the state it was in, or the same for the first one
    record Enter<S>(S before) implements Event<S> {}

    /// The machine has been in its state for as long as [Step#stateTimeout] says.
    record StateTimeout<S>(Term content) implements Event<S> {}

    /// Nothing has happened for as long as [Step#eventTimeout] says.
    record EventTimeout<S>(Term content) implements Event<S> {}

    /// A timeout that [Step#timeout] has set is over.
    record Timeout<S>(Term name, Term content) implements Event<S> {}

    /// What the machine has told itself by [Step#nextEvent].
    record Internal<S>(Term content) implements Event<S> {}
}
