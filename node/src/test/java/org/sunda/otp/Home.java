package org.sunda.otp;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.sunda.process.ExitException;
import org.sunda.process.ProcessSettings;
import org.sunda.process.Processes;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Terms;
import org.sunda.term.Tuple;

/// A node without neighbours, and short words for what tests do on it.
final class Home implements AutoCloseable {
    /// Longer than anything takes; nothing waits so long unless it fails.
    static final Duration LONG = Duration.ofSeconds(10);

    private final Processes processes;

    Home() {
        AtomicReference<Processes> self = new AtomicReference<>();
        processes = new Processes(
                Terms.atom("home@test"),
                1,
                (_, signal) -> self.get().undeliverable(signal),
                _ -> one -> {
                    throw one.exit(Terms.atom("undef"));
                },
                ProcessSettings.DEFAULT);
        self.set(processes);
    }

    Processes processes() {
        return processes;
    }

    /// What a process of its own does.
    <T> T does(Processes.ProcessTask<T> task) throws InterruptedException {
        return processes.asProcess(task);
    }

    /// As [#does], for a term: so that there is no doubt which assertion is meant.
    Term term(Processes.ProcessTask<? extends Term> task) throws InterruptedException {
        return processes.asProcess(task);
    }

    Term call(Term server, Term request) throws InterruptedException {
        return does(self -> self.call(server, request, LONG));
    }

    Term call(Term server, String request) throws InterruptedException {
        return call(server, Terms.atom(request));
    }

    /// A system message, and its answer.
    Term sys(Term process, Term request) throws InterruptedException {
        return does(self -> {
            Ref tag = self.alias();
            self.send(process, Terms.tuple(Terms.atom("system"), Terms.tuple(self.pid(), tag), request));
            return ((Tuple) self.receive(LONG).orElseThrow()).element(1);
        });
    }

    void cast(Term server, Term message) {
        processes.send(server, Terms.tuple(Terms.atom("$gen_cast"), message));
    }

    /// The reason by which a process ends.
    Term endOf(Pid pid) throws InterruptedException {
        return does(self -> {
            Ref ref = self.monitor(pid);
            return self.receive(
                            message -> message instanceof Tuple down
                                            && down.isTagged("DOWN", 5)
                                            && down.element(1).equals(ref)
                                    ? down.element(4)
                                    : null,
                            LONG)
                    .orElseThrow(() -> new AssertionError(pid + " does not end"));
        });
    }

    /// The reason by which something fails to do what it should.
    static Term reasonOf(Deed deed) throws Exception {
        try {
            deed.perform();
        } catch (ExitException e) {
            return e.reason();
        }
        throw new AssertionError("it did not fail");
    }

    interface Deed {
        void perform() throws Exception;
    }

    /// A process that traps exits, starts something, says what its pid is, and then does nothing until it
    /// ends.
    Pid parentOf(Start start, CompletableFuture<Pid> child) {
        return processes.spawn(self -> {
            child.complete(start.startLink(self));
            while (true) {
                self.receive();
            }
        });
    }

    static <T> T get(CompletableFuture<T> future) throws Exception {
        try {
            return future.get(LONG.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("nothing has come of it", e);
        }
    }

    static void await(CountDownLatch latch) {
        try {
            if (!latch.await(LONG.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("it does not happen");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static boolean isCrash(Term reason, String exception) {
        return reason.toString().startsWith("{{java_exception,<<\"" + exception + "\">>");
    }

    static Atom shutdown() {
        return Terms.atom("shutdown");
    }

    @Override
    public void close() {
        processes.close();
    }
}
