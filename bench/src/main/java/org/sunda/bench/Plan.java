package org.sunda.bench;

import java.time.Duration;

/// How much is measured.
///
/// @param forks how often everything is done again with processes started anew
/// @param warmups turns of each contender that do not count, in each fork
/// @param rounds turns of each contender that count, in each fork
/// @param turn how long a turn takes, about
public record Plan(int forks, int warmups, int rounds, Duration turn) {
    /// The plan with turns of another length.
    public Plan withTurn(Duration time) {
        return new Plan(forks, warmups, rounds, time);
    }

    /// The plan with another number of rounds.
    public Plan withRounds(int number) {
        return new Plan(forks, warmups, number, turn);
    }
}
