package org.sunda.otp;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.sunda.process.Self;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.Int;
import org.sunda.term.ListTerm;
import org.sunda.term.Term;
import org.sunda.term.Tuple;
import org.sunda.term.Tuple2;
import org.sunda.term.Tuple4;

/// The system messages of one process, by which OTP's `sys` looks into it, suspends it and ends it
/// (protocol section d.7). What would have to run Erlang code here is refused.
final class Sys {
    private static final Atom RUNNING = Atom.of("running");
    private static final Atom SUSPENDED = Atom.of("suspended");
    private static final Atom ENOTSUP = Atom.of("enotsup");

    private final Loop loop;
    private boolean isSuspended;

    /// What is recorded of the messages, when somebody has asked for it.
    private @Nullable Debug debug;

    Sys(Loop loop) {
        this.loop = loop;
    }

    /// Whether the process leaves all messages but these until it is resumed.
    boolean isSuspended() {
        return isSuspended;
    }

    /// A message is about to be handled.
    void in(Term message) {
        if (debug != null) {
            debug.in(message);
        }
    }

    /// A call has been answered.
    void out(Term reply, From to) {
        if (debug != null) {
            debug.out(reply, to.toTerm());
        }
    }

    void handle(Term request, From from, Self self) {
        if (request instanceof Tuple2(Atom verb, Term reason) && verb.is("terminate")) {
            from.reply(Atom.OK);
            throw loop.end(reason, null, null, self);
        }
        if (request instanceof Atom verb && verb.is("get_state")) {
            SysState.reply(loop.shownState(), from, self);
        } else {
            from.reply(answer(request, self));
        }
    }

    private Term answer(Term request, Self self) {
        return switch (request) {
            case Atom verb when verb.is("suspend") -> suspend(true);
            case Atom verb when verb.is("resume") -> suspend(false);
            case Atom verb when verb.is("get_status") -> status(self);
            case Tuple2(Atom verb, Term _) when verb.is("replace_state") -> refusal("replace_state");
            case Tuple2(Atom verb, Term what) when verb.is("debug") -> debug(what, self);
            case Tuple4(Atom verb, Term _, Term _, Term _)
            when verb.is("change_code") && isSuspended -> Tuple.of(Atom.ERROR, ENOTSUP);
            default -> Tuple.of(Atom.ERROR, Tuple.of(Atom.of("unknown_system_msg"), request));
        };
    }

    private Term suspend(boolean suspend) {
        isSuspended = suspend;
        return Atom.OK;
    }

    /// As when the function had failed: a fun of Erlang cannot run here.
    private Term refusal(String function) {
        Term who = Tuple.of(loop.module(), Atom.of(function));
        Term why = Tuple.of(Atom.ERROR, Binary.utf8("the state of a Java process cannot be replaced"));
        return Tuple.of(Atom.ERROR, Tuple.of(Atom.of("callback_failed"), who, why));
    }

    private Term debug(Term what, Self self) {
        if (what instanceof Atom none && none.is("no_debug")) {
            debug = null;
            return Atom.OK;
        }
        Debug known = debug == null ? new Debug(loop.id(self)) : debug;
        Term answer = known.command(what);
        debug = known.isIdle() ? null : known;
        return answer;
    }

    private Term status(Self self) {
        Term state = isSuspended ? SUSPENDED : RUNNING;
        ListTerm log = debug == null ? ListTerm.nil() : debug.log();
        Term header =
                ListTerm.of("Status for " + loop.kind().toLowerCase(Locale.ROOT) + " " + Reports.shown(loop.id(self)));
        Term misc = ListTerm.of(
                Tuple.of(Atom.of("header"), header),
                data(pair("Status", state), pair("Parent", loop.parent(self)), pair("Logged events", log)),
                data(pair("State", loop.shownState())));
        ListTerm dictionary = ListTerm.of(
                Tuple.of(Atom.of("$initial_call"), Tuple.of(loop.module(), Atom.of("init"), Int.of(1))),
                Tuple.of(Atom.of("$ancestors"), ListTerm.of(loop.parent(self))));
        return Tuple.of(
                Atom.of("status"),
                self.pid(),
                Tuple.of(Atom.of("module"), loop.module()),
                ListTerm.of(dictionary, state, loop.parent(self), ListTerm.nil(), misc));
    }

    private static Term data(Term... pairs) {
        return Tuple.of(Atom.of("data"), ListTerm.of(pairs));
    }

    private static Term pair(String name, Term value) {
        return Tuple.of(ListTerm.of(name), value);
    }
}
