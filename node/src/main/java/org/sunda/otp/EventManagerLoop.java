package org.sunda.otp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sunda.process.ExitReason;
import org.sunda.process.ProcessExit;
import org.sunda.process.Processes;
import org.sunda.process.Self;
import org.sunda.process.SpawnOptions;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple;
import org.sunda.term.Tuple2;
import org.sunda.term.Tuple3;

/// Runs the handlers of an [EventManager] (protocol section d.1, `gen_event`).
final class EventManagerLoop extends Loop {
    private static final Atom MODULE = Atom.of("gen_event");
    private static final Atom EXIT = Atom.of("EXIT");
    private static final Atom STOP = Atom.of("stop");
    private static final Atom REMOVE_HANDLER = Atom.of("remove_handler");

    private final EventManager manager;
    private final Map<Term, EventHandler> handlers = new LinkedHashMap<>();

    /// What one handler is to do.
    private interface Act<T> {
        T perform(EventHandler handler) throws Exception;
    }

    /// What came of it: a value, or the reason why there is none.
    private record Outcome<T>(@Nullable T value, @Nullable Term reason) {}

    EventManagerLoop(Processes processes, Starting starting, SpawnOptions options, EventManager manager) {
        super(processes, starting, options);
        this.manager = manager;
    }

    @Override
    boolean begin(Self self) {
        return true;
    }

    @Override
    boolean hasOwn() {
        return false;
    }

    @Override
    void doOwn(Self self) {}

    @Override
    void dispatch(Term message, Self self) {
        switch (message) {
            case Tuple2(Atom verb, Term event) when verb.is("notify") -> tell(event, self);
            // Erlang's gen_event calls with its own pid where others have '$gen_call'.
            case Tuple3(Term label, Tuple2(Pid pid, Term tag), Term request)
            when label.equals(pid) || label.equals(GenServerLoop.GEN_CALL) ->
                reply(new From(processes, self.pid(), pid, tag), answer(request, self));
            default -> each(message, handler -> handler.handleInfo(message, self), self);
        }
    }

    private Term answer(Term request, Self self) {
        return switch (request) {
            case Atom verb when verb.is("which_handlers") -> ListTerm.of(List.copyOf(handlers.keySet()));
            case Tuple2(Atom verb, Term event) when verb.is("sync_notify") -> tell(event, self);
            case Tuple3(Atom verb, Term id, Term query) when verb.is("call") -> call(id, query, self);
            case Tuple3(Atom verb, Term id, Ref ticket) when verb.is("add_handler") -> add(id, ticket, self);
            case Tuple3(Atom verb, Term id, Term reason) when verb.is("delete_handler") -> delete(id, reason, self);
            case Tuple tuple when tuple.arity() > 1 && isForErlangOnly(tuple.element(0)) -> undefined(tuple.element(1));
            default -> Tuple.of(Atom.ERROR, Tuple.of(Atom.of("unknown_call"), request));
        };
    }

    private static boolean isForErlangOnly(Term verb) {
        return verb instanceof Atom atom
                && (atom.is("add_handler")
                        || atom.is("add_sup_handler")
                        || atom.is("swap_handler")
                        || atom.is("swap_sup_handler"));
    }

    /// What OTP answers when there is no such module: here there is none of Erlang's.
    private static Term undefined(Term id) {
        Term call = Tuple.of(
                id instanceof Atom module ? module : Atom.UNDEFINED, Atom.of("init"), ListTerm.nil(), ListTerm.nil());
        return Tuple.of(EXIT, Tuple.of(Atom.of("undef"), ListTerm.of(call)));
    }

    // -- Handlers -----------------------------------------------------------------------------------------------------

