package org.sunda.otp;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sunda.process.BlockingSelf;
import org.sunda.process.ExitReason;
import org.sunda.process.Matcher;
import org.sunda.process.Self;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple;
import org.sunda.term.Tuple2;

/// The start of one process, as the process sees it: whose child it is, and whom to tell once it has
/// started.
final class Starting {
    private static final Atom ACK = Atom.of("ack");
    private static final Duration NOT_AT_ALL = Duration.ZERO;

    private final @Nullable Pid parent;
    private final @Nullable Ref ack;
    private volatile boolean isIgnored;

    /// Why the process has not started, in its own words; null until it knows.
    private volatile @Nullable Term failure;

    private Starting(@Nullable Pid parent, @Nullable Ref ack) {
        this.parent = parent;
        this.ack = ack;
    }

    /// How a start has gone.
    sealed interface Outcome {}

    /// The process runs.
    record Running(Pid pid) implements Outcome {}

    /// There is to be none.
    record Ignored() implements Outcome {}

    /// There is none, for that reason.
    record Failed(Term reason) implements Outcome {}

    /// Begins to start a process, which is to run with what is given to it.
    interface Launch {
        Pid launch(Starting starting);
    }

    /// A start that nobody waits for.
    static Starting unattended(@Nullable Pid parent) {
        return new Starting(parent, null);
    }

    /// Starts a process and waits until it has, or has not. One that takes longer is killed. When this
    /// returns anything but [Running] the process is gone, its name is free, and no signal of it will come.
    static Outcome await(BlockingSelf self, boolean isLinked, Duration timeout, Launch launch)
            throws InterruptedException {
        Ref ack = self.alias();
        try {
            Starting starting = new Starting(isLinked ? self.pid() : null, ack);
            Pid child;
            try {
                child = launch.launch(starting);
            } catch (RuntimeException | StackOverflowError | LinkageError e) {
                return new Failed(ExitReason.of(e));
            }
            Ref monitor = self.monitor(child);
            Optional<Term> news = self.receive(newsOf(ack, monitor), timeout);
            if (news.isPresent() && news.get().equals(ACK)) {
                self.demonitor(monitor);
                return new Running(child);
            }
            forgetLink(self, child);
            if (news.isEmpty()) {
                self.exit(child, ExitReason.KILL);
                self.receive(newsOf(monitor, monitor));
                return new Failed(ExitReason.TIMEOUT);
            }
            return starting.failed(news.get());
        } finally {
            self.unalias(ack);
        }
    }

    /// @param end the reason by which the process has ended, if it had not before anybody looked
    private Outcome failed(Term end) {
        @Nullable Term known = failure;
        if (isIgnored) {
            return new Ignored();
        }
        return new Failed(known == null ? end : known);
    }

    /// The second element of `{Ack, News}`, or the reason of a `DOWN`.
    private static Matcher<Term> newsOf(Ref ack, Ref monitor) {
        return message -> switch (message) {
            case Tuple2(Ref ref, Term news) when ref.equals(ack) -> news;
            case Tuple down when down.isTagged("DOWN", 5) && down.element(1).equals(monitor) -> down.element(4);
            default -> null;
        };
    }

    /// Ends a link, and takes its exit signal out of the mailbox if that has come before.
    static void forgetLink(BlockingSelf self, Pid child) throws InterruptedException {
        self.unlink(child);
        Matcher<Term> exit = message -> message instanceof Tuple tuple
                        && tuple.isTagged("EXIT", 3)
                        && tuple.element(1).equals(child)
                ? tuple
                : null;
        self.receive(exit, NOT_AT_ALL);
    }

    /// Whose exit ends the process, if it has a parent.
    @Nullable
    Pid parent() {
        return parent;
    }

    /// The process has started.
    void acknowledge(Self child) {
        if (ack != null) {
            child.send(ack, Tuple.of(ack, ACK));
        }
    }

    /// The process is about to end, or has ended, and has not started.
    void fail(Term reason) {
        failure = reason;
    }

    /// The process is about to end, since there is nothing for it to do.
    void ignore() {
        isIgnored = true;
    }
}
