package org.sunda.pg;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.MapTerm;
import org.sunda.term.Pid;
import org.sunda.term.Term;
import org.sunda.term.Tuple2;
import org.sunda.term.Tuple3;
import org.sunda.term.Tuple4;

/// What the scope process of another node tells: the messages of OTP 25, and those that OTP 29 has for its
/// own kind. Reading one takes no longer than its length.
sealed interface News {
    /// Whose news it is.
    Pid peer();

    /// It wants to know us.
    record Discover(Pid peer) implements News {}

    /// All of its processes that are in groups: what was known of them no longer holds.
    record Sync(Pid peer, Map<Term, List<Pid>> groups) implements News {}

    /// What has changed.
    record Update(Pid peer, List<Change> changes) implements News {}

    /// Processes that leave several groups: each as often as its number here times that of the group.
    record Leave(Pid peer, Map<Pid, Integer> pids, Map<Term, Integer> groups) implements News {}

    /// Who has joined and left one group.
    record Change(Term group, List<Pid> joined, List<Pid> left) {}

    /// Reads a message, or answers null when it has no shape of these.
    static @Nullable News of(Term message) {
        return switch (message) {
            case Tuple2(Atom tag, Pid peer) when tag.is("discover") -> new Discover(peer);
            // A version that says more than the message: it is answered like any other.
            case Tuple3(Atom tag, Pid peer, Term _) when tag.is("discover") -> new Discover(peer);
            case Tuple3(Atom tag, Pid peer, ListTerm groups) when tag.is("sync") -> sync(peer, groups);
            case Tuple4(Atom tag, Pid peer, Term _, MapTerm groups) when tag.is("local_data") -> sync(peer, groups);
            case Tuple4(Atom tag, Pid peer, Term group, Term who) when tag.is("join") -> join(peer, group, who);
            case Tuple4(Atom tag, Pid peer, Term who, ListTerm groups) when tag.is("leave") -> leave(peer, who, groups);
            case Tuple3(Atom tag, Pid peer, ListTerm changes) when tag.is("update") -> update(peer, changes);
            default -> null;
        };
    }

    private static @Nullable News sync(Pid peer, ListTerm entries) {
        Map<Term, List<Pid>> groups = new HashMap<>();
        for (Term entry : entries) {
            @Nullable List<Pid> pids = entry instanceof Tuple2(Term _, ListTerm who) ? pids(who) : null;
            if (pids == null || !(entry instanceof Tuple2(Term group, Term _))) {
                return null;
            }
            groups.computeIfAbsent(group, _ -> new ArrayList<>()).addAll(pids);
        }
        return entries.isProper() ? new Sync(peer, groups) : null;
    }

    private static @Nullable News sync(Pid peer, MapTerm entries) {
        Map<Term, List<Pid>> groups = new HashMap<>();
        for (int i = 0; i < entries.size(); i++) {
            @Nullable List<Pid> pids = entries.value(i) instanceof ListTerm who ? pids(who) : null;
            if (pids == null) {
                return null;
            }
            groups.put(entries.key(i), pids);
        }
        return new Sync(peer, groups);
    }

    private static @Nullable News join(Pid peer, Term group, Term who) {
        @Nullable List<Pid> pids = pids(who);
        return pids == null ? null : new Update(peer, List.of(new Change(group, pids, List.of())));
    }

    private static @Nullable News leave(Pid peer, Term who, ListTerm groups) {
        @Nullable List<Pid> pids = pids(who);
        if (pids == null || !groups.isProper()) {
            return null;
        }
        Map<Pid, Integer> leaving = new HashMap<>();
        pids.forEach(pid -> leaving.merge(pid, 1, Integer::sum));
        Map<Term, Integer> left = new LinkedHashMap<>();
        groups.forEach(group -> left.merge(group, 1, Integer::sum));
        return new Leave(peer, leaving, left);
    }

    private static @Nullable News update(Pid peer, ListTerm entries) {
        List<Change> changes = new ArrayList<>();
        for (Term entry : entries) {
            @Nullable
            Change change = entry instanceof Tuple3(Term group, ListTerm joined, ListTerm left)
                    ? change(group, joined, left)
                    : null;
            if (change == null) {
                return null;
            }
            changes.add(change);
        }
        return entries.isProper() ? new Update(peer, changes) : null;
    }

    private static @Nullable Change change(Term group, ListTerm joined, ListTerm left) {
        @Nullable List<Pid> in = pids(joined);
        @Nullable List<Pid> out = pids(left);
        return in == null || out == null ? null : new Change(group, in, out);
    }

    /// A pid, or a proper list of nothing but pids; null for anything else.
    static @Nullable List<Pid> pids(Term who) {
        if (who instanceof Pid pid) {
            return List.of(pid);
        }
        if (!(who instanceof ListTerm list) || !list.isProper()) {
            return null;
        }
        List<Pid> pids = new ArrayList<>();
        for (Term element : list) {
            if (!(element instanceof Pid pid)) {
                return null;
            }
            pids.add(pid);
        }
        return pids;
    }
}
