package org.sunda.process;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sunda.signal.Payload;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// A process with a thread: a virtual one of its own or, for the length of a call, one that is no process
/// otherwise.
final class BlockingProcess extends ActingProcess implements BlockingSelf {
    private final Thread thread;
    private final boolean ownThread;

    /// Messages that a selective receive has passed over, in order of arrival. Only the process's thread
    /// touches it.
    @SuppressWarnings("JdkObsolete") // what matches is taken out of the middle
    private final List<Term> passedOver = new LinkedList<>();

    /// Its size, for senders who hold the lock: one behind, for a moment, does no harm to a bound.
    private volatile int passedOverCount;

    /// A process whose thread is not started yet.
    BlockingProcess(Processes processes, Pid pid, SpawnOptions options, ProcessBody body) {
        super(processes, pid, options);
        this.thread = Thread.ofVirtual().name(pid.toString()).unstarted(() -> live(body));
        this.ownThread = true;
    }

    /// The thread that calls, as a process.
    BlockingProcess(Processes processes, Pid pid) {
        super(processes, pid, SpawnOptions.DEFAULT);
        this.thread = Thread.currentThread();
        this.ownThread = false;
    }

    private void live(ProcessBody body) {
        try {
            requireAlive();
            body.run(this);
            end(Atom.NORMAL);
        } catch (Throwable thrown) {
            crashed(thrown);
        }
    }

    void start() {
        thread.start();
    }

    /// Waits until the thread has ended. One that has not started will end at once, and one does not wait for
    /// itself.
    boolean join(Duration timeout) throws InterruptedException {
        return !ownThread || isCurrent() || thread.getState() == Thread.State.NEW || thread.join(timeout);
    }

    private boolean isCurrent() {
        return Thread.currentThread().equals(thread);
    }

    private void requireOwnThread() {
        if (!isCurrent()) {
            throw new IllegalStateException(this + " may be told to receive only by its own thread, not by "
                    + Thread.currentThread().getName());
        }
    }

    @Override
    void arrived(Effects effects) {
        notifyAll();
    }

    /// Wakes the process. Its own thread is interrupted, wherever it waits; a thread that only stands in is not.
    @Override
    void ended(Effects effects) {
        notifyAll();
        if (ownThread && !isCurrent()) {
            thread.interrupt();
        }
    }

    @Override
    int setAside() {
        return passedOverCount;
    }

    @Override
    void flush(Ref monitor) {
        requireOwnThread();
        mailbox.removeIf(payload -> isDown(payload, monitor));
        passedOver.removeIf(message -> isDown(Payload.of(message), monitor));
        passedOverCount = passedOver.size();
    }

    // -- Receiving ----------------------------------------------------------------------------------------------------

    @Override
    public Term receive() throws InterruptedException {
        return receive(message -> message);
    }

    @Override
    public Optional<Term> receive(Duration timeout) throws InterruptedException {
        return receive(message -> message, timeout);
    }

    @Override
    public <T> T receive(Matcher<T> matcher) throws InterruptedException {
        return receive(matcher, Timeout.NEVER).orElseThrow();
    }

    @Override
    public <T> Optional<T> receive(Matcher<T> matcher, Duration timeout) throws InterruptedException {
        return receive(matcher, Timeout.in(timeout));
    }

    private <T> Optional<T> receive(Matcher<T> matcher, Timeout timeout) throws InterruptedException {
        requireAlive();
        requireOwnThread();
        for (Iterator<Term> messages = passedOver.iterator(); messages.hasNext(); ) {
            @Nullable T match = matcher.match(messages.next());
            if (match != null) {
                messages.remove();
                passedOverCount = passedOver.size();
                return Optional.of(match);
            }
        }
        return receiveNew(matcher, timeout);
    }

    /// Receives as [#receive(Matcher, Duration)], but looks only at messages that no receive has looked at: what is
    /// waited for cannot be among the others.
    <T> Optional<T> receiveNew(Matcher<T> matcher, Timeout timeout) throws InterruptedException {
        for (Payload next = take(timeout); next != null; next = take(timeout)) {
            @Nullable Term message = next.term();
            @Nullable T match = message == null ? null : match(matcher, message);
            if (match != null) {
                return Optional.of(match);
            }
        }
        return Optional.empty();
    }

    /// Whatever the matcher does, only a message that it makes something of leaves the mailbox.
    private <T> @Nullable T match(Matcher<T> matcher, Term message) {
        @Nullable T match = null;
        try {
            match = matcher.match(message);
        } finally {
            if (match == null) {
                passedOver.add(message);
                passedOverCount = passedOver.size();
            }
        }
        return match;
    }

    /// The next message that has arrived, or null when none has by the end of the timeout.
    private synchronized @Nullable Payload take(Timeout timeout) throws InterruptedException {
        while (mailbox.isEmpty()) {
            requireAlive();
            if (timeout.isOver()) {
                return null;
            }
            try {
                wait(timeout.millisLeft());
            } catch (InterruptedException e) {
                // The end of the process interrupts too, and then it is the end that is to be heard of.
                requireAlive();
                throw e;
            }
        }
        return mailbox.poll();
    }

    // -- Calls --------------------------------------------------------------------------------------------------------

    @Override
    public Term call(Term server, Term request, Duration timeout) throws InterruptedException {
        requireAlive();
        requireOwnThread();
        return new GenCall(this, server).call(request, Timeout.in(timeout));
    }

    @Override
    public void cast(Term server, Term message) {
        send(server, GenCall.cast(message));
    }

    @Override
    public RemoteProcess spawnMonitor(Atom node, Atom module, Atom function, List<Term> arguments, Duration timeout)
            throws InterruptedException {
        requireOwnThread();
        Ref request = request(node, module, function, arguments.toArray(Term[]::new));
        Matcher<Tuple> reply = message -> message instanceof Tuple tuple
                        && tuple.isTagged("spawn_reply", 4)
                        && tuple.element(1).equals(request)
                ? tuple
                : null;
        Optional<Tuple> answer = Optional.empty();
        try {
            answer = receiveNew(reply, Timeout.in(timeout));
        } finally {
            if (answer.isEmpty() && !abandon(request)) {
                // It came between the end of the wait and that of the request.
                answer = receiveNew(reply, Timeout.NONE);
            }
        }
        return switch (answer.map(tuple -> tuple.element(3)).orElse(ExitReason.TIMEOUT)) {
            case Pid child -> new RemoteProcess(child, request);
            case Term reason -> throw new ExitException(reason);
        };
    }
}
