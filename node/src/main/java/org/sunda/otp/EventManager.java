package org.sunda.otp;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.sunda.process.BlockingSelf;
import org.sunda.process.ExitException;
import org.sunda.process.Self;
import org.sunda.term.Atom;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple;
import org.sunda.term.Tuple2;

/// A `gen_event`: a process that tells its handlers of events. [Start#events] makes a process of it;
/// Erlang's `gen_event` functions work on that too, except that handlers are added only from Java.
public final class EventManager {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    /// Handlers on their way to the process, which finds them by a reference in a message.
    private final Map<Ref, EventHandler> underWay = new ConcurrentHashMap<>();

    /// A manager without handlers.
    public EventManager() {}

    @Nullable
    EventHandler take(Ref ticket) {
        return underWay.remove(ticket);
    }

    /// Adds a handler to a process that was started with this.
    ///
    /// @param id what it is known by
    /// @throws ExitException `{already_present, Id}`, or the reason why its `init` has failed
    public void add(BlockingSelf self, Term running, Term id, EventHandler handler) throws InterruptedException {
        Ref ticket = self.processes().newRef();
        underWay.put(ticket, handler);
        try {
            Term answer = self.call(running, Tuple.of(Atom.of("add_handler"), id, ticket), TIMEOUT);
            if (answer instanceof Tuple2(Atom _, Term reason)) {
                throw new ExitException(reason);
            }
        } finally {
            underWay.remove(ticket);
        }
    }

    /// Removes a handler. Answers what its [EventHandler#terminate] does, or `{error, module_not_found}`.
    public static Term delete(BlockingSelf self, Term running, Term id, Term reason) throws InterruptedException {
        return self.call(running, Tuple.of(Atom.of("delete_handler"), id, reason), TIMEOUT);
    }

    /// Tells all handlers of an event, without waiting. The process may be a `gen_event` of Erlang's.
    public static void notify(Self self, Term running, Term event) {
        self.send(running, Tuple.of(Atom.of("notify"), event));
    }

    /// Tells all handlers of an event, and waits until they know.
    public static void syncNotify(BlockingSelf self, Term running, Term event) throws InterruptedException {
        Term _ = self.call(running, Tuple.of(Atom.of("sync_notify"), event), TIMEOUT);
    }

    /// Asks one handler. Answers what it does, or `{error, bad_module}` when there is none of that id, or
    /// `{error, {'EXIT', Reason}}` when it has failed.
    public static Term call(BlockingSelf self, Term running, Term id, Term query, Duration timeout)
            throws InterruptedException {
        return self.call(running, Tuple.of(Atom.of("call"), id, query), timeout);
    }

    /// The ids of the handlers, as a list.
    public static Term whichHandlers(BlockingSelf self, Term running) throws InterruptedException {
        return self.call(running, Atom.of("which_handlers"), TIMEOUT);
    }
}
