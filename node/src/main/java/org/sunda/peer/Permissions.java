package org.sunda.peer;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sunda.signal.Payload;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// What a peer may do to the processes of this node. Immutable: `Permissions.NONE.sendingTo("orders",
/// "net_kernel").linking(true)`.
///
/// What is not permitted does not exist for the peer: what it sends is dropped, links and monitors are
/// answered `noproc`, spawn requests `notsup`. Answers to what processes of this node have asked for always
/// come through: what goes to one of their aliases, the ends of links and monitors that they made, replies
/// to their spawn requests.
///
/// Whoever may send to pids can send to each process whose pid it learns, or guesses.
public final class Permissions {
    private static final Atom ERPC = Atom.of("erpc");
    private static final Atom REX = Atom.of("rex");
    private static final Atom NOBODY = Atom.of("undefined");
    private static final Atom NET_KERNEL = Atom.of("net_kernel");

    /// Everything: what any node may do to any other of its cluster.
    public static final Permissions ALL = new Permissions(null, null, true, true, true, true);

    /// Nothing, but answers to what this node has asked for.
    public static final Permissions NONE = new Permissions(Set.of(), Set.of(), false, false, false, false);

    /// Null: all.
    private final @Nullable Set<String> names;

    /// Modules, and functions as `module:function`. Null: all.
    private final @Nullable Set<String> functions;

    private final boolean pids;
    private final boolean links;
    private final boolean exits;
    private final boolean leads;

    private Permissions(
            @Nullable Set<String> names,
            @Nullable Set<String> functions,
            boolean pids,
            boolean links,
            boolean exits,
            boolean leads) {
        this.names = names;
        this.functions = functions;
        this.pids = pids;
        this.links = links;
        this.exits = exits;
        this.leads = leads;
    }

    /// These, but of all registered processes only those with these names exist for the peer. `net_kernel`
    /// is what `net_adm:ping/1` talks to.
    public Permissions sendingTo(String... processes) {
        return new Permissions(Set.of(processes), functions, pids, links, exits, leads);
    }

    /// These, and all registered processes exist for the peer.
    public Permissions sendingToAll() {
        return new Permissions(null, functions, pids, links, exits, leads);
    }

    /// These, and whether the peer may send to pids.
    public Permissions sendingToPids(boolean may) {
        return new Permissions(names, functions, may, links, exits, leads);
    }

    /// These, and whether the peer may link and monitor: those processes that it may send to.
    public Permissions linking(boolean may) {
        return new Permissions(names, functions, pids, may, exits, leads);
    }

    /// These, and whether the peer may send exit signals as `exit/2` does.
    public Permissions exiting(boolean may) {
        return new Permissions(names, functions, pids, links, may, leads);
    }

    /// These, and whether the peer may set the group leader of a process.
    public Permissions leading(boolean may) {
        return new Permissions(names, functions, pids, links, exits, may);
    }

    /// These, but the peer may call and spawn only functions of these modules (`lists`) and these functions
    /// (`lists:reverse`), by `erpc`, `rpc` and `spawn`. What else would run a function for it, `rex` and
    /// most of `net_kernel`, then does not exist for the peer: `rpc` of nodes before OTP 25 and of C nodes
    /// needs `rex`.
    public Permissions calling(String... modulesAndFunctions) {
        return new Permissions(names, Set.of(modulesAndFunctions), pids, links, exits, leads);
    }

    /// These, and the peer may call everything that there is to call.
    public Permissions callingAll() {
        return new Permissions(names, null, pids, links, exits, leads);
    }

    /// Whether a peer that has these may send that signal. Looks into what it carries where a function is
    /// to run, and only if not all of them may.
    public boolean permit(Signal signal) {
        return switch (signal) {
            case Signal.Send _ -> pids;
            case Signal.RegSend(var _, Atom to, Payload message) -> isNameFree(to) && runsNothing(to, message);
            case Signal.Link _ -> links && pids;
            case Signal.Monitor(var _, Term to, var _) -> mayWatch(to);
            case Signal.Exit2 _ -> exits && pids;
            case Signal.GroupLeader _ -> leads;
            case Signal.SpawnRequest request -> mayRun(request);
            case Signal.AliasSend _, Signal.Unlink _, Signal.UnlinkAck _, Signal.Exit _ -> true;
            case Signal.Demonitor _, Signal.Down _, Signal.SpawnReply _ -> true;
        };
    }

    private boolean isNameFree(Atom name) {
        return names == null || names.contains(name.text());
    }

    /// What is told of a name that nobody can have tells nothing; nodes measure round trips by it.
    private boolean mayWatch(Term process) {
        if (process instanceof Atom name) {
            boolean runsOnlyAllowed = functions == null || !name.equals(REX);
            return name.equals(NOBODY) || links && isNameFree(name) && runsOnlyAllowed;
        }
        return links && pids;
    }

    /// Of what `net_kernel` does, whether a node is one is the only thing that runs nothing.
    private boolean runsNothing(Atom to, Payload message) {
        if (functions == null) {
            return true;
        }
        if (to.equals(NET_KERNEL)) {
            return message.term() instanceof Tuple call
                    && call.isTagged("$gen_call", 3)
                    && call.element(2) instanceof Tuple request
                    && request.isTagged("is_auth", 2);
        }
        return !to.equals(REX);
    }

    private boolean mayRun(Signal.SpawnRequest request) {
        Set<String> some = functions;
        if (some == null) {
            return true;
        }
        if (!request.module().equals(ERPC)) {
            return isAmong(some, request.module(), request.function());
        }
        // execute_call(Ref, M, F, Args), execute_call(M, F, Args), execute_cast(M, F, Args)
        return request.arguments().term() instanceof ListTerm arguments
                && arguments.isProper()
                && arguments.size() >= 3
                && arguments.get(arguments.size() - 3) instanceof Atom module
                && arguments.get(arguments.size() - 2) instanceof Atom function
                && isAmong(some, module, function);
    }

    private static boolean isAmong(Set<String> some, Atom module, Atom function) {
        return some.contains(module.text()) || some.contains(module.text() + ":" + function.text());
    }
}
