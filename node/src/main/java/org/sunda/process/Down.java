package org.sunda.process;

import org.jspecify.annotations.Nullable;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// The message by which a monitor tells of an end: `{'DOWN', Ref, process, Target, Reason}`.
public final class Down {
    private Down() {}

    /// The reason in the message of that monitor, or null when it is any other message. Fit for a [Matcher].
    public static @Nullable Term reasonOf(Term message, Ref monitor) {
        return message instanceof Tuple down
                        && down.isTagged("DOWN", 5)
                        && down.element(1).equals(monitor)
                ? down.element(4)
                : null;
    }
}
