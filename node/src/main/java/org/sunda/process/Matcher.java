package org.sunda.process;

import org.jspecify.annotations.Nullable;
import org.sunda.term.Term;

/// Chooses a message in a selective receive.
///
/// @param <T> what is made of the message
@FunctionalInterface
public interface Matcher<T> {
    /// What is made of the message, or null to leave it in the mailbox.
    @Nullable
    T match(Term message);
}
