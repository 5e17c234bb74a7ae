package org.sunda.bench;

import java.time.Duration;

/// How much is measured.
///
/// @param forks how often everything is done again with processes started anew
/// @param warmups turns of each contender that do not count, in each fork; of those of a [Match] there may be more
/// @param warmup how long such a turn takes, about: until compilers have done what they do
/// @param rounds turns of each contender that count, in each fork
/// @param turn how long such a turn takes, about
public record Plan(int forks, int warmups, Duration warmup, int rounds, Duration turn) {
    /// The same, with times in milliseconds.
    public static Plan ofMillis(int forks, int warmups, int warmup, int rounds, int turn) {
        return new Plan(forks, warmups, Duration.ofMillis(warmup), rounds, Duration.ofMillis(turn));
    }
}
