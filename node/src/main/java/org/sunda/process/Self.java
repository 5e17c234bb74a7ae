package org.sunda.process;

import java.time.Duration;
import org.sunda.signal.Busy;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;

/// What a process can do. For the process's own thread; after the process has ended each method throws
/// [ProcessExit].
///
/// Where a receiver is asked for, it may be, as in Erlang, a pid, the name of a process of this node,
/// `{Name, Node}` or an alias; anything else is an [IllegalArgumentException].
public interface Self {
    /// The process itself.
    Pid pid();

    /// The processes of its node.
    Processes processes();

    /// Sends a message. Whether anybody receives it is not known.
    ///
    /// @throws IllegalArgumentException when the message holds what the wire cannot carry
    void send(Term to, Term message);

    /// Sends a message, as `erlang:send/3` does.
    ///
    /// @param busy what becomes of it while the connection to the receiver's node is busy, whatever
    ///     [SpawnOptions] or the node say
    /// @throws IllegalArgumentException when the message holds what the wire cannot carry
    /// @throws org.sunda.signal.BusyException when the connection is busy and `busy` says so
    void send(Term to, Term message, Busy busy);

    /// Links this process with another one, on any node: when one exits, the other gets an exit signal.
    /// Where there is no such process, that signal says `noproc`.
    ///
    /// @throws ExitException `system_limit`, when this process has as many links as [ProcessSettings]
    ///     allows
    void link(Pid other);

    /// Ends a link; no exit signal by it comes after this.
    void unlink(Pid other);

    /// Monitors a process: when it ends, or if it does not exist, the message `{'DOWN', Ref, process,
    /// Target, Reason}` comes, in which the target is a pid, or `{Name, Node}` where it was given by name.
    ///
    /// @throws ExitException `system_limit`, when this process has as many monitors as [ProcessSettings]
    ///     allows
    Ref monitor(Term target);

    /// As [#monitor]; the reference is an alias too, until the monitor ends.
    Ref monitorWithAlias(Term target);

    /// Ends a monitor; no `DOWN` by it comes after this, and one that waits in the mailbox is taken out.
    void demonitor(Ref monitor);

    /// A reference to which others may send until [#unalias].
    Ref alias();

    /// Ends an alias: what is sent to it from now on is dropped. Answers whether it was one.
    boolean unalias(Ref alias);

    /// Sends an exit signal, as `exit/2` does: `kill` cannot be trapped, `normal` does nothing to a process
    /// that does not trap exits.
    void exit(Pid to, Term reason);

    /// Ends this process. Never returns; the return type lets the compiler know: `throw self.exit(reason)`.
    ProcessExit exit(Term reason);

    /// Whether exit signals come as messages `{'EXIT', From, Reason}` instead of ending this process.
    void trapExit(boolean trap);

    /// Gives this process a name.
    ///
    /// @throws IllegalArgumentException when the name is taken, is `undefined`, or this process has one
    ///     already
    void register(String name);

    /// Starts a blocking process.
    Pid spawn(ProcessBody body);

    /// Starts a blocking process that is linked with this one.
    default Pid spawnLink(ProcessBody body) {
        return spawnLink(SpawnOptions.DEFAULT, body);
    }

    /// Starts a blocking process that is linked with this one.
    ///
    /// @throws IllegalArgumentException when the name is taken
    Pid spawnLink(SpawnOptions options, ProcessBody body);

    /// Starts a reactive process that is linked with this one.
    ///
    /// @throws IllegalArgumentException when the name is taken
    Pid reactLink(SpawnOptions options, Handler handler);

    /// The process that takes this one's output.
    Pid groupLeader();

    /// Sends a message later. The timer outlives this process.
    Timer sendAfter(Duration delay, Term to, Term message);

    /// Whether messages `{nodeup, Node}` and `{nodedown, Node}` come when connections are made and lost.
    void monitorNodes(boolean subscribe);
}
