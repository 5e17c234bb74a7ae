package org.sunda.otp;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sunda.process.BlockingSelf;
import org.sunda.process.Down;
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
    ///
    /// @param isChild whether the process stays linked with this one, as its parent; if not, this one is to
    ///     trap exits meanwhile
    static Outcome await(BlockingSelf self, boolean isChild, Duration timeout, Launch launch)
            throws InterruptedException {
        Ref ack = self.alias();
        try {
            return await(self, isChild, timeout, launch, ack);
        } finally {
            self.unalias(ack);
        }
    }

    private static Outcome await(BlockingSelf self, boolean isChild, Duration timeout, Launch launch, Ref ack)
            throws InterruptedException {
        Starting starting = new Starting(isChild ? self.pid() : null, ack);
        Pid child;
        try {
            child = launch.launch(starting);
        } catch (RuntimeException | StackOverflowError | LinkageError e) {
            return new Failed(ExitReason.of(e));
        }
        Ref monitor = self.monitor(child);
        Optional<Term> news = self.receive(message -> news(message, ack, monitor, child), timeout);
        boolean hasStarted = news.isPresent() && news.get().equals(ack);
        if (!isChild || !hasStarted) {
            forgetLink(self, child);
        }
        if (news.isEmpty()) {
            self.exit(child, ExitReason.KILL);
            self.receive(message -> news(message, monitor, monitor, child));
        }
        self.demonitor(monitor);
        if (hasStarted) {
            return new Running(child);
        }
        return starting.isIgnored ? new Ignored() : new Failed(news.orElse(ExitReason.TIMEOUT));
    }

    /// The reference that acknowledges the start, or the reason by which the process has ended. The link
    /// knows that even when the monitor came too late.
    private static @Nullable Term news(Term message, Ref ack, Ref monitor, Pid child) {
        return switch (message) {
            case Tuple2(Ref ref, Term _) when ref.equals(ack) -> ack;
            case Tuple exit when exit.isTagged("EXIT", 3) && exit.element(1).equals(child) -> exit.element(2);
            default -> Down.reasonOf(message, monitor);
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

    /// The process is about to end, since there is nothing for it to do.
    void ignore() {
        isIgnored = true;
    }
}
