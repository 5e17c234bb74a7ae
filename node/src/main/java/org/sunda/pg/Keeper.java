package org.sunda.pg;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sunda.otp.From;
import org.sunda.otp.GenServer;
import org.sunda.otp.Init;
import org.sunda.otp.Next;
import org.sunda.otp.Reply;
import org.sunda.process.ExitException;
import org.sunda.process.Processes;
import org.sunda.process.Self;
import org.sunda.term.Atom;
import org.sunda.term.MapTerm;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Terms;
import org.sunda.term.Tuple;
import org.sunda.term.Tuple2;
import org.sunda.term.Tuple3;

/// The process that is registered by the name of a scope: other nodes talk to it, and it watches whose end
/// matters. What it knows is in [Scope], so that another one can take its place.
final class Keeper implements GenServer {
    /// How often nodes are asked that have not answered. A node to which this one is hidden does not tell it
    /// when its scope starts.
    private static final Duration PAUSE = Duration.ofMillis(500);

    private static final Atom CATCH_UP = Atom.of("$sunda_catch_up");
    private static final Atom NOT_JOINED = Atom.of("not_joined");
    private static final Atom BADARG = Atom.of("badarg");
    private static final Atom NOLOCAL = Atom.of("nolocal");

    private final Scope scope;
    private final Processes processes;
    private final Neighbours neighbours;
    private final Map<Pid, Ref> watched = new HashMap<>();
    private @Nullable Pid me;

    Keeper(Scope scope, Processes processes, Neighbours neighbours) {
        this.scope = scope;
        this.processes = processes;
        this.neighbours = neighbours;
    }

    @Override
    public Init init(Self self) {
        me = self.pid();
        self.monitorNodes(true);
        scope.attach(self.pid()).forEach(pid -> look(pid, self));
        catchUp(self);
        return Next.message();
    }

    private void catchUp(Self self) {
        scope.catchUp();
        self.sendAfter(PAUSE, self.pid(), CATCH_UP);
    }

    @Override
    public void stopped(Term reason) {
        if (me != null) {
            scope.detach(me);
        }
    }

    // -- Messages -----------------------------------------------------------------------------------------------------

    @Override
    public Next handleCast(Term message, Self self) {
        scope.take(message);
        return Next.message();
    }

    @Override
    public Next handleInfo(Term message, Self self) {
        switch (message) {
            case Tuple2(Atom tag, Pid pid) when tag.equals(Scope.WATCH) -> look(pid, self);
            case Tuple2(Atom tag, Atom node) when tag.is("nodeup") -> scope.discover(node);
            case Tuple2(Atom tag, Atom node) when tag.is("nodedown") -> scope.nodeDown(node);
            case Atom tag when tag.equals(CATCH_UP) -> catchUp(self);
            case Tuple down when down.isTagged("DOWN", 5) -> down(down);
            default -> scope.take(message);
        }
        return Next.message();
    }

    /// One that is not among the watched was let go while this was on its way.
    private void down(Tuple down) {
        if (down.element(3) instanceof Pid pid && watched.remove(pid, down.element(1))) {
            scope.ended(pid);
        }
    }

    /// Watches a process if its end matters, and else no longer.
    private void look(Pid pid, Self self) {
        boolean isOfInterest = scope.isOfInterest(pid);
        @Nullable Ref ref = watched.get(pid);
        if (isOfInterest && ref == null) {
            watch(pid, self);
        } else if (!isOfInterest && ref != null) {
            watched.remove(pid);
            self.demonitor(ref);
        }
    }

    private void watch(Pid pid, Self self) {
        if (!pid.node().equals(processes.node()) && !neighbours.isConnected(pid.node())) {
            scope.ended(pid);
            return;
        }
        try {
            watched.put(pid, self.monitor(pid));
        } catch (ExitException e) {
            // As many are watched as may be.
            scope.ended(pid);
        }
    }

    // -- Calls --------------------------------------------------------------------------------------------------------

    @Override
    public Reply handleCall(Term request, From from, Self self) {
        try {
            return Reply.of(answer(request, from.pid()));
        } catch (ExitException e) {
            return Reply.of(Tuple.of(Atom.ERROR, e.reason()));
        }
    }

    /// What the functions of `pg` call. OTP's own server ends when it is asked anything else.
    private Term answer(Term request, Pid caller) {
        return switch (request) {
            case Tuple3(Atom verb, Term group, Term who)
            when verb.is("join_local") -> {
                scope.join(group, localPids(who));
                yield Atom.OK;
            }
            case Tuple3(Atom verb, Term group, Term who)
            when verb.is("leave_local") -> scope.leave(group, localPids(who)) ? Atom.OK : NOT_JOINED;
            case Atom verb
            when verb.is("monitor") -> {
                ScopeMonitor monitor = scope.monitor(caller);
                Map<Term, Term> groups = new HashMap<>();
                monitor.groups().forEach((group, pids) -> groups.put(group, Terms.list(pids.toArray(Term[]::new))));
                yield Tuple.of(monitor.ref(), MapTerm.of(groups));
            }
            case Tuple2(Atom verb, Term group)
            when verb.is("monitor") -> {
                GroupMonitor monitor = scope.monitor(caller, group);
                yield Tuple.of(monitor.ref(), Terms.list(monitor.members().toArray(Term[]::new)));
            }
            case Tuple2(Atom verb, Ref ref)
            when verb.is("demonitor") -> scope.demonitor(ref) ? Atom.OK : Atom.of(false);
            default -> throw new ExitException(BADARG);
        };
    }

    private List<Pid> localPids(Term who) {
        @Nullable List<Pid> pids = News.pids(who);
        if (pids == null) {
            throw new ExitException(BADARG);
        }
        for (Pid pid : pids) {
            if (!pid.node().equals(processes.node())) {
                throw new ExitException(Tuple.of(NOLOCAL, pid));
            }
        }
        return pids;
    }

    @Override
    public Term state() {
        return scope.state();
    }
}
