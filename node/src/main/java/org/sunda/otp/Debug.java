package org.sunda.otp;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;
import org.sunda.term.Int;
import org.sunda.term.ListTerm;
import org.sunda.term.SmallInt;
import org.sunda.term.Term;
import org.sunda.term.Tuple;
import org.sunda.term.Tuple2;

/// What is recorded of one process's messages by request of `sys:trace`, `sys:log` and `sys:statistics`.
final class Debug {
    private static final Atom IN = Atom.of("in");
    private static final Atom OUT = Atom.of("out");

    /// What `sys:log(Name, true)` keeps.
    private static final int LOGGED = 10;

    /// Whatever is asked for: events hold messages.
    private static final int MOST_LOGGED = 10_000;

    private final Term process;
    private boolean isTraced;
    private int mostLogged;
    private final ArrayDeque<Term> log = new ArrayDeque<>();
    private @Nullable LocalDateTime since;
    private long messagesIn;
    private long messagesOut;

    Debug(Term process) {
        this.process = process;
    }

    /// Whether nothing is recorded.
    boolean isIdle() {
        return !isTraced && mostLogged == 0 && since == null;
    }

    void in(Term message) {
        messagesIn++;
        record(Tuple.of(IN, message));
        if (isTraced) {
            Reports.debug(process, "got " + Reports.shown(message));
        }
    }

    void out(Term message, Term to) {
        messagesOut++;
        record(Tuple.of(OUT, message, to));
        if (isTraced) {
            Reports.debug(process, "sent " + Reports.shown(message) + " to " + Reports.shown(to));
        }
    }

    private void record(Term event) {
        if (mostLogged == 0) {
            return;
        }
        if (log.size() >= mostLogged) {
            log.removeFirst();
        }
        log.add(event);
    }

    /// The events that are kept, the oldest first.
    ListTerm log() {
        return ListTerm.of(log.toArray(Term[]::new));
    }

    /// The answer to `{debug, What}`.
    Term command(Term what) {
        return switch (what) {
            case Tuple2(Atom verb, Atom on) when verb.is("trace") && isFlag(on) -> trace(on.equals(Atom.TRUE));
            case Tuple2(Atom verb, Atom on)
            when verb.is("log") && isFlag(on) -> keep(on.equals(Atom.TRUE) ? LOGGED : 0);
            case Tuple2(Atom verb, Tuple2(Atom on, SmallInt(long most)))
            when verb.is("log") && on.equals(Atom.TRUE) && most > 0 -> keep((int) Math.min(most, MOST_LOGGED));
            case Tuple2(Atom verb, Atom get) when verb.is("log") && get.is("get") -> Tuple.of(Atom.OK, log());
            case Tuple2(Atom verb, Atom print) when verb.is("log") && print.is("print") -> print();
            case Tuple2(Atom verb, Atom on) when verb.is("statistics") && isFlag(on) -> count(on.equals(Atom.TRUE));
            case Tuple2(Atom verb, Atom get)
            when verb.is("statistics") && get.is("get") -> Tuple.of(Atom.OK, statistics());
            case Tuple2(Atom verb, Atom off) when verb.is("log_to_file") && off.equals(Atom.FALSE) -> Atom.OK;
            // The file would be on this machine and the caller is on another.
            case Tuple2(Atom verb, Term _) when verb.is("log_to_file") -> Tuple.of(Atom.ERROR, Atom.of("open_file"));
            default -> Atom.of("unknown_debug");
        };
    }

    private static boolean isFlag(Atom atom) {
        return atom.equals(Atom.TRUE) || atom.equals(Atom.FALSE);
    }

    private Term trace(boolean on) {
        isTraced = on;
        return Atom.OK;
    }

    private Term keep(int most) {
        mostLogged = most;
        while (log.size() > most) {
            log.removeFirst();
        }
        return Atom.OK;
    }

    private Term print() {
        log.forEach(event -> Reports.debug(process, Reports.shown(event)));
        return Atom.OK;
    }

    private Term count(boolean on) {
        since = on ? LocalDateTime.now(ZoneId.systemDefault()) : null;
        messagesIn = 0;
        messagesOut = 0;
        return Atom.OK;
    }

    private Term statistics() {
        LocalDateTime start = since;
        if (start == null) {
            return Atom.of("no_statistics");
        }
        return ListTerm.of(
                Tuple.of(Atom.of("start_time"), time(start)),
                Tuple.of(Atom.of("current_time"), time(LocalDateTime.now(ZoneId.systemDefault()))),
                // The JVM counts none: a message is the least that can be said.
                Tuple.of(Atom.of("reductions"), Int.of(messagesIn)),
                Tuple.of(Atom.of("messages_in"), Int.of(messagesIn)),
                Tuple.of(Atom.of("messages_out"), Int.of(messagesOut)));
    }

    private static Term time(LocalDateTime time) {
        return Tuple.of(
                Tuple.of(Int.of(time.getYear()), Int.of(time.getMonthValue()), Int.of(time.getDayOfMonth())),
                Tuple.of(Int.of(time.getHour()), Int.of(time.getMinute()), Int.of(time.getSecond())));
    }
}
