package org.sunda.process;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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

/// What both kinds of process share towards others: identity, mailbox, the way signals act on it, and its end.
/// What it does itself is [ActingProcess].
///
/// Whatever thread delivers a signal calls the methods here. The lock of the process is held only while its
/// state changes, never while a signal is sent and never together with that of another process.
///
/// A process ends in two steps. First it has an [#exitReason]: it acts and receives no more. Then, once nothing
/// that it was sending is on its way, it *leaves*: nobody finds it any more and all who are to know are told.
/// So what it sent arrives before the news of its end, also when another thread ends it in the middle of a
/// send.
abstract sealed class LocalProcess permits ActingProcess {
    private static final System.Logger LOGGER = System.getLogger(LocalProcess.class.getPackageName());
    private static final Atom EXIT = Atom.of("EXIT");
    private static final Atom DOWN = Atom.of("DOWN");
    private static final Atom PROCESS = Atom.of("process");
    private static final Atom SPAWN_REPLY = Atom.of("spawn_reply");
    private static final Atom MAILBOX = Atom.of("mailbox");
    private static final Atom ABANDONED = Atom.of("abandoned");

    private static final Duration LONGEST_SEND = Duration.ofSeconds(1);

    final Processes processes;
    private final Pid pid;
    private final int mailboxBound;
    private final Overflow overflow;

    // Guarded by this process, as all that is not final or volatile.

    final ArrayDeque<Payload> mailbox = new ArrayDeque<>(0);
    final Links links = new Links();
    final Outbox outbox = new Outbox();
    final Monitors monitors = new Monitors();
    private Set<Ref> aliases = Collections.emptySet();
    private long dropped;
    boolean trapExit;
    private Pid groupLeader;

    /// Set under the lock; read without it for messages to people.
    volatile @Nullable Atom name;

    /// Why the process has ended; null while it lives. Set under the lock, once.
    volatile @Nullable Term exitReason;

    /// How many sends on behalf of the process are under way.
    private int sending;

    private boolean hasLeft;

    LocalProcess(Processes processes, Pid pid, SpawnOptions options) {
        this.processes = processes;
        this.pid = pid;
        this.trapExit = options.trapExit();
        this.mailboxBound = options.mailbox() == 0 ? processes.settings().mailbox() : options.mailbox();
        this.overflow = options.overflow();
        @Nullable Pid leader = processes.groupLeader();
        this.groupLeader = leader == null ? pid : leader;
    }

    /// Which process it is.
    public final Pid pid() {
        return pid;
    }

    // The kind of process decides what happens next: called under the lock.

    /// A message has been put into the mailbox.
    abstract void arrived(Effects effects);

    /// The process has ended.
    abstract void ended(Effects effects);

    /// How many messages the process has taken out of [#mailbox] but not received yet.
    abstract int setAside();

    // -- Messages -----------------------------------------------------------------------------------------------------

    /// A message from another process, or from nobody.
    final synchronized void message(Payload payload, Effects effects) {
        if (exitReason != null) {
            return;
        }
        if (mailbox.size() + setAside() < mailboxBound) {
            mailbox.add(payload);
            arrived(effects);
        } else if (overflow == Overflow.EXIT) {
            overflow(effects);
        } else if (dropped++ == 0) {
            LOGGER.log(System.Logger.Level.WARNING, "{0} drops messages: {1} wait already", this, mailboxBound);
        }
    }

    /// A message to an alias, which may have ended since the process was found by it.
    final synchronized void message(Ref alias, Payload payload, Effects effects) {
        if (aliases.contains(alias)) {
            message(payload, effects);
        }
    }

    /// A message that this process has asked for, by a link or a monitor or a request. It is never dropped;
    /// there is room for one per link and monitor that the process may have, beyond the bound of the mailbox.
    private void notice(Term message, Effects effects) {
        if (exitReason != null) {
            return;
        }
        ProcessSettings settings = processes.settings();
        if (mailbox.size() + setAside() < (long) mailboxBound + settings.links() + settings.monitors()) {
            mailbox.add(Payload.of(message));
            arrived(effects);
        } else {
            overflow(effects);
        }
    }

    private void overflow(Effects effects) {
        LOGGER.log(
                System.Logger.Level.ERROR,
                "{0} is killed: {1} messages wait already",
                this,
                mailbox.size() + setAside());
        end(Tuple.of(ExitReason.SYSTEM_LIMIT, MAILBOX), effects);
    }

    // -- Links and exits ----------------------------------------------------------------------------------------------

    /// Answers false when there is no process any more to link with.
    final synchronized boolean linkedBy(Pid from, Effects effects) {
        if (hasLeft) {
            return false;
        }
        if (links.hasRoomFor(from, processes.settings().links())) {
            links.linked(from);
        } else {
            post(from.node(), new Signal.Exit(pid, from, Payload.of(ExitReason.SYSTEM_LIMIT)), effects);
        }
        return true;
    }

