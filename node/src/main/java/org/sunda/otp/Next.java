package org.sunda.otp;

import java.time.Duration;
import org.sunda.term.Term;

/// What a [GenServer] does after it has handled something.
public sealed interface Next extends Init {
    /// Handles the next message, whenever it comes.
    static Next message() {
        return Message.ANY;
    }

    /// Handles the next message; when none comes within that time, `timeout` comes as one
    /// ([GenServer#handleInfo]).
    static Next within(Duration timeout) {
        return new Within(timeout);
    }

    /// Has [GenServer#handleContinue] called with that before any message.
    static Next continueWith(Term what) {
        return new Continue(what);
    }

    /// Ends the server, after [GenServer#terminate]. `normal`, `shutdown` and `{shutdown, _}` are ends in
    /// good order; all else is reported.
    static Next stop(Term reason) {
        return new Stop(reason);
    }

    /// See [#message].
    enum Message implements Next {
        /// The only one.
        ANY
    }

    /// See [#within].
    record Within(Duration timeout) implements Next {}

    /// See [#continueWith].
    record Continue(Term what) implements Next {}

    /// See [#stop].
    record Stop(Term reason) implements Next {}
}
