package org.sunda.process;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sunda.process.Effects.Outgoing;
import org.sunda.signal.Payload;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// What both kinds of process share: identity, mailbox, links, monitors, the way signals act on it, and its end.
///
/// Two sides meet here. The process's own thread calls the methods of [Self]; whatever thread delivers a signal calls
/// the package-private ones, which answer false when the process has ended. Both hold this object's lock only while
/// they change its state, and never while they send.
abstract sealed class LocalProcess implements Self permits BlockingProcess, ReactiveProcess {
    private static final System.Logger LOGGER = System.getLogger(LocalProcess.class.getPackageName());
    private static final Atom EXIT = Atom.of("EXIT");
    private static final Atom DOWN = Atom.of("DOWN");
    private static final Atom PROCESS = Atom.of("process");
    private static final Atom SPAWN_REPLY = Atom.of("spawn_reply");
    private static final Atom MAILBOX = Atom.of("mailbox");

    final Processes processes;
    final ArrayDeque<Payload> mailbox = new ArrayDeque<>(0);

    private final Pid pid;
    private final Links links = new Links();
    private final Monitors monitors = new Monitors();
    private final Set<Ref> aliases = new HashSet<>(0);
    private final int mailboxBound;
    private final Overflow overflow;
    private long dropped;
    private boolean trapExit;
    private Pid groupLeader;

    @Nullable
    Atom name;

    /// Not null once the process has ended.
    volatile @Nullable Term exitReason;

    /// How many sends by the process's own thread are under way. While there is one, the signals of its end wait for
    /// it, so that what the process sent last arrives before the news of its end.
    private int sending;

    private List<Outgoing> farewell = List.of();

    LocalProcess(Processes processes, Pid pid, SpawnOptions options) {
        this.processes = processes;
        this.pid = pid;
        this.trapExit = options.trapExit();
        this.mailboxBound = options.mailbox() == 0 ? processes.settings().mailbox() : options.mailbox();
        this.overflow = options.overflow();
        this.groupLeader = processes.groupLeader() == null ? pid : processes.groupLeader();
    }

    // The kind of process decides what happens next: called under the lock.

    /// A message has been put into the mailbox.
    abstract void arrived(Effects effects);

    /// The process has ended.
    abstract void ended(Effects effects);

    /// How many messages the process has taken out of [#mailbox] but not received yet.
    abstract int setAside();

    /// Takes a waiting `DOWN` message of that monitor out of wherever it waits.
    abstract void flush(Ref monitor);

    // -- What signals do ----------------------------------------------------------------------------------------------

    synchronized boolean message(Payload payload, Effects effects) {
        if (exitReason != null) {
            return false;
        }
        if (mailbox.size() + setAside() < mailboxBound) {
            mailbox.add(payload);
            arrived(effects);
        } else if (overflow == Overflow.DROP) {
            if (dropped++ == 0) {
                LOGGER.log(System.Logger.Level.WARNING, "{0} drops messages: {1} wait already", this, mailboxBound);
            }
        } else {
            LOGGER.log(System.Logger.Level.ERROR, "{0} is killed: {1} messages wait already", this, mailboxBound);
            end(Tuple.of(ExitReason.SYSTEM_LIMIT, MAILBOX), effects);
        }
        return true;
    }

    synchronized boolean linkedBy(Pid from, Effects effects) {
        if (exitReason != null) {
            return false;
        }
        if (links.size() < processes.settings().links() || links.isLinked(from)) {
            links.linked(from);
        } else {
            effects.send(from.node(), new Signal.Exit(pid, from, Payload.of(ExitReason.SYSTEM_LIMIT)));
        }
        return true;
    }

    synchronized void unlinkedBy(Pid from) {
        links.unlinked(from);
    }

    synchronized void unlinkAcknowledged(Pid from, long id) {
        links.acknowledged(from, id);
    }

    /// The exit signal of a linked process.
    synchronized void linkExited(Pid from, Term reason, Effects effects) {
        if (exitReason == null && links.exited(from)) {
            exitSignal(from, reason, effects);
        }
    }

    /// What `exit/2` sends.
    synchronized void exitedBy(Pid from, Term reason, Effects effects) {
        if (exitReason != null) {
            return;
        }
        if (reason.equals(ExitReason.KILL)) {
            end(ExitReason.KILLED, effects);
        } else if (!trapExit && from.equals(pid)) {
            end(reason, effects);
        } else {
            exitSignal(from, reason, effects);
        }
    }

    private void exitSignal(Pid from, Term reason, Effects effects) {
        if (trapExit) {
            message(Payload.of(Tuple.of(EXIT, from, reason)), effects);
        } else if (!reason.equals(Atom.NORMAL)) {
            end(reason, effects);
        }
    }

