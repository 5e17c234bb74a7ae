package org.sunda.pg;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Pid;
import org.sunda.term.Term;

/// Groups and their members. A group without members does not exist.
final class Memberships {
    private final Map<Term, Bag> groups = new HashMap<>();
    private int size;

    /// How many memberships there are.
    int size() {
        return size;
    }

    void add(Term group, List<Pid> pids) {
        if (pids.isEmpty()) {
            return;
        }
        Bag bag = groups.computeIfAbsent(group, _ -> new Bag());
        pids.forEach(bag::add);
        size += pids.size();
    }

    /// Takes these out, each at most so often as it stands there. Answers those that were in.
    List<Pid> remove(Term group, List<Pid> pids) {
        Map<Pid, Integer> times = new HashMap<>();
        pids.forEach(pid -> times.merge(pid, 1, Integer::sum));
        return remove(group, times, 1);
    }

    /// Takes these out, each at most its number times `factor`. Answers those that were in. The effort is
    /// that of the fewer: members or pids.
    List<Pid> remove(Term group, Map<Pid, Integer> pids, int factor) {
        @Nullable Bag bag = groups.get(group);
        if (bag == null) {
            return List.of();
        }
        List<Pid> candidates = bag.distinct() < pids.size() ? bag.pids() : List.copyOf(pids.keySet());
        List<Pid> removed = new ArrayList<>();
        for (Pid pid : candidates) {
            long most = (long) pids.getOrDefault(pid, 0) * factor;
            int count = bag.remove(pid, (int) Math.min(most, Integer.MAX_VALUE));
            removed.addAll(Collections.nCopies(count, pid));
        }
        if (bag.isEmpty()) {
            groups.remove(group);
        }
        size -= removed.size();
        return removed;
    }

    /// The members of a group; none, where there is no such group.
    List<Pid> of(Term group) {
        @Nullable Bag bag = groups.get(group);
        return bag == null ? List.of() : bag.list();
    }

    /// The groups at this moment.
    Set<Term> groups() {
        return Set.copyOf(groups.keySet());
    }

    /// All of it, at this moment.
    Map<Term, List<Pid>> asMap() {
        Map<Term, List<Pid>> all = new HashMap<>();
        groups.forEach((group, bag) -> all.put(group, bag.list()));
        return Collections.unmodifiableMap(all);
    }
}
