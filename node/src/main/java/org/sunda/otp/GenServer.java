package org.sunda.otp;

import java.time.Duration;
import org.sunda.process.BlockingSelf;
import org.sunda.process.Self;
import org.sunda.term.Binary;
import org.sunda.term.Term;

/// A service that other processes call as they call an Erlang `gen_server`. [Start#server] makes a process
/// of it.
///
/// All methods are called by the process, one after the other. A server is a reactive process unless it is
/// started as a [Start#blocking] one: then it must not block, and answers what takes time later, by
/// [From#reply].
///
/// What a method throws ends the server, as [org.sunda.process.ExitReason] says, after [#terminate]; so
/// does an [org.sunda.process.ExitException], with the reason in it. [Self#exit(Term)] ends it on the spot,
/// without.
public interface GenServer {
    /// Called once, before anything else. [Next#stop], [Init#ignore] or an exception here mean that there
    /// will be no server.
    default Init init(Self self) throws Exception {
        return Next.message();
    }

    /// Answers `gen_server:call/2,3`.
    ///
    /// @param from who called; kept, when the reply comes later
    Reply handleCall(Term request, From from, Self self) throws Exception;

    /// Takes what `gen_server:cast/2` sends. Ignored, unless overridden.
    default Next handleCast(Term message, Self self) throws Exception {
        return Next.message();
    }

    /// Takes every other message, and `timeout` where [Next#within] has asked for it. Ignored, unless
    /// overridden.
    default Next handleInfo(Term message, Self self) throws Exception {
        return Next.message();
    }

    /// Goes on after [Next#continueWith].
    default Next handleContinue(Term what, Self self) throws Exception {
        return Next.message();
    }

    /// Called before the server ends by its own doing, or by its parent's or `sys:terminate` when exits are
    /// trapped. Not called when an exit signal ends it at once, as in Erlang; [#stopped] is.
    default void terminate(Term reason, Self self) throws Exception {}

    /// Called once, after the process has ended by whatever reason: for what must be closed in any case. It
    /// can no longer act; its name may be taken for a moment still, until what it was sending is on its
    /// way.
    default void stopped(Term reason) {}

    /// Has a process of any behaviour, here or in Erlang, end with that reason, and waits until it has:
    /// what `gen_server:stop/3` and `proc_lib:stop/3` do.
    ///
    /// @throws org.sunda.process.ExitException `noproc` when there is no such process, `timeout` when it
    ///     takes longer,
    ///     and the reason by which it has ended when that is another one
    static void stop(BlockingSelf self, Term process, Term reason, Duration timeout) throws InterruptedException {
        Stop.stop(self, process, reason, timeout);
    }

    /// The state as `sys:get_state/1` and reports of crashes show it. What `toString` says, unless
    /// overridden: leave secrets out.
    default Term state() {
        return Binary.utf8(toString());
    }
}
