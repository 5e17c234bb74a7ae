package org.sunda.process;

import org.sunda.term.Term;

/// A service that other processes call as they call an Erlang `gen_server`. It is a reactive process: it must not
/// block; what takes time is done elsewhere and answered later by [From#reply].
public interface GenServer {
    /// Called once, before anything else.
    default void init(Self self) throws Exception {}

    /// Answers `gen_server:call/2,3`.
    ///
    /// @param from who called; kept, when the reply comes later
    Reply handleCall(Term request, From from, Self self) throws Exception;

    /// Takes what `gen_server:cast/2` sends. Ignored, unless overridden.
    default void handleCast(Term message, Self self) throws Exception {}

    /// Takes every other message. Ignored, unless overridden.
    default void handleInfo(Term message, Self self) throws Exception {}

    /// Called once, after the process has ended.
    default void terminate(Term reason) {}
}
