package org.sunda.otp;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.sunda.process.ExitReason;
import org.sunda.process.Handler;
import org.sunda.process.ProcessBody;
import org.sunda.process.ProcessExit;
import org.sunda.process.Processes;
import org.sunda.process.Self;
import org.sunda.process.SpawnOptions;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple;
import org.sunda.term.Tuple2;
import org.sunda.term.Tuple3;

/// What all behaviours share: how they start, what system messages do to them, how they end and what is
/// told about that. A reactive process calls it for each message; a blocking one is [#blocking].
///
/// Messages that may not be handled yet, because the process is suspended or has something of its own to do
/// first, are held, in order, and handled before any later one.
abstract class Loop implements Handler {
    /// How much is done for one message before others get their turn.
    private static final int BUDGET = 64;

    private static final Atom SYSTEM = Atom.of("system");
    private static final Atom EXIT = Atom.of("EXIT");
    private static final Atom TIMEOUT = Atom.of("$sunda_timeout");
    private static final Atom MAILBOX = Atom.of("mailbox");

    final Processes processes;
    private final Starting starting;
    private final @Nullable Atom name;
    private final int mostHeld;
    private final Sys sys = new Sys(this);
    private final ArrayDeque<Term> held = new ArrayDeque<>(0);

    /// Whether it has started, and so has something to put in order before it ends.
    private boolean isRunning;

    /// Under way to this process, so that it goes on; or null.
    private @Nullable Ref wakeUp;

    Loop(Processes processes, Starting starting, SpawnOptions options) {
        this.processes = processes;
        this.starting = starting;
        this.name = options.name();
        this.mostHeld = options.mailbox() == 0 ? processes.settings().mailbox() : options.mailbox();
    }

    // What a behaviour does.

    /// Starts. Answers false when there is nothing for the process to do.
    abstract boolean begin(Self self) throws Exception;

    /// Handles a message.
    abstract void dispatch(Term message, Self self) throws Exception;

    /// Whether there is something to do that comes before any message.
    abstract boolean hasOwn();

    /// Does the first of it.
    abstract void doOwn(Self self) throws Exception;

    abstract void terminate(Term reason, Self self) throws Exception;

    abstract void afterEnd(Term reason);

    abstract Term state();

    /// What OTP calls it: `gen_server` and so on.
    abstract Atom module();

    /// What a report calls it: "Generic server" and so on.
    abstract String kind();

    // What they all do.

    /// A blocking process of this.
    ProcessBody blocking() {
        return self -> {
            Term reason = Atom.NORMAL;
            try {
                started(self);
                while (true) {
                    handle(self.receive(), self);
                }
            } catch (Throwable thrown) {
                reason = ExitReason.of(thrown);
                throw thrown;
            } finally {
                stopped(reason);
            }
        };
    }

    @Override
    public final void started(Self self) {
        try {
            if (!begin(self)) {
                starting.ignore();
                throw self.exit(Atom.NORMAL);
            }
            isRunning = true;
            starting.acknowledge(self);
            drain(self);
        } catch (Throwable thrown) {
            throw failed(thrown, null, self);
        }
    }

    @Override
    public final void handle(Term message, Self self) {
        try {
            receive(message, self);
            drain(self);
        } catch (Throwable thrown) {
            throw failed(thrown, message, self);
        }
    }

    private void receive(Term message, Self self) throws Exception {
        switch (message) {
            case Tuple3(Atom label, Tuple2(Pid pid, Term tag), Term request)
            when label.equals(SYSTEM) -> sys.handle(request, new From(processes, self.pid(), pid, tag), self);
            case Tuple3(Atom label, Pid from, Term reason)
            when label.equals(EXIT) && from.equals(starting.parent()) -> throw end(reason, null, message, self);
            case Ref ref when wakeUp != null && wakeUp.equals(ref) -> wakeUp = null;
            default -> {
                if (sys.isSuspended() || hasOwn() || !held.isEmpty()) {
                    hold(message, self);
                } else {
                    sys.in(message);
                    dispatch(message, self);
                }
            }
        }
    }

    private void hold(Term message, Self self) {
        requireRoom(held.size(), self);
        held.add(message);
    }

    /// What is kept here would wait in the mailbox otherwise, and has the same bound.
    final void requireRoom(int kept, Self self) {
        if (kept >= mostHeld) {
            throw self.exit(Tuple.of(ExitReason.SYSTEM_LIMIT, MAILBOX));
        }
    }

    /// Does what there is to do, but not for ever.
    private void drain(Self self) throws Exception {
        for (int done = 0; !sys.isSuspended() && (hasOwn() || !held.isEmpty()); done++) {
            if (done == BUDGET) {
                wakeUpLater(self);
                return;
            }
            if (hasOwn()) {
                doOwn(self);
            } else {
                Term message = held.remove();
                sys.in(message);
                dispatch(message, self);
            }
        }
    }

    private void wakeUpLater(Self self) {
        if (wakeUp == null) {
            Ref ref = processes.newRef();
            wakeUp = ref;
            self.send(self.pid(), ref);
        }
    }

    /// The message by which a timeout tells that it is over. One of which nobody knows any more came too
    /// late.
    static Term over(Ref timeout) {
        return Tuple.of(TIMEOUT, timeout);
    }

    /// Which timeout that message tells of, or null.
    static @Nullable Ref overBy(Term message) {
        return message instanceof Tuple2(Term tag, Ref timeout) && tag.equals(TIMEOUT) ? timeout : null;
    }

    /// What a call is worth: the answer, told to whoever traces the process.
    final void reply(From from, Term value) {
        from.reply(value);
        sys.out(value, from);
    }

    // -- The end ------------------------------------------------------------------------------------------------------

    private ProcessExit failed(Throwable thrown, @Nullable Term message, Self self) {
        if (thrown instanceof ProcessExit exit) {
            return exit;
        }
        // Throws, when the process has been ended: what came of that is no failure of its own.
        Pid _ = self.groupLeader();
        return end(ExitReason.of(thrown), thrown, message, self);
    }

    /// Ends the process, after it has put its things in order.
    ///
    /// @param thrown what was thrown, if it is that which ends it
    /// @param message what it was about, if anything
    final ProcessExit end(Term reason, @Nullable Throwable thrown, @Nullable Term message, Self self) {
        Term last = reason;
        @Nullable Throwable cause = thrown;
        try {
            if (isRunning) {
                terminate(reason, self);
            }
        } catch (ProcessExit exit) {
            throw exit;
        } catch (Throwable worse) {
            last = ExitReason.of(worse);
            cause = worse;
        }
        if (!Reports.isInOrder(last)) {
            Reports.crash(this, self, last, cause, message);
        }
        return self.exit(last);
    }

    @Override
    public final void stopped(Term reason) {
        afterEnd(reason);
    }

    // -- What others see ----------------------------------------------------------------------------------------------

    /// The state, whatever becomes of asking for it.
    final Term shownState() {
        try {
            return state();
        } catch (Exception | StackOverflowError failure) {
            return Binary.utf8(
                    "the state cannot be shown: " + failure.getClass().getName());
        }
    }

    /// The name it was started with, or the pid.
    final Term id(Self self) {
        return name == null ? self.pid() : name;
    }

    /// Whose child it is; its own, like a process of `proc_lib` without one.
    final Pid parent(Self self) {
        @Nullable Pid parent = starting.parent();
        return parent == null ? self.pid() : parent;
    }
}
