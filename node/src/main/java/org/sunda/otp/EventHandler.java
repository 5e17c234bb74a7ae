package org.sunda.otp;

import org.sunda.process.Self;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// What an [EventManager] tells of events. All methods are called by the manager's process, one after the
/// other, and must not block. A handler that throws is removed and reported; the others, and the manager,
/// go on.
public interface EventHandler {
    /// Whether a handler goes on after an event.
    enum Then {
        /// It does.
        STAY,
        /// It is removed, after [EventHandler#terminate].
        LEAVE
    }

    /// Called when it is added. What this throws, who adds it hears.
    default void init(Self self) throws Exception {}

    /// Takes an event.
    Then handleEvent(Term event, Self self) throws Exception;

    /// Answers what is asked of this handler by `gen_event:call/3`.
    default Term handleCall(Term query, Self self) throws Exception {
        return Tuple.of(Atom.ERROR, Atom.of("unknown_call"));
    }

    /// Takes any other message to the manager. Ignored, unless overridden.
    default Then handleInfo(Term message, Self self) throws Exception {
        return Then.STAY;
    }

    /// Called when it is removed. The value goes to who has removed it.
    ///
    /// @param reason what came with `delete_handler`, `remove_handler` when it left by itself, `stop` when
    ///     the manager
    ///     ends, `{error, Reason}` when it has failed
    default Term terminate(Term reason, Self self) throws Exception {
        return Atom.OK;
    }

    /// The state as `sys:get_state/1` and reports show it. What `toString` says, unless overridden.
    default Term state() {
        return Binary.utf8(toString());
    }
}
