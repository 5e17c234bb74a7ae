package org.sunda.otp;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sunda.process.BlockingSelf;
import org.sunda.process.Down;
import org.sunda.process.ExitReason;
import org.sunda.process.Matcher;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// How a supervisor ends children: it asks, waits as long as the specification says, and then kills. A
/// child that has cut its link is ended all the same, since what is waited for is its monitor.
final class Shutdown {
    private final BlockingSelf self;
    private final Reporter reporter;

    /// Takes note of a child that has not ended as it should.
    interface Reporter {
        void report(String context, Term reason, Child child);
    }

    Shutdown(BlockingSelf self, Reporter reporter) {
        this.self = self;
        this.reporter = reporter;
    }

    /// Ends a child.
    void one(Child child, Pid pid) throws InterruptedException {
        Ref monitor = self.monitor(pid);
        Starting.forgetLink(self, pid);
        Duration patience = child.spec.shutdown();
        Matcher<Term> down = message -> Down.reasonOf(message, monitor);
        boolean isAsked = !patience.equals(ChildSpec.BRUTAL_KILL);
        Optional<Term> reason = Optional.empty();
        if (isAsked) {
            self.exit(pid, ExitReason.SHUTDOWN);
            reason = self.receive(down, patience);
        }
        if (reason.isEmpty()) {
            self.exit(pid, ExitReason.KILL);
            reason = Optional.of(self.receive(down));
        }
        note(child, reason.get(), isAsked);
    }

    /// Ends children one after the other, the last one first.
    void all(List<Child> children) throws InterruptedException {
        for (Child child : children.reversed()) {
            @Nullable Pid pid = child.pid;
            if (pid != null) {
                one(child, pid);
            }
        }
    }

    /// Ends children that are all alike, at once.
    void together(List<Child> children) throws InterruptedException {
        Map<Ref, Child> left = new HashMap<>();
        for (Child child : children) {
            @Nullable Pid pid = child.pid;
            if (pid != null) {
                left.put(self.monitor(pid), child);
                self.unlink(pid);
                boolean isAsked = !child.spec.shutdown().equals(ChildSpec.BRUTAL_KILL);
                self.exit(pid, isAsked ? ExitReason.SHUTDOWN : ExitReason.KILL);
            }
        }
        if (children.isEmpty()) {
            return;
        }
        Duration patience = children.getFirst().spec.shutdown();
        boolean isAsked = !patience.equals(ChildSpec.BRUTAL_KILL);
        await(left, isAsked ? patience : ChildSpec.INFINITY, isAsked);
        left.values().forEach(child -> kill(child.pid));
        await(left, ChildSpec.INFINITY, true);
    }

    private void kill(@Nullable Pid pid) {
        if (pid != null) {
            self.exit(pid, ExitReason.KILL);
        }
    }

    /// Waits until all have ended, or that time is over.
    private void await(Map<Ref, Child> left, Duration patience, boolean isAsked) throws InterruptedException {
        long start = System.nanoTime();
        boolean isEndless = patience.equals(ChildSpec.INFINITY);
        while (!left.isEmpty()) {
            Duration rest = isEndless ? patience : patience.minusNanos(System.nanoTime() - start);
            Optional<Tuple> down =
                    self.receive(message -> downOf(message, left), rest.isNegative() ? Duration.ZERO : rest);
            if (down.isEmpty()) {
                return;
            }
            @Nullable Child child = down.get().element(1) instanceof Ref ref ? left.remove(ref) : null;
            if (child != null) {
                note(child, down.get().element(4), isAsked);
            }
        }
    }

    private static @Nullable Tuple downOf(Term message, Map<Ref, Child> left) {
        return message instanceof Tuple tuple
                        && tuple.isTagged("DOWN", 5)
                        && tuple.element(1) instanceof Ref ref
                        && left.containsKey(ref)
                ? tuple
                : null;
    }

    private void note(Child child, Term reason, boolean isAsked) {
        boolean isExpected = Reports.isInOrder(reason)
                // It had ended before, by itself.
                || reason.equals(ExitReason.NOPROC)
                || reason.equals(ExitReason.KILLED) && !isAsked;
        if (!isExpected) {
            reporter.report("shutdown_error", reason, child);
        }
    }
}
