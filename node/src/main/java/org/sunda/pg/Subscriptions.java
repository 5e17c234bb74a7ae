package org.sunda.pg;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;

/// Who is told of changes: of all, or of those of one group.
final class Subscriptions {
    private final Map<Ref, Subscription> all = new HashMap<>();
    private final Map<Pid, Set<Ref>> ofPids = new HashMap<>();
    private final Map<Ref, Pid> toScope = new HashMap<>();
    private final Map<Term, Map<Ref, Pid>> toGroups = new HashMap<>();

    /// @param group null for all
    private record Subscription(Pid pid, @Nullable Term group) {}

    int size() {
        return all.size();
    }

    /// @param group null for all
    void add(Ref ref, Pid pid, @Nullable Term group) {
        all.put(ref, new Subscription(pid, group));
        ofPids.computeIfAbsent(pid, _ -> new HashSet<>()).add(ref);
        if (group == null) {
            toScope.put(ref, pid);
        } else {
            toGroups.computeIfAbsent(group, _ -> new HashMap<>()).put(ref, pid);
        }
    }

    /// Answers whose it was, or null when there is none.
    @Nullable
    Pid remove(Ref ref) {
        @Nullable Subscription gone = all.remove(ref);
        if (gone == null) {
            return null;
        }
        toScope.remove(ref);
        ofPids.computeIfPresent(gone.pid, (_, refs) -> {
            refs.remove(ref);
            return refs.isEmpty() ? null : refs;
        });
        if (gone.group != null) {
            toGroups.computeIfPresent(gone.group, (_, some) -> {
                some.remove(ref);
                return some.isEmpty() ? null : some;
            });
        }
        return gone.pid;
    }

    /// Removes all of a process.
    void removeAll(Pid pid) {
        List.copyOf(ofPids.getOrDefault(pid, Set.of())).forEach(this::remove);
    }

    boolean has(Pid pid) {
        return ofPids.containsKey(pid);
    }

    Set<Pid> pids() {
        return Set.copyOf(ofPids.keySet());
    }

    /// Those who are told of a change of that group.
    void forEach(Term group, BiConsumer<Ref, Pid> action) {
        toScope.forEach(action);
        toGroups.getOrDefault(group, Map.of()).forEach(action);
    }
}
