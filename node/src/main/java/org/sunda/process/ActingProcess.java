package org.sunda.process;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.sunda.signal.Busy;
import org.sunda.signal.Payload;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;

/// What both kinds of process can do themselves: all of [Self], by the thread that runs them.
abstract sealed class ActingProcess extends LocalProcess implements Self permits BlockingProcess, ReactiveProcess {
    /// Whose mailbox has a message by which this process should have woken it. Of the own thread.
    private @Nullable LocalProcess owed;

    ActingProcess(Processes processes, Pid pid, SpawnOptions options) {
        super(processes, pid, options);
    }

    final void requireOwnThread() {
        if (!isOwnThread()) {
            throw new IllegalStateException(this + " may be told to receive only by its own thread, not by "
                    + Thread.currentThread().getName());
        }
    }

    /// Takes a waiting `DOWN` message of that monitor out of the mailbox.
    private void flush(Ref monitor) {
        requireOwnThread();
        mailbox.removeIf(mail -> isDown(mail, monitor));
    }

    private static boolean isDown(Mail mail, Ref monitor) {
        @Nullable Term message = mail.decoded();
        return message != null && Down.reasonOf(message, monitor) != null;
    }

    @Override
    public final Processes processes() {
        return processes;
    }

    final void requireAlive() {
        Term reason = exitReason;
        if (reason != null) {
            throw new ProcessExit(pid(), reason);
        }
    }

    /// Sends a signal of this process's own. Ended before or meanwhile, it unwinds.
    private void emit(Atom node, Signal signal) {
        try {
            sendWhileAlive(node, signal);
        } finally {
            requireAlive();
        }
    }

    @Override
    public final void send(Term to, Term message, Busy busy) {
        Receiver receiver = Receiver.of(to, processes.node());
        try {
            sendWhileAlive(receiver.node(), receiver.message(pid(), Payload.of(message)), busy);
        } finally {
            requireAlive();
        }
    }

    /// As [#emit], after [#beginSend].
    private void emitBegun(Atom node, Signal signal) {
        try {
            send(node, signal);
        } finally {
            requireAlive();
        }
    }

    @Override
    public final void send(Term to, Term message) {
        @Nullable LocalProcess receiver = isOwnThread() ? processes.local(to) : null;
        if (receiver == null) {
            sendSignal(to, message);
        } else {
            put(receiver, new Mail(message));
        }
    }

    /// The short way of most messages, without a signal and without a lock.
    ///
    /// A handler that recurses for ever may find the end of its stack in here. The receiver must not suffer from
    /// it: the message is in its mailbox, and nobody else will wake it. So that is done later, when there is room.
    private void put(LocalProcess receiver, Mail mail) {
        wakeOwed();
        Mailbox.Put put = Mailbox.Put.QUEUED;
        try {
            if (beginPut()) {
                put = receiver.put(mail);
            }
            endPut();
            receiver.follow(put, mail);
        } catch (StackOverflowError e) {
            // No calls here.
            isPutting = false;
            owed = put == Mailbox.Put.WAKE ? receiver : owed;
            throw e;
        }
        requireAlive();
    }

    /// Wakes who was not woken when it should have been.
    final void wakeOwed() {
        LocalProcess receiver = owed;
        if (receiver != null) {
            receiver.wake();
            owed = null;
        }
    }

    private void sendSignal(Term to, Term message) {
        Receiver receiver = Receiver.of(to, processes.node());
        emit(receiver.node(), receiver.message(pid(), Payload.of(message)));
    }

    @Override
    public final void exit(Pid to, Term reason) {
        emit(to.node(), new Signal.Exit2(pid(), to, Payload.of(reason)));
    }

    @Override
    public final ProcessExit exit(Term reason) {
        requireAlive();
        end(reason);
        throw new ProcessExit(pid(), reason);
    }

    @Override
    public final synchronized void trapExit(boolean trap) {
        requireAlive();
        trapExit = trap;
    }

    // -- Links --------------------------------------------------------------------------------------------------------
    //
    // First the own table changes, then the signal goes. Between the two a connection may be lost and made again: that
    // clears the tables of both sides, and then comes a signal that the own table knows nothing of. So there is a look
    // at the table after the signal, and another signal when the two do not agree.

    private boolean isElsewhere(Atom node) {
        return !node.equals(processes.node());
    }

    @Override
    public final void link(Pid other) {
        Effects effects = new Effects();
        synchronized (this) {
            requireAlive();
            if (other.equals(pid())) {
                return;
            }
            requireRoomForLink(other);
            if (ownRelations().links.link(other)) {
                post(other.node(), new Signal.Link(pid(), other), effects);
            }
        }
        sendPostedNow(effects);
        if (isElsewhere(other.node())) {
            unlinkUnknown(other);
        }
    }

    private void requireRoomForLink(Pid other) {
        if (!relations().links.hasRoomFor(other, processes.settings().links())) {
            throw new ExitException(ExitReason.SYSTEM_LIMIT);
        }
    }

