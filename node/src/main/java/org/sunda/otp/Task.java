package org.sunda.otp;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sunda.process.BlockingSelf;
import org.sunda.process.Down;
import org.sunda.process.ExitException;
import org.sunda.process.ExitReason;
import org.sunda.process.Self;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple;
import org.sunda.term.Tuple2;

/// Something that a process of its own does, for the process that wants to know what comes of it, as in
/// Elixir. The two are linked: when the task fails so does its owner, unless that traps exits, and when the
/// owner ends so does the task.
///
/// For the owner alone, and its thread.
///
/// @param <T> what comes of it
public final class Task<T> {
    private final Self owner;
    private final Pid pid;
    private final Ref ref;
    private final Ref monitor;
    private final Result<T> result;

    /// Where the task leaves its value, before it says that it has one.
    private static final class Result<T> {
        private volatile @Nullable T value;
    }

    /// What a task does.
    ///
    /// @param <T> what comes of it
    @FunctionalInterface
    public interface Body<T> {
        /// Does it. What is thrown ends the task, as [ExitReason] says.
        T run(BlockingSelf self) throws Exception;
    }

    /// What is done with each of many.
    ///
    /// @param <A> one of them
    /// @param <T> what comes of it
    @FunctionalInterface
    public interface Work<A, T> {
        /// Does it.
        T apply(A each) throws Exception;
    }

    private Task(Self owner, Pid pid, Ref ref, Ref monitor, Result<T> result) {
        this.owner = owner;
        this.pid = pid;
        this.ref = ref;
        this.monitor = monitor;
        this.result = result;
    }

    /// Begins something, in a blocking process of its own.
    public static <T> Task<T> async(Self owner, Body<T> body) {
        Result<T> result = new Result<>();
        Ref ref = owner.alias();
        Pid pid = owner.spawnLink(self -> {
            // Not before it is monitored: else nobody would know why it has failed.
            self.receive(message -> message.equals(ref) ? ref : null);
            result.value = body.run(self);
            self.send(ref, Tuple.of(ref, Atom.OK));
        });
        Ref monitor = owner.monitor(pid);
        owner.send(pid, ref);
        return new Task<>(owner, pid, ref, monitor, result);
    }

    /// The task's process.
    public Pid pid() {
        return pid;
    }

    /// Waits for the value.
    ///
    /// @throws ExitException when the task has failed, with the reason; `timeout` when it takes longer:
    ///     then it goes on, and this may be called again
    public T await(BlockingSelf self, Duration timeout) throws InterruptedException {
        return poll(self, timeout).orElseThrow(() -> new ExitException(ExitReason.TIMEOUT));
    }

    /// Waits for the value, as `Task.yield` does; empty when it takes longer: then the task goes on.
    ///
    /// @throws ExitException when the task has failed, with the reason
    public Optional<T> poll(BlockingSelf self, Duration timeout) throws InterruptedException {
        @Nullable T known = result.value;
        if (known == null) {
            return self.receive(this::news, timeout).map(this::value);
        }
        forget();
        // That there is a value may have been said already.
        self.receive(this::news, Duration.ZERO);
        return Optional.of(known);
    }

    /// Ends the task: by `shutdown`, and when that takes too long by `kill`. Answers the value if there is
    /// one already.
    ///
    /// @throws ExitException when the task has failed before, with the reason
    public Optional<T> shutdown(BlockingSelf self, Duration timeout) throws InterruptedException {
        Starting.forgetLink(self, pid);
        owner.exit(pid, ExitReason.SHUTDOWN);
        Optional<Term> news = self.receive(this::news, timeout);
        if (news.isEmpty()) {
            owner.exit(pid, ExitReason.KILL);
            news = Optional.of(self.receive(this::news));
        }
        Term said = news.get();
        boolean isEnded = said.equals(ExitReason.SHUTDOWN) || said.equals(ExitReason.KILLED);
        return isEnded ? Optional.empty() : Optional.of(value(said));
    }

    /// For an owner that does not wait: the value, when that message says that there is one.
    ///
    /// @throws ExitException when it says that the task has failed, with the reason
    public Optional<T> resultIn(Term message) {
        return Optional.ofNullable(news(message)).map(this::value);
    }

    /// `ok` when the task has said so, the exit reason when it has ended before, null for any other
    /// message.
    private @Nullable Term news(Term message) {
        return switch (message) {
            case Tuple2(Term tag, Term ok) when tag.equals(ref) -> ok;
            default -> Down.reasonOf(message, monitor);
        };
    }

    private T value(Term news) {
        forget();
        @Nullable T value = result.value;
        if (value == null) {
            throw new ExitException(news);
        }
        return value;
    }

    private void forget() {
        owner.unalias(ref);
        owner.demonitor(monitor);
    }

    /// Does the same with many things, some at a time, and answers what came of each, in their order. When
    /// one fails, those under way are ended.
    ///
    /// @param most how many at a time
    /// @throws ExitException when one fails, with the reason, or `timeout` when one takes longer than that
    public static <A, T> List<T> map(
            BlockingSelf self, Collection<A> all, int most, Duration timeout, Work<? super A, T> work)
            throws InterruptedException {
        if (most < 1) {
            throw new IllegalArgumentException("at least one at a time, not " + most);
        }
        List<T> results = new ArrayList<>();
        ArrayDeque<Task<T>> underWay = new ArrayDeque<>();
        Iterator<A> rest = all.iterator();
        try {
            while (rest.hasNext() || !underWay.isEmpty()) {
                while (rest.hasNext() && underWay.size() < most) {
                    A next = rest.next();
                    underWay.add(async(self, _ -> work.apply(next)));
                }
                results.add(underWay.getFirst().await(self, timeout));
                underWay.removeFirst();
            }
            return results;
        } finally {
            for (Task<T> task : underWay) {
                task.end(self);
            }
        }
    }

    private void end(BlockingSelf self) throws InterruptedException {
        forget();
        Starting.forgetLink(self, pid);
        self.exit(pid, ExitReason.KILL);
    }
}
