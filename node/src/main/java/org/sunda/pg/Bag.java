package org.sunda.pg;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Pid;

/// The members of one group: each as often as it has joined.
final class Bag {
    private final Map<Pid, Integer> times = new LinkedHashMap<>();

    /// What [#list] answered last; null once it is no longer true.
    private @Nullable List<Pid> list;

    void add(Pid pid) {
        times.merge(pid, 1, Integer::sum);
        list = null;
    }

    /// Takes a pid out, at most so often as is said. Answers how often.
    int remove(Pid pid, int most) {
        int has = times.getOrDefault(pid, 0);
        int removed = Math.min(has, most);
        if (removed > 0) {
            list = null;
        }
        if (removed == has) {
            times.remove(pid);
        } else {
            times.put(pid, has - removed);
        }
        return removed;
    }

    boolean isEmpty() {
        return times.isEmpty();
    }

    /// How many different pids there are.
    int distinct() {
        return times.size();
    }

    /// The different pids at this moment.
    List<Pid> pids() {
        return List.copyOf(times.keySet());
    }

    /// All of them, in order of their first joins. It does not change.
    List<Pid> list() {
        @Nullable List<Pid> known = list;
        if (known != null) {
            return known;
        }
        List<Pid> all = new ArrayList<>();
        times.forEach((pid, count) -> {
            for (int i = 0; i < count; i++) {
                all.add(pid);
            }
        });
        List<Pid> copy = List.copyOf(all);
        list = copy;
        return copy;
    }
}