    synchronized boolean watchedBy(Pid watcher, Term as, Ref ref, Effects effects) {
        if (exitReason != null) {
            return false;
        }
        if (monitors.watcherCount() < processes.settings().monitors()) {
            monitors.watch(ref, new Monitors.Watcher(watcher, as));
        } else {
            effects.send(watcher.node(), new Signal.Down(as, watcher, ref, Payload.of(ExitReason.SYSTEM_LIMIT)));
        }
        return true;
    }

    synchronized boolean unwatchedBy(Ref ref) {
        return monitors.unwatch(ref);
    }

    /// A monitored process has ended.
    synchronized void down(Ref ref, Term reason, Effects effects) {
        Monitors.@Nullable Target target = monitors.release(ref);
        if (exitReason == null && target != null) {
            dropAlias(ref);
            message(Payload.of(Tuple.of(DOWN, ref, PROCESS, target.shown(), reason)), effects);
        }
    }

    synchronized void leadBy(Pid leader) {
        groupLeader = leader;
    }

    /// A spawn request is answered. One that nobody waits for any more leaves nothing behind at the other node.
    synchronized void spawned(Signal.SpawnReply reply, Effects effects) {
        boolean awaited = exitReason == null && monitors.answered(reply.ref());
        if (reply.result() instanceof Pid child) {
            if (awaited && reply.monitored()) {
                monitors.hold(reply.ref(), new Monitors.Target(child, child.node()));
            } else if (reply.monitored()) {
                effects.send(child.node(), new Signal.Demonitor(pid, child, reply.ref()));
            }
            if (awaited) {
                message(Payload.of(Tuple.of(SPAWN_REPLY, reply.ref(), Atom.OK, child)), effects);
            }
        } else if (awaited) {
            message(Payload.of(Tuple.of(SPAWN_REPLY, reply.ref(), Atom.ERROR, reply.result())), effects);
        }
    }

    /// The connection to a node is lost.
    synchronized void nodeDown(Atom node, Effects effects) {
        if (exitReason != null) {
            return;
        }
        monitors.removeNode(node).forEach((ref, target) -> {
            dropAlias(ref);
            message(Payload.of(Tuple.of(DOWN, ref, PROCESS, target.shown(), ExitReason.NOCONNECTION)), effects);
        });
        for (Ref request : monitors.removeRequests(node)) {
            message(Payload.of(Tuple.of(SPAWN_REPLY, request, Atom.ERROR, ExitReason.NOCONNECTION)), effects);
        }
        for (Pid other : links.removeNode(node)) {
            if (exitReason == null) {
                exitSignal(other, ExitReason.NOCONNECTION, effects);
            }
        }
    }

    // -- The end ------------------------------------------------------------------------------------------------------

    /// Ends the process, unless it has ended already: from here on nobody can find it, and all who are to know are
    /// told.
    final void end(Term reason) {
        Effects effects = new Effects();
        synchronized (this) {
            end(reason, effects);
        }
        processes.perform(effects);
    }

    private void end(Term reason, Effects effects) {
        if (exitReason != null) {
            return;
        }
        exitReason = reason;
        processes.forget(this, aliases);
        List<Outgoing> news = news(Payload.of(reason));
        if (sending == 0) {
            effects.sendAll(news);
        } else {
            farewell = news;
        }
        mailbox.clear();
        ended(effects);
    }

    private List<Outgoing> news(Payload reason) {
        List<Outgoing> news = new ArrayList<>();
        links.forEachActive(other -> news.add(new Outgoing(other.node(), new Signal.Exit(pid, other, reason))));
        monitors.watchers()
                .forEach((ref, watcher) -> news.add(
                        new Outgoing(watcher.pid().node(), new Signal.Down(watcher.as(), watcher.pid(), ref, reason))));
        monitors.held()
                .forEach((ref, target) ->
                        news.add(new Outgoing(target.node(), new Signal.Demonitor(pid, target.named(), ref))));
        return news;
    }

    /// Ends the process with what its code has thrown, and reports it when that was no exit on purpose.
    final void crashed(Throwable thrown) {
        Term reason = ExitReason.of(thrown);
        if (exitReason == null && !(thrown instanceof ProcessExit) && !(thrown instanceof ExitException)) {
            LOGGER.log(System.Logger.Level.ERROR, "process " + this + " crashed: " + thrown, thrown);
        }
        end(reason);
    }

    // -- Self ---------------------------------------------------------------------------------------------------------

    @Override
    public final Pid pid() {
        return pid;
    }

    final void requireAlive() {
        Term reason = exitReason;
        if (reason != null) {
            throw new ProcessExit(reason);
        }
    }

    /// Sends a signal of this process's own.
    final void emit(Atom node, Signal signal) {
        synchronized (this) {
            requireAlive();
            sending++;
        }
        try {
            processes.signal(node, signal);
        } finally {
            sent();
        }
        requireAlive();
    }

    private void sent() {
        Effects effects = new Effects();
        synchronized (this) {
            if (--sending == 0) {
                effects.sendAll(farewell);
                farewell = List.of();
            }
        }
        processes.perform(effects);
    }