    private void unlinkUnknown(Pid other) {
        Effects effects = new Effects();
        synchronized (this) {
            requireAlive();
            long id = ownRelations().links.unlinkUnknown(other);
            if (id != 0) {
                post(other.node(), new Signal.Unlink(id, pid(), other), effects);
            }
        }
        sendPostedNow(effects);
    }

    @Override
    public final void unlink(Pid other) {
        Effects effects = new Effects();
        synchronized (this) {
            requireAlive();
            long id = relations().links.unlink(other);
            if (id == 0) {
                return;
            }
            post(other.node(), new Signal.Unlink(id, pid(), other), effects);
        }
        sendPostedNow(effects);
        if (isElsewhere(other.node())) {
            linkKnown(other);
        }
    }

    /// The other side has linked anew, and then heard of the end of the former link: both links end, unless it hears of
    /// the new one too.
    private void linkKnown(Pid other) {
        Effects effects = new Effects();
        synchronized (this) {
            requireAlive();
            if (relations().links.isActive(other)) {
                post(other.node(), new Signal.Link(pid(), other), effects);
            }
        }
        sendPostedNow(effects);
    }

    private void sendPostedNow(Effects effects) {
        processes.delivery().perform(effects);
        awaitPosted();
        requireAlive();
    }

    // -- Monitors -----------------------------------------------------------------------------------------------------

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
        Term named = receiver.monitored();
        Ref ref = processes.newRef();
        synchronized (this) {
            requireAlive();
            requireRoomForMonitor();
            ownRelations().monitors.hold(ref, new Monitors.Target(named, receiver.node()));
            if (withAlias) {
                addAlias(ref);
            }
            beginSend();
        }
        emitBegun(receiver.node(), new Signal.Monitor(pid(), named, ref));
        if (isElsewhere(receiver.node()) && !hasMonitor(ref)) {
            emit(receiver.node(), new Signal.Demonitor(pid(), named, ref));
        }
        return ref;
    }

    private synchronized boolean hasMonitor(Ref ref) {
        return relations().monitors.isHeld(ref);
    }

    private void requireRoomForMonitor() {
        if (relations().monitors.heldCount() >= processes.settings().monitors()) {
            throw new ExitException(ExitReason.SYSTEM_LIMIT);
        }
    }

    @Override
    public final void demonitor(Ref ref) {
        Monitors.@Nullable Target target;
        synchronized (this) {
            requireAlive();
            removeAlias(ref);
            target = relations().monitors.release(ref);
            if (target == null) {
                flush(ref);
                return;
            }
            beginSend();
        }
        emitBegun(target.node(), new Signal.Demonitor(pid(), target.named(), ref));
    }

    @Override
    public final synchronized Ref alias() {
        requireAlive();
        Ref ref = processes.newRef();
        addAlias(ref);
        return ref;
    }

    @Override
    public final synchronized boolean unalias(Ref alias) {
        requireAlive();
        return removeAlias(alias);
    }

    // -- Spawning -----------------------------------------------------------------------------------------------------

    @Override
    public final Pid spawn(ProcessBody body) {
        requireAlive();
        return processes.spawn(this, body);
    }

    @Override
    public final Pid spawnLink(SpawnOptions options, ProcessBody body) {
        requireAlive();
        Pid child = processes.spawnLinked(this, options, body, this::linkChild);
        requireAlive();
        return child;
    }

    @Override
    public final Pid reactLink(SpawnOptions options, Handler handler) {
        requireAlive();
        Pid child = processes.reactLinked(this, options, handler, this::linkChild);
        requireAlive();
        return child;
    }

    private synchronized void linkChild(Pid child) {
        requireAlive();
        requireRoomForLink(child);
        ownRelations().links.link(child);
    }

    /// Sends a spawn request whose reply will come as a message `{spawn_reply, Ref, ok | error, PidOrReason}`.
    final Ref request(Atom node, Atom module, Atom function, Term[] arguments) {
        Ref ref = processes.newRef();
        synchronized (this) {
            requireAlive();
            requireRoomForMonitor();
            ownRelations().monitors.request(ref, node);
            beginSend();
        }
        try {
            emitBegun(node, Signals.spawnRequest(ref, this, module, function, arguments));
        } catch (RuntimeException e) {
            abandon(ref);
            throw e;
        }
        return ref;
    }

    /// Gives a spawn request up. Answers whether no reply has come.
    final synchronized boolean abandon(Ref request) {
        return relations().monitors.answered(request) != null;
    }

    // -- The rest -----------------------------------------------------------------------------------------------------

    @Override
    public final void register(String text) {
        requireAlive();
        processes.register(Atom.of(text), pid());
    }

    @Override
    public final Pid groupLeader() {
        requireAlive();
        return leader();
    }

    @Override
    public final Timer sendAfter(Duration delay, Term to, Term message) {
        requireAlive();
        return processes.sendAfter(delay, to, message);
    }

    @Override
    public final synchronized void monitorNodes(boolean subscribe) {
        requireAlive();
        processes.directory().monitorNodes(this, subscribe);
    }
}