    /// The other side ends the link, under that id.
    final synchronized void unlinkedBy(Pid from, long id, Effects effects) {
        post(from.node(), new Signal.UnlinkAck(id, pid, from), effects);
        links.unlinked(from);
    }

    final synchronized void unlinkAcknowledged(Pid from, long id) {
        links.acknowledged(from, id);
    }

    /// The exit signal of a linked process.
    final synchronized void linkExited(Pid from, Term reason, Effects effects) {
        if (links.exited(from)) {
            linkEnded(from, reason, effects);
        }
    }

    private void linkEnded(Pid from, Term reason, Effects effects) {
        if (trapExit) {
            notice(Tuple.of(EXIT, from, reason), effects);
        } else if (!reason.equals(Atom.NORMAL)) {
            end(reason, effects);
        }
    }

    /// What `exit/2` sends. `normal` ends only the process that sends it to itself.
    final synchronized void exitedBy(Pid from, Term reason, Effects effects) {
        if (reason.equals(ExitReason.KILL)) {
            end(ExitReason.KILLED, effects);
        } else if (trapExit) {
            message(Payload.of(Tuple.of(EXIT, from, reason)), effects);
        } else if (!reason.equals(Atom.NORMAL) || from.equals(pid)) {
            end(reason, effects);
        }
    }

    // -- Monitors -----------------------------------------------------------------------------------------------------

    /// Answers false when there is no process any more to watch.
    ///
    /// @param as what the watcher named: the pid, or a name of this process
    final synchronized boolean watchedBy(Pid watcher, Term as, Ref ref, Effects effects) {
        if (hasLeft) {
            return false;
        }
        if (monitors.watcherCount() >= processes.settings().monitors()) {
            effects.send(watcher.node(), new Signal.Down(as, watcher, ref, Payload.of(ExitReason.SYSTEM_LIMIT)));
        } else if (monitors.watch(ref, new Monitors.Watcher(watcher, as)) && as instanceof Atom) {
            processes.directory().addWatchedByName(ref, this);
        }
        return true;
    }

    final synchronized void unwatchedBy(Pid watcher, Ref ref) {
        Monitors.@Nullable Watcher gone = monitors.unwatch(watcher, ref);
        if (gone != null && gone.isByName()) {
            processes.directory().removeWatchedByName(ref, this);
        }
    }

    /// A monitored process has ended.
    final synchronized void down(Ref ref, Term reason, Effects effects) {
        Monitors.@Nullable Target target = monitors.release(ref);
        if (target != null) {
            down(ref, target, reason, effects);
        }
    }

    private void down(Ref ref, Monitors.Target target, Term reason, Effects effects) {
        removeAlias(ref);
        notice(Tuple.of(DOWN, ref, PROCESS, target.shown(), reason), effects);
    }

    /// Under the lock.
    final void addAlias(Ref ref) {
        if (aliases.isEmpty()) {
            aliases = new HashSet<>(2);
        }
        aliases.add(ref);
        processes.directory().addAlias(ref, this);
    }

    /// Under the lock. Answers whether it was one.
    final boolean removeAlias(Ref ref) {
        if (!aliases.remove(ref)) {
            return false;
        }
        processes.directory().removeAlias(ref);
        return true;
    }

    // -- Other signals ------------------------------------------------------------------------------------------------

    final synchronized void leadBy(Pid leader) {
        groupLeader = leader;
    }

    final synchronized Pid leader() {
        return groupLeader;
    }

    /// A spawn request is answered.
    final synchronized void spawned(Signal.SpawnReply reply, Effects effects) {
        @Nullable Atom node = monitors.answered(reply.ref());
        if (node == null || exitReason != null) {
            Signals.disown(reply, exitReason == null ? ABANDONED : ExitReason.NOPROC, effects);
            return;
        }
        if (!(reply.result() instanceof Pid child)) {
            notice(spawnReply(reply.ref(), Atom.ERROR, reply.result()), effects);
            return;
        }
        if (reply.linked()) {
            linkedBy(child, effects);
        }
        if (reply.monitored()) {
            monitors.hold(reply.ref(), new Monitors.Target(child, node));
        }
        notice(spawnReply(reply.ref(), Atom.OK, child), effects);
    }

    private static Term spawnReply(Ref request, Atom outcome, Term result) {
        return Tuple.of(SPAWN_REPLY, request, outcome, result);
    }