    @Override
    public final void send(Term to, Term message) {
        Receiver receiver = Receiver.of(to, processes.node());
        emit(receiver.node(), receiver.message(pid, Payload.of(message)));
    }

    @Override
    public final void link(Pid other) {
        boolean isNew;
        synchronized (this) {
            requireAlive();
            if (other.equals(pid)) {
                return;
            }
            if (links.size() >= processes.settings().links() && !links.isLinked(other)) {
                throw new ExitException(ExitReason.SYSTEM_LIMIT);
            }
            isNew = links.link(other);
        }
        if (isNew) {
            emit(other.node(), new Signal.Link(pid, other));
        }
    }

    @Override
    public final void unlink(Pid other) {
        long id;
        synchronized (this) {
            requireAlive();
            id = links.unlink(other);
        }
        if (id != 0) {
            emit(other.node(), new Signal.Unlink(id, pid, other));
        }
    }

    @Override
    public final Ref monitor(Term target) {
        return monitor(target, false);
    }

    @Override
    public final Ref monitorWithAlias(Term target) {
        return monitor(target, true);
    }

    private Ref monitor(Term target, boolean withAlias) {
        Receiver receiver = Receiver.of(target, processes.node());
        Ref ref = processes.newRef();
        synchronized (this) {
            requireAlive();
            requireRoomForMonitor();
            monitors.hold(ref, new Monitors.Target(receiver.monitored(), receiver.node()));
            if (withAlias) {
                addAlias(ref);
            }
        }
        emit(receiver.node(), new Signal.Monitor(pid, receiver.monitored(), ref));
        return ref;
    }

    private void requireRoomForMonitor() {
        if (monitors.heldCount() >= processes.settings().monitors()) {
            throw new ExitException(ExitReason.SYSTEM_LIMIT);
        }
    }

    @Override
    public final void demonitor(Ref ref) {
        Monitors.@Nullable Target target;
        synchronized (this) {
            requireAlive();
            dropAlias(ref);
            target = monitors.release(ref);
            flush(ref);
        }
        if (target != null) {
            emit(target.node(), new Signal.Demonitor(pid, target.named(), ref));
        }
    }

    static boolean isDown(Payload payload, Ref ref) {
        return payload instanceof Payload.Decoded(Tuple message)
                && message.isTagged("DOWN", 5)
                && message.element(1).equals(ref);
    }

    @Override
    public final Ref alias() {
        Ref ref = processes.newRef();
        synchronized (this) {
            requireAlive();
            addAlias(ref);
        }
        return ref;
    }

    @Override
    public final synchronized boolean unalias(Ref alias) {
        requireAlive();
        return dropAlias(alias);
    }

    private void addAlias(Ref ref) {
        aliases.add(ref);
        processes.addAlias(ref, this);
    }

    private boolean dropAlias(Ref ref) {
        if (!aliases.remove(ref)) {
            return false;
        }
        processes.dropAlias(ref);
        return true;
    }

    /// Sends a spawn request whose reply will come as a message `{spawn_reply, Ref, ok | error, PidOrReason}`.
    final Ref request(Atom node, Atom module, Atom function, Term[] arguments) {
        Ref ref = processes.newRef();
        synchronized (this) {
            requireAlive();
            requireRoomForMonitor();
            monitors.request(ref, node);
        }
        emit(node, Signals.spawnRequest(ref, this, module, function, arguments));
        return ref;
    }

    /// Gives a spawn request up.
    final synchronized void abandon(Ref request) {
        monitors.answered(request);
    }

    @Override
    public final void exit(Pid to, Term reason) {
        emit(to.node(), new Signal.Exit2(pid, to, Payload.of(reason)));
    }

    @Override
    public final ProcessExit exit(Term reason) {
        requireAlive();
        end(reason);
        throw new ProcessExit(reason);
    }

    @Override
    public final synchronized void trapExit(boolean trap) {
        requireAlive();
        trapExit = trap;
    }

    @Override
    public final void register(String text) {
        requireAlive();
        processes.register(Atom.of(text), pid);
    }

    @Override
    public final Pid spawn(ProcessBody body) {
        requireAlive();
        return processes.spawn(body);
    }

    @Override
    public final Pid spawnLink(ProcessBody body) {
        Pid child = processes.newPid();
        synchronized (this) {
            requireAlive();
            links.link(child);
        }
        processes.spawnLinked(child, pid, body);
        return child;
    }

    @Override
    public final synchronized Pid groupLeader() {
        requireAlive();
        return groupLeader;
    }

    @Override
    public final Timer sendAfter(Duration delay, Term to, Term message) {
        requireAlive();
        return processes.sendAfter(delay, to, message);
    }

    @Override
    public final void monitorNodes(boolean subscribe) {
        requireAlive();
        processes.monitorNodes(this, subscribe);
    }

    /// The pid and, where there is one, the name.
    @Override
    public final String toString() {
        return name == null ? pid.toString() : pid + " (" + Objects.toString(name) + ")";
    }
}
