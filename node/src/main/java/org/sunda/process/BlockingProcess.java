package org.sunda.process;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// A process with a thread: a virtual one of its own or, for the length of a call, one that is no process
/// otherwise.
final class BlockingProcess extends ActingProcess implements BlockingSelf, Runnable {
    private final Thread thread;
    private final ProcessBody body;

    /// What a thread runs that is no process otherwise: it does that itself.
    private record StandIn(Class<?> code) implements ProcessBody {
        @Override
        public void run(BlockingSelf self) {
            throw new IllegalStateException("a thread that stands in for a process runs already");
        }
    }

    private boolean isStandIn() {
        return body instanceof StandIn;
    }

    /// A process whose thread is not started yet.
    BlockingProcess(Processes processes, Pid pid, SpawnOptions options, ProcessBody body) {
        super(processes, pid, options);
        this.thread = processes.carriers().unstarted(this);
        this.body = body;
    }

    /// The thread that calls, as a process.
    ///
    /// @param code the class of what it does
    BlockingProcess(Processes processes, Pid pid, Class<?> code) {
        super(processes, pid, SpawnOptions.DEFAULT);
        this.thread = Thread.currentThread();
        this.body = new StandIn(code);
        mailbox.wake();
    }

    @Override
    public void run() {
        try {
            requireAlive();
            body.run(this);
            end(Atom.NORMAL);
        } catch (Throwable thrown) {
            crashed(thrown);
        }
        wakeOwed();
    }

    void start() {
        mailbox.wake();
        thread.start();
    }

    /// Waits until the thread has ended. One that has not started will end at once, and one does not wait for
    /// itself.
    boolean join(Duration timeout) throws InterruptedException {
        return isStandIn() || isOwnThread() || thread.getState() == Thread.State.NEW || thread.join(timeout);
    }

    @Override
    ProcessInfo.Kind kind() {
        return ProcessInfo.Kind.BLOCKING;
    }

    @Override
    Class<?> code() {
        return body instanceof StandIn(Class<?> code) ? code : body.getClass();
    }

    @Override
    ProcessInfo.Status status() {
        if (mailbox.isResting()) {
            return ProcessInfo.Status.WAITING;
        }
        return switch (thread.getState()) {
            case NEW -> ProcessInfo.Status.RUNNABLE;
            case RUNNABLE -> ProcessInfo.Status.RUNNING;
            case BLOCKED, WAITING, TIMED_WAITING -> ProcessInfo.Status.WAITING;
            case TERMINATED -> ProcessInfo.Status.EXITING;
        };
    }

    @Override
    boolean isOwnThread() {
        return Thread.currentThread().equals(thread);
    }

    @Override
    void wake() {
        LockSupport.unpark(thread);
    }

    /// Wakes the process. Its own thread is interrupted, wherever else it waits; a thread that only stands in is not.
    @Override
    void ended(Effects effects) {
        notifyAll();
        if (mailbox.wake()) {
            wake();
        } else if (!isStandIn() && !isOwnThread()) {
            thread.interrupt();
        }
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
        wakeOwed();
        mailbox.rewind();
        return receiveNew(matcher, timeout);
    }

    /// Has [#receiveNew] pass over all that is in the mailbox.
    final void passAll() {
        mailbox.passAll();
    }

    /// Receives as [#receive(Matcher, Duration)], but looks only at messages that have arrived since [#passAll]:
    /// what is waited for cannot be among the others.
    <T> Optional<T> receiveNew(Matcher<T> matcher, Timeout timeout) throws InterruptedException {
        for (Mail mail = await(timeout); mail != null; mail = await(timeout)) {
            @Nullable Term message = mail.term();
            if (message == null) {
                mailbox.remove(mail);
                continue;
            }
            @Nullable T match = matcher.match(message);
            if (match != null) {
                mailbox.remove(mail);
                mail.open();
                received();
                return Optional.of(match);
            }
            mailbox.pass(mail);
        }
        return Optional.empty();
    }

    /// The next message to look at, or null when none has come by the end of the timeout.
    private @Nullable Mail await(Timeout timeout) throws InterruptedException {
        @Nullable Mail mail = mailbox.peek();
        while (mail == null) {
            requireAlive();
            if (timeout.isOver()) {
                return null;
            }
            if (mailbox.rest()) {
                park(timeout);
            }
            mail = mailbox.peek();
        }
        return mail;
    }

    /// Waits to be woken, or for any other reason not to wait.
    private void park(Timeout timeout) throws InterruptedException {
        if (exitReason == null) {
            if (timeout.isNever()) {
                LockSupport.park();
            } else {
                LockSupport.parkNanos(timeout.nanosLeft());
            }
        }
        mailbox.wake();
        if (Thread.interrupted()) {
            // The end of the process interrupts too, and then it is the end that is to be heard of.
            requireAlive();
            throw new InterruptedException();
        }
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
        passAll();
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
