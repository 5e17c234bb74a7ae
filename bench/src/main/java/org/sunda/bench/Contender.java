package org.sunda.bench;

import java.time.Duration;

/// One of those who do the same task, each when it is its turn.
///
/// @param name who it is, the same in every task
/// @param turn what it does
public record Contender(String name, Turn turn) {
    /// Does the task again and again.
    public interface Turn {
        /// Goes on for about so long, but does the task once at least.
        ///
        /// @throws FailedTurnException when the task is beyond this contender, which then is the result
        Sample take(Duration time) throws Exception;
    }

    /// The same, where each operation is `parts` of what is to be shown.
    public Contender per(double parts) {
        return new Contender(name, time -> turn.take(time).per(parts));
    }
}
