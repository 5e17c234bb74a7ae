package org.sunda.process;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.sunda.process.Effects.Outgoing;
import org.sunda.signal.Busy;
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
    private static final Term FULL = Tuple.of(ExitReason.SYSTEM_LIMIT, Atom.of("mailbox"));
    private static final Atom ABANDONED = Atom.of("abandoned");

    private static final Duration LONGEST_SEND = Duration.ofSeconds(1);
    private static final Duration LONGEST_OVERSIGHT = Duration.ofMillis(10);

    private static final VarHandle PUTTING;

    static {
        try {
            PUTTING = MethodHandles.lookup().findVarHandle(LocalProcess.class, "isPutting", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Processes processes;
    private final Pid pid;
    final Mailbox mailbox = new Mailbox();
    private final int mailboxBound;
    private final SpawnOptions options;

    // Guarded by this process, as all that is not final or volatile.

    private Relations relations = Relations.NONE;
    private boolean hasDropped;
    boolean trapExit;
    private Pid groupLeader;

    /// Set under the lock; read without it for messages to people.
    volatile @Nullable Atom name;

    /// Why the process has ended; null while it lives. Set under the lock, once.
    volatile @Nullable Term exitReason;

    /// How many sends on behalf of the process are under way, but for those that [#beginPut] tells of.
    private int sending;

    /// Whether the process's own thread is putting a message into a mailbox.
    volatile boolean isPutting;

    /// How many senders wait for room in the mailbox.
    private volatile int waitingSenders;

    private boolean hasLeft;

    LocalProcess(Processes processes, Pid pid, SpawnOptions options) {
        this.processes = processes;
        this.pid = pid;
        this.trapExit = options.trapExit();
        this.mailboxBound = options.mailbox() == 0 ? processes.settings().mailbox() : options.mailbox();
        this.options = options;
        @Nullable Pid leader = processes.groupLeader();
        this.groupLeader = leader == null ? pid : leader;
    }

    /// Which process it is.
    public final Pid pid() {
        return pid;
    }

    /// What ties it to others: to look at, and to take from.
    final Relations relations() {
        return relations;
    }

    /// What ties it to others: to add to.
    final Relations ownRelations() {
        if (relations == Relations.NONE) {
            relations = new Relations();
        }
        return relations;
    }

    /// Has the process receive: it rested, and the caller is the one who has ended that. Called without a lock.
    abstract void wake();

    /// The process has ended. Called under the lock.
    abstract void ended(Effects effects);

    abstract ProcessInfo.Kind kind();

    /// The class of what it runs.
    abstract Class<?> code();

    /// What it does, while it has not ended: a moment ago.
    abstract ProcessInfo.Status status();

    // -- Messages -----------------------------------------------------------------------------------------------------

    /// A message from this node, whose sender can be told that it does not fit.
    ///
    /// @throws ExitException `{system_limit, mailbox}`, when that is what [Overflow] has for it
    final void message(Term message) {
        Mail mail = new Mail(message);
        if (exitReason == null) {
            follow(put(mail), mail);
        }
    }

    /// What [#message] does after it has put the message.
    final void follow(Mailbox.Put put, Mail mail) {
        switch (put) {
            case QUEUED -> {}
            case WAKE -> wake();
            case FULL -> full(mail);
        }
    }

    final Mailbox.Put put(Mail mail) {
        return mailbox.put(mail, mailboxBound);
    }

    private void full(Mail mail) {
        switch (options.overflow()) {
            case EXIT, DROP -> {
                Effects effects = new Effects();
                lost(effects);
                processes.delivery().perform(effects);
            }
            case FAIL -> throw refusal();
            case BLOCK -> putWhenThereIsRoom(mail);
        }
    }

    private static ExitException refusal() {
        return new ExitException(FULL);
    }

    /// A message from another node: whoever delivers it can neither wait nor be told.
    final void message(Payload payload, Effects effects) {
        if (exitReason != null) {
            return;
        }
        switch (put(Mail.of(payload))) {
            case QUEUED -> {}
            case WAKE -> effects.wake(this);
            case FULL -> lost(effects);
        }
    }

    /// There is no room for a message.
    private synchronized void lost(Effects effects) {
        if (options.overflow() == Overflow.EXIT) {
            overflow(effects);
        } else if (!hasDropped) {
            hasDropped = true;
            LOGGER.log(System.Logger.Level.WARNING, "{0} drops messages: {1} wait already", this, mailboxBound);
        }
    }

    /// Waits for the receiver to receive, and puts the message then.
    private void putWhenThereIsRoom(Mail mail) {
        if (!mayWait()) {
            throw refusal();
        }
        Mailbox.Put put;
        try {
            put = putWithin(mail, Timeout.in(options.patience()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw refusal();
        }
        if (put == Mailbox.Put.WAKE) {
            wake();
        }
    }

    private synchronized Mailbox.Put putWithin(Mail mail, Timeout timeout) throws InterruptedException {
        waitingSenders++;
        try {
            Mailbox.Put put = put(mail);
            while (put == Mailbox.Put.FULL && exitReason == null) {
                if (timeout.isOver()) {
                    throw refusal();
                }
                // The receiver does not lock to see who waits, so it may, once in a long time, overlook one.
                wait(Math.min(LONGEST_OVERSIGHT.toMillis(), timeout.millisLeft()));
                put = put(mail);
            }
            return put;
        } finally {
            waitingSenders--;
        }
    }

    /// Neither who runs many reactive processes nor the process itself.
    private boolean mayWait() {
        return !isOwnThread() && !Workers.isWorker(Thread.currentThread()) && !CallerRuns.isRunning();
    }

    /// How many senders wait for room in the mailbox.
    final int waitingSenders() {
        return waitingSenders;
    }

    /// Called by the receiver for each message it has taken out.
    final void received() {
        if (waitingSenders != 0) {
            synchronized (this) {
                notifyAll();
            }
        }
    }

    /// A message to an alias, which may have ended since the process was found by it.
    final synchronized void message(Ref alias, Payload payload, Effects effects) {
        if (relations.aliases().contains(alias)) {
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
        long bound = (long) mailboxBound + settings.links() + settings.monitors();
        switch (mailbox.put(new Mail(message), (int) Math.min(bound, Integer.MAX_VALUE))) {
            case QUEUED -> {}
            case WAKE -> effects.wake(this);
            case FULL -> overflow(effects);
        }
    }

    private void overflow(Effects effects) {
        if (exitReason == null) {
            LOGGER.log(System.Logger.Level.ERROR, "{0} is killed: {1} messages wait already", this, mailbox.size());
            end(FULL, effects);
        }
    }

    // -- Links and exits ----------------------------------------------------------------------------------------------

    /// Answers false when there is no process any more to link with.
    final synchronized boolean linkedBy(Pid from, Effects effects) {
        if (hasLeft) {
            return false;
        }
        if (relations.links.hasRoomFor(from, processes.settings().links())) {
            ownRelations().links.linked(from);
        } else {
            post(from.node(), new Signal.Exit(pid, from, Payload.of(ExitReason.SYSTEM_LIMIT)), effects);
        }
        return true;
    }

    /// The other side ends the link, under that id.
    final synchronized void unlinkedBy(Pid from, long id, Effects effects) {
        post(from.node(), new Signal.UnlinkAck(id, pid, from), effects);
        relations.links.unlinked(from);
    }

    final synchronized void unlinkAcknowledged(Pid from, long id) {
        relations.links.acknowledged(from, id);
    }

    /// The exit signal of a linked process.
    final synchronized void linkExited(Pid from, Term reason, Effects effects) {
        if (relations.links.exited(from)) {
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
        if (relations.monitors.watcherCount() >= processes.settings().monitors()) {
            effects.send(watcher.node(), new Signal.Down(as, watcher, ref, Payload.of(ExitReason.SYSTEM_LIMIT)));
        } else if (ownRelations().monitors.watch(ref, new Monitors.Watcher(watcher, as)) && as instanceof Atom) {
            processes.directory().addWatchedByName(ref, this);
        }
        return true;
    }

    final synchronized void unwatchedBy(Pid watcher, Ref ref) {
        Monitors.@Nullable Watcher gone = relations.monitors.unwatch(watcher, ref);
        if (gone != null && gone.isByName()) {
            processes.directory().removeWatchedByName(ref, this);
        }
    }

    /// A monitored process has ended.
    final synchronized void down(Ref ref, Term reason, Effects effects) {
        Monitors.@Nullable Target target = relations.monitors.release(ref);
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
        ownRelations().addAlias(ref);
        processes.directory().addAlias(ref, this);
    }

    /// Under the lock. Answers whether it was one.
    final boolean removeAlias(Ref ref) {
        if (!relations.removeAlias(ref)) {
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
        @Nullable Atom node = relations.monitors.answered(reply.ref());
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
            relations.monitors.hold(reply.ref(), new Monitors.Target(child, node));
        }
        notice(spawnReply(reply.ref(), Atom.OK, child), effects);
    }

    private static Term spawnReply(Ref request, Atom outcome, Term result) {
        return Tuple.of(SPAWN_REPLY, request, outcome, result);
    }

    /// The connection to a node is lost.
    final synchronized void nodeDown(Atom node, Effects effects) {
        Directory directory = processes.directory();
        relations.outbox.removeNode(node);
        relations.monitors.removeWatchers(node).forEach(ref -> directory.removeWatchedByName(ref, this));
        // All is removed before anything follows from it: this process may end by it, and has nothing to tell there.
        Map<Ref, Monitors.Target> held = relations.monitors.removeHeld(node);
        List<Ref> requests = relations.monitors.removeRequests(node);
        List<Pid> linked = relations.links.removeNode(node);
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
        awaitPut();
        leaveWhenAllIsSent(effects);
        ended(effects);
    }

    private void leaveWhenAllIsSent(Effects effects) {
        Term reason = exitReason;
        if (reason != null && !hasLeft && sending == 0 && relations.outbox.isIdle()) {
            hasLeft = true;
            leave(reason, effects);
        }
    }

    private void leave(Term reason, Effects effects) {
        Directory directory = processes.directory();
        directory.remove(this);
        relations.aliases().forEach(directory::removeAlias);
        Payload payload = Payload.of(reason);
        relations.links.forEachActive(other -> effects.send(other.node(), new Signal.Exit(pid, other, payload)));
        relations.monitors.forEachWatcher((ref, watcher) -> {
            if (watcher.isByName()) {
                directory.removeWatchedByName(ref, this);
            }
            effects.send(watcher.pid().node(), new Signal.Down(watcher.as(), watcher.pid(), ref, payload));
        });
        relations.monitors.forEachHeld(
                (ref, target) -> effects.send(target.node(), new Signal.Demonitor(pid, target.named(), ref)));
    }

    /// Ends the process with what its code has thrown, and reports it when that was no exit on purpose.
    final void crashed(Throwable thrown) {
        boolean isNews = exitReason == null && !ExitReason.isOnPurpose(thrown);
        end(ExitReason.of(thrown));
        if (isNews) {
            CrashReport.log(LOGGER, "process " + this + " crashed", thrown);
        }
    }

    // -- Sending ------------------------------------------------------------------------------------------------------

    // The process's own thread takes no lock to put a message into another mailbox of this node: it says that it is
    // at it, and then sees whether the process has ended; who ends the process does it the other way round.

    /// Whether the calling thread is the one that runs the process.
    abstract boolean isOwnThread();

    /// For the own thread: keeps the process from leaving before [#endPut]. Answers whether it is alive.
    final boolean beginPut() {
        PUTTING.setVolatile(this, true);
        return exitReason == null;
    }

    final void endPut() {
        PUTTING.setRelease(this, false);
    }

    /// Waits a moment, if at all: nothing that takes time is done between the two.
    private void awaitPut() {
        while (isPutting && !isOwnThread()) {
            LockSupport.parkNanos(1_000);
        }
    }

    /// Sends a signal of this process, from any thread. Answers false, and sends nothing, when the process has ended.
    final boolean sendWhileAlive(Atom node, Signal signal) {
        return sendWhileAlive(node, signal, options.busy());
    }

    /// As [#sendWhileAlive(Atom, Signal)].
    ///
    /// @param busy what becomes of it while the connection is busy, or null for what the node has chosen
    final boolean sendWhileAlive(Atom node, Signal signal, @Nullable Busy busy) {
        synchronized (this) {
            if (exitReason != null) {
                return false;
            }
            beginSend();
        }
        send(node, signal, busy);
        return true;
    }

    /// Keeps the process from leaving before [#send] is through. Called under the lock, in one piece with the change
    /// that the signal tells of: whoever ends the process sees both or neither.
    final void beginSend() {
        sending++;
    }

    /// Sends a signal after [#beginSend].
    final void send(Atom node, Signal signal) {
        send(node, signal, options.busy());
    }

    private void send(Atom node, Signal signal, @Nullable Busy busy) {
        try {
            processes.delivery().send(node, signal, busy);
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
        ownRelations().outbox.add(node, signal);
        effects.post(this);
    }

    /// Sends what was posted, unless another thread is at it.
    final void sendPosted(Effects effects) {
        for (Outgoing next = nextPosted(effects); next != null; next = nextPosted(effects)) {
            processes.delivery().send(next, effects);
        }
    }

    private synchronized @Nullable Outgoing nextPosted(Effects effects) {
        @Nullable Outgoing next = relations.outbox.next();
        if (next == null && relations.outbox.isIdle()) {
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
        while (relations.outbox.isInOtherHands() && !timeout.isOver()) {
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