    private Term add(Term id, Ref ticket, Self self) {
        @Nullable EventHandler handler = manager.take(ticket);
        if (handler == null) {
            return undefined(id);
        }
        if (handlers.containsKey(id)) {
            return Tuple.of(Atom.ERROR, Tuple.of(Atom.of("already_present"), id));
        }
        Outcome<Term> outcome = attempt(handler, each -> {
            each.init(self);
            return Atom.OK;
        });
        if (outcome.reason != null) {
            return Tuple.of(EXIT, outcome.reason);
        }
        handlers.put(id, handler);
        return Atom.OK;
    }

    private Term delete(Term id, Term reason, Self self) {
        @Nullable EventHandler handler = handlers.remove(id);
        if (handler == null) {
            return Tuple.of(Atom.ERROR, Atom.of("module_not_found"));
        }
        Outcome<Term> outcome = attempt(handler, each -> each.terminate(reason, self));
        return outcome.value == null
                ? Tuple.of(EXIT, outcome.reason == null ? Atom.ERROR : outcome.reason)
                : outcome.value;
    }

    private Term call(Term id, Term query, Self self) {
        @Nullable EventHandler handler = handlers.get(id);
        if (handler == null) {
            return Tuple.of(Atom.ERROR, Atom.of("bad_module"));
        }
        Outcome<Term> outcome = attempt(handler, each -> each.handleCall(query, self));
        if (outcome.value != null) {
            return outcome.value;
        }
        Term reason = outcome.reason == null ? Atom.ERROR : outcome.reason;
        crashed(id, handler, query, reason, self);
        return Tuple.of(Atom.ERROR, Tuple.of(EXIT, reason));
    }

    private Atom tell(Term event, Self self) {
        each(event, handler -> handler.handleEvent(event, self), self);
        return Atom.OK;
    }

    /// One handler's failure is its own.
    private void each(Term event, Act<EventHandler.Then> act, Self self) {
        List.copyOf(handlers.entrySet()).forEach(entry -> {
            EventHandler handler = entry.getValue();
            Outcome<EventHandler.Then> outcome = attempt(handler, act);
            if (outcome.reason != null) {
                crashed(entry.getKey(), handler, event, outcome.reason, self);
            } else if (outcome.value == EventHandler.Then.LEAVE) {
                Term _ = delete(entry.getKey(), REMOVE_HANDLER, self);
            }
        });
    }

    private void crashed(Term id, EventHandler handler, Term event, Term reason, Self self) {
        handlers.remove(id);
        Outcome<Term> state = attempt(handler, EventHandler::state);
        Reports.handlerCrash(id, id(self), event, state.value == null ? Atom.UNDEFINED : state.value, reason);
        Outcome<Term> _ = attempt(handler, each -> each.terminate(Tuple.of(Atom.ERROR, reason), self));
    }

    private static <T> Outcome<T> attempt(EventHandler handler, Act<T> act) {
        try {
            return new Outcome<>(act.perform(handler), null);
        } catch (ProcessExit exit) {
            throw exit;
        } catch (Throwable thrown) {
            return new Outcome<>(null, ExitReason.of(thrown));
        }
    }

    @Override
    void terminate(Term reason, Self self) {
        handlers.values().forEach(handler -> {
            Outcome<Term> _ = attempt(handler, each -> each.terminate(STOP, self));
        });
        handlers.clear();
    }

    @Override
    void afterEnd(Term reason) {}

    @Override
    public Class<?> code() {
        return manager.getClass();
    }

    /// `[{Handler, false, State}]`, as OTP shows handlers that are not told apart by more than a module.
    @Override
    Term state() {
        return ListTerm.of(handlers.entrySet().stream()
                .map(entry -> {
                    @Nullable Term state = attempt(entry.getValue(), EventHandler::state).value;
                    return (Term) Tuple.of(entry.getKey(), Atom.FALSE, state == null ? Atom.UNDEFINED : state);
                })
                .toArray(Term[]::new));
    }

    @Override
    Atom module() {
        return MODULE;
    }

    @Override
    String kind() {
        return "Event manager";
    }
}
