package org.sunda.process;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// The monitors of one process: those it holds on others, and those by which others watch it. Guarded by the process.
final class Monitors {
    /// A process that this one monitors.
    ///
    /// @param named the [Pid], or the [Atom] it is registered as
    record Target(Term named, Atom node) {
        /// As it stands in the `DOWN` message.
        Term shown() {
            return named instanceof Atom ? Tuple.of(named, node) : named;
        }
    }

    /// A process that watches this one.
    ///
    /// @param as what it named: the [Pid], or the [Atom] this process was registered as then
    record Watcher(Pid pid, Term as) {}

    private final Map<Ref, Target> held = new HashMap<>();
    private final Map<Ref, Watcher> watchers = new HashMap<>();

    /// The spawn requests that are not yet answered, and the node that will.
    private final Map<Ref, Atom> requests = new HashMap<>();

    int heldCount() {
        return held.size() + requests.size();
    }

    int watcherCount() {
        return watchers.size();
    }

    void hold(Ref ref, Target target) {
        held.put(ref, target);
    }

    @Nullable
    Target release(Ref ref) {
        return held.remove(ref);
    }

    void watch(Ref ref, Watcher watcher) {
        watchers.put(ref, watcher);
    }

    boolean unwatch(Ref ref) {
        return watchers.remove(ref) != null;
    }

    void request(Ref ref, Atom node) {
        requests.put(ref, node);
    }

    /// Ends a request. Answers whether it was still open.
    boolean answered(Ref ref) {
        return requests.remove(ref) != null;
    }

    Map<Ref, Target> held() {
        return held;
    }

    Map<Ref, Watcher> watchers() {
        return watchers;
    }

    /// Removes all that has to do with that node. Answers the monitors that were held on processes there.
    Map<Ref, Target> removeNode(Atom node) {
        watchers.values().removeIf(watcher -> watcher.pid().node().equals(node));
        Map<Ref, Target> gone = new HashMap<>();
        held.forEach((ref, target) -> {
            if (target.node().equals(node)) {
                gone.put(ref, target);
            }
        });
        held.keySet().removeAll(gone.keySet());
        return gone;
    }

    /// Removes the spawn requests to that node.
    List<Ref> removeRequests(Atom node) {
        List<Ref> gone = new ArrayList<>();
        requests.forEach((ref, at) -> {
            if (at.equals(node)) {
                gone.add(ref);
            }
        });
        gone.forEach(requests::remove);
        return gone;
    }
}
