package org.sunda.process;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// The monitors of one process: those it holds on others, and those by which others watch it. Guarded by the
/// process.
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
    record Watcher(Pid pid, Term as) {
        boolean isByName() {
            return as instanceof Atom;
        }
    }

    // Most processes have none of one or the other, and no map for it.
    private Map<Ref, Target> held = Collections.emptyMap();
    private Map<Ref, Watcher> watchers = Collections.emptyMap();

    /// The spawn requests that are not yet answered, and the node that will.
    private Map<Ref, Atom> requests = Collections.emptyMap();

    private static <V> Map<Ref, V> own(Map<Ref, V> map) {
        return map.isEmpty() ? new HashMap<>(2) : map;
    }

    // -- Held ---------------------------------------------------------------------------------------------------------

    /// How many monitors this process holds or has asked for.
    int heldCount() {
        return held.size() + requests.size();
    }

    void hold(Ref ref, Target target) {
        held = own(held);
        held.put(ref, target);
    }

    boolean isHeld(Ref ref) {
        return held.containsKey(ref);
    }

    @Nullable
    Target release(Ref ref) {
        return held.remove(ref);
    }

    void forEachHeld(BiConsumer<Ref, Target> action) {
        held.forEach(action);
    }

    // -- Watchers -----------------------------------------------------------------------------------------------------

    int watcherCount() {
        return watchers.size();
    }

    /// Answers whether the reference is new here. Another node may send any, but not take an older monitor's place.
    boolean watch(Ref ref, Watcher watcher) {
        watchers = own(watchers);
        return watchers.putIfAbsent(ref, watcher) == null;
    }

    /// Ends a monitor of that watcher. Answers it, unless there is none.
    @Nullable
    Watcher unwatch(Pid from, Ref ref) {
        @Nullable Watcher watcher = watchers.get(ref);
        return watcher != null && watcher.pid().equals(from) ? watchers.remove(ref) : null;
    }

    void forEachWatcher(BiConsumer<Ref, Watcher> action) {
        watchers.forEach(action);
    }

    // -- Requests -----------------------------------------------------------------------------------------------------

    void request(Ref ref, Atom node) {
        requests = own(requests);
        requests.put(ref, node);
    }

    /// Ends a request. Answers the node it went to, unless it is over.
    @Nullable
    Atom answered(Ref ref) {
        return requests.remove(ref);
    }

    // -- Nodes --------------------------------------------------------------------------------------------------------

    /// Removes the watchers at that node. Answers the monitors among theirs that were made by name.
    List<Ref> removeWatchers(Atom node) {
        List<Ref> byName = new ArrayList<>();
        watchers.entrySet().removeIf(entry -> {
            Watcher watcher = entry.getValue();
            boolean isGone = watcher.pid().node().equals(node);
            if (isGone && watcher.isByName()) {
                byName.add(entry.getKey());
            }
            return isGone;
        });
        return byName;
    }

    /// Removes the monitors that are held on processes at that node, and answers them.
    Map<Ref, Target> removeHeld(Atom node) {
        Map<Ref, Target> gone = new HashMap<>();
        held.entrySet().removeIf(entry -> {
            boolean isGone = entry.getValue().node().equals(node);
            if (isGone) {
                gone.put(entry.getKey(), entry.getValue());
            }
            return isGone;
        });
        return gone;
    }

    /// Removes the spawn requests to that node, and answers them.
    List<Ref> removeRequests(Atom node) {
        List<Ref> gone = new ArrayList<>();
        requests.entrySet().removeIf(entry -> {
            boolean isGone = entry.getValue().equals(node);
            if (isGone) {
                gone.add(entry.getKey());
            }
            return isGone;
        });
        return gone;
    }
}
