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

/// A process with a thread: a virtual one of its own or, for the length of a call, one that is no process otherwise.
final class BlockingProcess extends LocalProcess implements BlockingSelf {
    /// Longer than any program runs, and safe to add to a clock.
    private static final Duration FOREVER = Duration.ofDays(365L * 100);

    private final Thread thread;
    private final boolean ownThread;

    /// Messages that a selective receive has passed over, in order of arrival. Only the process's thread touches it.
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
            body.run(this);
            end(Atom.NORMAL);
        } catch (Throwable thrown) {
            crashed(thrown);
        }
    }

    void start() {
        thread.start();
    }

    /// Waits until the thread has ended.
    boolean join(Duration timeout) throws InterruptedException {
        return !ownThread || thread.join(timeout);
    }

    @Override
    void arrived(Effects effects) {
        notify();
    }

    @Override
    void ended(Effects effects) {
        notifyAll();
        if (ownThread && !Thread.currentThread().equals(thread)) {
            thread.interrupt();
        }
    }

    @Override
    int setAside() {
        return passedOverCount;
    }

    @Override
    void flush(Ref monitor) {
        mailbox.removeIf(payload -> isDown(payload, monitor));
        passedOver.removeIf(message -> isDown(Payload.of(message), monitor));
        passedOverCount = passedOver.size();
    }

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
        return receive(matcher, FOREVER).orElseThrow();
    }

    @Override
    public <T> Optional<T> receive(Matcher<T> matcher, Duration timeout) throws InterruptedException {
        requireAlive();
        for (Iterator<Term> messages = passedOver.iterator(); messages.hasNext(); ) {
            @Nullable T match = matcher.match(messages.next());
            if (match != null) {
                messages.remove();
                passedOverCount = passedOver.size();
                return Optional.of(match);
            }
        }
        long start = System.nanoTime();
        for (Payload next = take(start, timeout); next != null; next = take(start, timeout)) {
            @Nullable Term message = next.term();
            if (message == null) {
                continue;
            }
            @Nullable T match = matcher.match(message);
            if (match != null) {
                return Optional.of(match);
            }
            passedOver.add(message);
            passedOverCount = passedOver.size();
        }
        return Optional.empty();
    }

    /// The next message that has arrived; waits for one until the timeout, counted from the start, is over.
    private synchronized @Nullable Payload take(long start, Duration timeout) throws InterruptedException {
        while (mailbox.isEmpty()) {
            requireAlive();
            long left = timeout.toNanos() - (System.nanoTime() - start);
            if (left <= 0) {
                return null;
            }
            // Rounded up, so that the last wait is not a series of waits of 0 ms.
            wait(left / 1_000_000 + 1);
        }
        return mailbox.poll();
    }

    @Override
    public Term call(Term server, Term request, Duration timeout) throws InterruptedException {
        return new GenCall(this, server).call(request, timeout);
    }

    @Override
    public void cast(Term server, Term message) {
        send(server, GenCall.cast(message));
    }

    @Override
    public RemoteProcess spawnMonitor(Atom node, Atom module, Atom function, List<Term> arguments, Duration timeout)
            throws InterruptedException {
        Ref request = request(node, module, function, arguments.toArray(Term[]::new));
        Matcher<Tuple> reply = message -> message instanceof Tuple tuple
                        && tuple.isTagged("spawn_reply", 4)
                        && tuple.element(1).equals(request)
                ? tuple
                : null;
        Optional<Tuple> answer = receive(reply, timeout);
        if (answer.isEmpty()) {
            abandon(request);
            answer = receive(reply, Duration.ZERO);
        }
        return switch (answer.map(tuple -> tuple.element(3)).orElse(ExitReason.TIMEOUT)) {
            case Pid child -> new RemoteProcess(child, request);
            case Term reason -> throw new ExitException(reason);
        };
    }
}
