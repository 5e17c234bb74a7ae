package org.sunda.gateway.service;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sunda.gateway.service.Failure.Kind;
import org.sunda.otp.From;
import org.sunda.otp.GenServer;
import org.sunda.otp.Next;
import org.sunda.otp.Reply;
import org.sunda.process.Self;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple5;

/// The process by which a service is reached: takes calls, hands them to the bulkhead, and ends those whose
/// caller has died. It never blocks.
///
/// A caller is monitored from its first call on, and not once for each: who calls once mostly calls again.
public final class ServiceProcess implements GenServer {
    /// So many callers without an open call stay monitored; then all such are let go.
    private static final int MOST_IDLE = 1000;

    private static final Logger LOG = LoggerFactory.getLogger(ServiceProcess.class);

    private final Service service;
    private final Bulkhead bulkhead;
    private final Duration timeout;
    private final int mostCallers;
    private final Runnable atEnd;
    private final Map<Pid, Caller> callers = new HashMap<>();

    /// Ended calls, which other threads put here and this process takes out when it next runs.
    private final Queue<Ended> ended = new ConcurrentLinkedQueue<>();

    private record Caller(Ref monitor, Set<Call> open) {}

    private record Ended(Pid caller, Call call) {}

    /// @param timeout the time that a request has when it does not say
    /// @param atEnd run when the process has ended, by whatever reason
    public ServiceProcess(Service service, Bulkhead bulkhead, QueueLimits limits, Duration timeout, Runnable atEnd) {
        this.atEnd = atEnd;
        this.service = service;
        this.bulkhead = bulkhead;
        this.timeout = timeout;
        this.mostCallers = MOST_IDLE + limits.maxInFlight() + limits.maxWaiting();
    }

    @Override
    public Reply handleCall(Term request, From from, Self self) {
        forgetEnded();
        try {
            start(service.accept(request), from, self);
        } catch (FailureException e) {
            replyElsewhere(from, e.failure());
        } catch (RuntimeException e) {
            LOG.error("a request was not understood for a reason that is not its caller's", e);
            replyElsewhere(from, Failure.of(Kind.INTERNAL, Stage.QUEUE, "internal error: " + e));
        }
        return Reply.later();
    }

    /// A reply may have to wait for a connection that is busy, and this process must not.
    private static void replyElsewhere(From from, Failure failure) {
        Thread.ofVirtual().name("refusal").start(() -> reply(from, failure.toTerm()));
    }

    private static void reply(From from, Term answer) {
        try {
            from.reply(answer);
        } catch (IllegalArgumentException e) {
            LOG.error("an answer cannot be encoded", e);
            from.reply(Failure.of(Kind.INTERNAL, Stage.FETCH, "the answer cannot be encoded: " + e.getMessage())
                    .toTerm());
        } catch (RuntimeException e) {
            LOG.warn("an answer did not reach {}: {}", from.pid(), e.getMessage());
        }
    }

    private void start(Work work, From from, Self self) {
        letIdleCallersGo(self);
        Caller caller = callers.computeIfAbsent(from.pid(), pid -> new Caller(self.monitor(pid), new HashSet<>()));
        Call call = bulkhead.submit(
                work,
                work.timeout().orElse(timeout),
                answer -> reply(from, answer),
                done -> ended.add(new Ended(from.pid(), done)));
        caller.open.add(call);
    }

    private void forgetEnded() {
        for (Ended next = ended.poll(); next != null; next = ended.poll()) {
            Caller caller = callers.get(next.caller);
            if (caller != null) {
                caller.open.remove(next.call);
            }
        }
    }

    private void letIdleCallersGo(Self self) {
        if (callers.size() < mostCallers) {
            return;
        }
        callers.values().removeIf(caller -> {
            boolean isIdle = caller.open.isEmpty();
            if (isIdle) {
                self.demonitor(caller.monitor);
            }
            return isIdle;
        });
    }

    @Override
    public Next handleInfo(Term message, Self self) {
        forgetEnded();
        if (message instanceof Tuple5(Atom down, Ref monitor, Term _, Pid pid, Term _) && down.is("DOWN")) {
            Caller caller = callers.get(pid);
            if (caller != null && caller.monitor.equals(monitor)) {
                callers.remove(pid);
                caller.open.forEach(bulkhead::abandon);
            }
        }
        return Next.message();
    }

    /// The callers have been told that this process is no more, so nobody waits for what it had begun.
    @Override
    public void stopped(Term reason) {
        callers.values().forEach(caller -> caller.open.forEach(bulkhead::abandon));
        atEnd.run();
    }
}