    /// The connection to a node is lost.
    final synchronized void nodeDown(Atom node, Effects effects) {
        Directory directory = processes.directory();
        outbox.removeNode(node);
        monitors.removeWatchers(node).forEach(ref -> directory.removeWatchedByName(ref, this));
        // All is removed before anything follows from it: this process may end by it, and has nothing to tell there.
        Map<Ref, Monitors.Target> held = monitors.removeHeld(node);
        List<Ref> requests = monitors.removeRequests(node);
        List<Pid> linked = links.removeNode(node);
        held.forEach((ref, target) -> down(ref, target, ExitReason.NOCONNECTION, effects));
        requests.forEach(ref -> notice(spawnReply(ref, Atom.ERROR, ExitReason.NOCONNECTION), effects));
        linked.forEach(other -> linkEnded(other, ExitReason.NOCONNECTION, effects));
    }

    // -- The end ------------------------------------------------------------------------------------------------------

    /// Ends the process, unless it has ended already.
    final void end(Term reason) {
        Effects effects = new Effects();
        synchronized (this) {
            end(reason, effects);
        }
        processes.delivery().perform(effects);
    }

    private void end(Term reason, Effects effects) {
        if (exitReason != null) {
            return;
        }
        exitReason = reason;
        mailbox.clear();
        leaveWhenAllIsSent(effects);
        ended(effects);
    }

    private void leaveWhenAllIsSent(Effects effects) {
        Term reason = exitReason;
        if (reason != null && !hasLeft && sending == 0 && outbox.isIdle()) {
            hasLeft = true;
            leave(reason, effects);
        }
    }

    private void leave(Term reason, Effects effects) {
        Directory directory = processes.directory();
        directory.remove(this);
        aliases.forEach(directory::removeAlias);
        Payload payload = Payload.of(reason);
        links.forEachActive(other -> effects.send(other.node(), new Signal.Exit(pid, other, payload)));
        monitors.forEachWatcher((ref, watcher) -> {
            if (watcher.isByName()) {
                directory.removeWatchedByName(ref, this);
            }
            effects.send(watcher.pid().node(), new Signal.Down(watcher.as(), watcher.pid(), ref, payload));
        });
        monitors.forEachHeld(
                (ref, target) -> effects.send(target.node(), new Signal.Demonitor(pid, target.named(), ref)));
    }

    /// Ends the process with what its code has thrown, and reports it when that was no exit on purpose.
    final void crashed(Throwable thrown) {
        boolean isNews = exitReason == null && !ExitReason.isOnPurpose(thrown);
        end(ExitReason.of(thrown));
        if (isNews) {
            LOGGER.log(System.Logger.Level.ERROR, "process " + this + " crashed", thrown);
        }
    }

    // -- Sending ------------------------------------------------------------------------------------------------------

    /// Sends a signal of this process, from any thread. Answers false, and sends nothing, when the process has ended.
    final boolean sendWhileAlive(Atom node, Signal signal) {
        synchronized (this) {
            if (exitReason != null) {
                return false;
            }
            beginSend();
        }
        send(node, signal);
        return true;
    }

    /// Keeps the process from leaving before [#send] is through. Called under the lock, in one piece with the change
    /// that the signal tells of: whoever ends the process sees both or neither.
    final void beginSend() {
        sending++;
    }

    /// Sends a signal after [#beginSend].
    final void send(Atom node, Signal signal) {
        try {
            processes.delivery().send(node, signal);
        } finally {
            sent();
        }
    }

    private void sent() {
        Effects effects;
        synchronized (this) {
            sending--;
            if (exitReason == null) {
                return;
            }
            effects = new Effects();
            leaveWhenAllIsSent(effects);
        }
        processes.delivery().perform(effects);
    }

    /// Has a signal about a link sent, after all such signals before it. Called under the lock, in one piece with the
    /// change of the table.
    final void post(Atom node, Signal signal, Effects effects) {
        outbox.add(node, signal);
        effects.post(this);
    }

    /// Sends what was posted, unless another thread is at it.
    final void sendPosted(Effects effects) {
        for (Outgoing next = nextPosted(effects); next != null; next = nextPosted(effects)) {
            processes.delivery().send(next, effects);
        }
    }

    private synchronized @Nullable Outgoing nextPosted(Effects effects) {
        @Nullable Outgoing next = outbox.next();
        if (next == null && outbox.isIdle()) {
            notifyAll();
            leaveWhenAllIsSent(effects);
        }
        return next;
    }

    /// Waits while another thread sends what was posted, so that what this thread sends next comes after it. Not for
    /// ever: the other thread may, by a handler that it runs, wait for this one.
    final synchronized void awaitPosted() {
        Timeout timeout = Timeout.in(LONGEST_SEND);
        boolean isInterrupted = false;
        while (outbox.isInOtherHands() && !timeout.isOver()) {
            try {
                wait(timeout.millisLeft());
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// The pid and, where there is one, the name.
    @Override
    public final String toString() {
        Atom called = name;
        return called == null ? pid.toString() : pid + " (" + called + ")";
    }
}
