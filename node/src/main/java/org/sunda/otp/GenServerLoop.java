package org.sunda.otp;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.sunda.process.ExitReason;
import org.sunda.process.Processes;
import org.sunda.process.Self;
import org.sunda.process.SpawnOptions;
import org.sunda.process.Timer;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple2;
import org.sunda.term.Tuple3;

/// Takes the messages of `gen` apart for a [GenServer] (protocol section d.1).
final class GenServerLoop extends Loop {
    static final Atom GEN_CALL = Atom.of("$gen_call");
    static final Atom GEN_CAST = Atom.of("$gen_cast");
    private static final Atom MODULE = Atom.of("gen_server");

    private final GenServer server;

    /// What the server wants to go on with before any message, or null.
    private @Nullable Term continuation;

    /// The timeout that is set, and what will tell of it; or null.
    private @Nullable Ref timeout;

    private @Nullable Timer timer;

    GenServerLoop(Processes processes, Starting starting, SpawnOptions options, GenServer server) {
        super(processes, starting, options);
        this.server = server;
    }

    @Override
    boolean begin(Self self) throws Exception {
        return switch (server.init(self)) {
            case Init.Ignore _ -> false;
            // A server that has not started has nothing to put in order.
            case Next.Stop(Term reason) -> throw end(reason, null, null, self);
            case Next next -> {
                go(next, null, self);
                yield true;
            }
        };
    }

    @Override
    void dispatch(Term message, Self self) throws Exception {
        @Nullable Ref over = overBy(message);
        if (over != null && (timeout == null || !timeout.equals(over))) {
            return;
        }
        if (timer != null) {
            timer.cancel();
            timer = null;
            timeout = null;
        }
        if (over != null) {
            go(server.handleInfo(ExitReason.TIMEOUT, self), ExitReason.TIMEOUT, self);
            return;
        }
        switch (message) {
            case Tuple3(Term label, Tuple2(Pid pid, Term tag), Term request)
            when label.equals(GEN_CALL) -> call(request, new From(processes, self.pid(), pid, tag), message, self);
            case Tuple2(Term label, Term cast)
            when label.equals(GEN_CAST) -> go(server.handleCast(cast, self), message, self);
            default -> go(server.handleInfo(message, self), message, self);
        }
    }

    private void wait(Duration within, Self self) {
        Ref ref = processes.newRef();
        timeout = ref;
        timer = self.sendAfter(within, self.pid(), over(ref));
    }

    private void call(Term request, From from, Term message, Self self) throws Exception {
        Reply reply = server.handleCall(request, from, self);
        if (reply instanceof Reply.Now(Term value, Next _)) {
            reply(from, value);
        }
        go(reply.next(), message, self);
    }

    private void go(Next next, @Nullable Term message, Self self) {
        switch (next) {
            case Next.Message _ -> {}
            case Next.Within(Duration within) -> wait(within, self);
            case Next.Continue(Term what) -> continuation = what;
            case Next.Stop(Term reason) -> throw end(reason, null, message, self);
        }
    }

    @Override
    boolean hasOwn() {
        return continuation != null;
    }

    @Override
    void doOwn(Self self) throws Exception {
        Term what = continuation;
        continuation = null;
        if (what != null) {
            go(server.handleContinue(what, self), what, self);
        }
    }

    @Override
    void terminate(Term reason, Self self) throws Exception {
        server.terminate(reason, self);
    }

    @Override
    void afterEnd(Term reason) {
        server.stopped(reason);
    }

    @Override
    public Class<?> code() {
        return server.getClass();
    }

    @Override
    Term state() {
        return server.state();
    }

    @Override
    Atom module() {
        return MODULE;
    }

    @Override
    String kind() {
        return "Generic server";
    }
}
