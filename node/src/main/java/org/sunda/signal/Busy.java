package org.sunda.signal;

import java.time.Duration;

/// What becomes of a message while the connection to its receiver is busy, that is, while too much waits
/// already to be read by that node. Other signals than those of [Signal#mayBeRefused] are never held up for
/// long, and never refused.
public sealed interface Busy {
    /// The sender gets a [BusyException] at once; what `erlang:send/3` calls `nosuspend`.
    Busy FAIL = new Fail();

    /// The message is dropped and counted, and the sender goes on. As for any message, nobody is told.
    Busy DROP = new Drop();

    /// The sender waits, and gets a [BusyException] when that has taken too long. A handler that runs on
    /// the thread that reads a connection never waits; what it sends is taken until far too much waits.
    static Busy waiting(Duration longest) {
        return new Wait(longest);
    }

    /// As [#waiting].
    ///
    /// @param longest for how long
    record Wait(Duration longest) implements Busy {}

    /// As [#FAIL].
    record Fail() implements Busy {}

    /// As [#DROP].
    record Drop() implements Busy {}
}
