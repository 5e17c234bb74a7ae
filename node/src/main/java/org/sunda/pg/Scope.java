package org.sunda.pg;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sunda.process.ExitException;
import org.sunda.process.ExitReason;
import org.sunda.process.Processes;
import org.sunda.signal.Busy;
import org.sunda.signal.BusyException;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// What a node knows of a scope, and what it tells others about it. Any thread may use it: a lock makes each
/// change, and the messages that tell of it, one step. Nothing that is done under the lock waits.
///
/// What the scope processes of others are told must never be more than they can follow: the `pg` of OTP 25 to
/// 28 crashes when somebody leaves a group of which it does not know. So the first word to each is all that
/// there is (`sync`), a `leave` names only what was there, and one whose connection was busy is told
/// everything anew once it has room.
final class Scope {
    /// How many memberships one node may have, and so what a flood of joins can take.
    static final int MOST = 1_000_000;

    /// The message by which the scope process is asked to look whether it should watch a process.
    static final Atom WATCH = Atom.of("$sunda_watch");

    private static final System.Logger LOGGER = System.getLogger(Scope.class.getPackageName());
    private static final Atom GEN_CAST = Atom.of("$gen_cast");
    private static final Atom DISCOVER = Atom.of("discover");
    private static final Atom SYNC = Atom.of("sync");
    private static final Atom JOIN = Atom.of("join");
    private static final Atom LEAVE = Atom.of("leave");

    private final Atom name;
    private final Processes processes;
    private final Neighbours neighbours;
    private final int most;

    private final Memberships all = new Memberships();
    private final Memberships local = new Memberships();

    /// The groups of each local member, one as often as it has joined it.
    private final Map<Pid, List<Term>> joined = new HashMap<>();

    private final Map<Atom, Peer> peers = new HashMap<>();
    private final Subscriptions subscriptions = new Subscriptions();

    /// The scope process, or null while there is none.
    private @Nullable Pid keeper;

    private boolean hasComplained;

    /// The scope process of another node.
    private static final class Peer {
        final Pid pid;
        final Memberships groups = new Memberships();

        /// Whether it has missed something, and is to be told everything.
        boolean isBehind;

        Peer(Pid pid) {
            this.pid = pid;
        }
    }

    /// @param most how many memberships one node may have
    Scope(Atom name, Processes processes, Neighbours neighbours, int most) {
        this.name = name;
        this.processes = processes;
        this.neighbours = neighbours;
        this.most = most;
    }

    Atom name() {
        return name;
    }

    // -- What users do ------------------------------------------------------------------------------------------------

    /// @throws ExitException `system_limit`
    synchronized void join(Term group, List<Pid> pids) {
        if (pids.isEmpty()) {
            return;
        }
        if (pids.size() > most - local.size()) {
            throw new ExitException(ExitReason.SYSTEM_LIMIT);
        }
        local.add(group, pids);
        for (Pid pid : pids) {
            joined.computeIfAbsent(pid, this::watched).add(group);
        }
        all.add(group, pids);
        broadcast(me -> Tuple.of(JOIN, me, group, oneOrMore(pids)));
        tell(JOIN, group, pids);
    }

    private List<Term> watched(Pid pid) {
        watch(pid);
        return new ArrayList<>(1);
    }

    /// Answers whether any of them was there.
    synchronized boolean leave(Term group, List<Pid> pids) {
        List<Pid> left = local.remove(group, pids);
        if (left.isEmpty()) {
            return false;
        }
        for (Pid pid : left) {
            joined.computeIfPresent(pid, (_, groups) -> {
                groups.remove(group);
                return groups.isEmpty() ? null : groups;
            });
            watch(pid);
        }
        all.remove(group, left);
        broadcast(me -> Tuple.of(LEAVE, me, oneOrMore(left), ListTerm.of(group)));
        tell(LEAVE, group, left);
        return true;
    }

    private static Term oneOrMore(List<Pid> pids) {
        return pids.size() == 1 ? pids.getFirst() : ListTerm.of(pids);
    }

    synchronized List<Pid> members(Term group) {
        return all.of(group);
    }

    synchronized List<Pid> localMembers(Term group) {
        return local.of(group);
    }

    synchronized Set<Term> groups() {
        return all.groups();
    }

    synchronized Map<Term, List<Pid>> all() {
        return all.asMap();
    }

    synchronized Set<Term> localGroups() {
        return local.groups();
    }

    /// @throws ExitException `system_limit`
    synchronized GroupMonitor monitor(Pid watcher, Term group) {
        return new GroupMonitor(subscribe(watcher, group), all.of(group));
    }

    /// @throws ExitException `system_limit`
    synchronized ScopeMonitor monitor(Pid watcher) {
        return new ScopeMonitor(subscribe(watcher, null), all.asMap());
    }

    private Ref subscribe(Pid watcher, @Nullable Term group) {
        if (subscriptions.size() >= most) {
            throw new ExitException(ExitReason.SYSTEM_LIMIT);
        }
        Ref ref = processes.newRef();
        subscriptions.add(ref, watcher, group);
        watch(watcher);
        return ref;
    }

    synchronized boolean demonitor(Ref ref) {
        @Nullable Pid watcher = subscriptions.remove(ref);
        if (watcher != null) {
            watch(watcher);
        }
        return watcher != null;
    }

    // -- What the scope process does ----------------------------------------------------------------------------------

    /// A scope process has started, and knows nobody yet. Answers whom it is to watch.
    synchronized Collection<Pid> attach(Pid process) {
        keeper = process;
        List.copyOf(peers.keySet()).forEach(this::nodeDown);
        Set<Pid> watched = new HashSet<>(joined.keySet());
        watched.addAll(subscriptions.pids());
        return watched;
    }

    /// The scope process has ended: until there is another one nobody is told anything.
    synchronized void detach(Pid process) {
        if (process.equals(keeper)) {
            keeper = null;
            List.copyOf(peers.keySet()).forEach(this::nodeDown);
        }
    }

    /// Whether it matters when that process ends.
    synchronized boolean isOfInterest(Pid pid) {
        @Nullable Peer peer = peers.get(pid.node());
        return joined.containsKey(pid) || subscriptions.has(pid) || peer != null && peer.pid.equals(pid);
    }

    /// A process has ended, or cannot be reached.
    synchronized void ended(Pid pid) {
        subscriptions.removeAll(pid);
        @Nullable List<Term> groups = joined.remove(pid);
        if (groups != null) {
            groups.forEach(group -> local.remove(group, List.of(pid)));
            groups.forEach(group -> all.remove(group, List.of(pid)));
            broadcast(me -> Tuple.of(LEAVE, me, pid, ListTerm.of(groups)));
            groups.forEach(group -> tell(LEAVE, group, List.of(pid)));
        }
        @Nullable Peer peer = peers.get(pid.node());
        if (peer != null && peer.pid.equals(pid)) {
            nodeDown(pid.node());
        }
    }

    /// The scope process of a node is no more, and with it its members.
    synchronized void nodeDown(Atom node) {
        @Nullable Peer gone = peers.remove(node);
        if (gone != null) {
            gone.groups.asMap().forEach((group, pids) -> leave(gone, group, pids));
        }
    }

    /// Asks a node whether it takes part, unless that is known.
    synchronized void discover(Atom node) {
        @Nullable Pid me = keeper;
        if (me != null && !peers.containsKey(node)) {
            say(me, node, Tuple.of(name, node), Tuple.of(DISCOVER, me));
        }
    }

    /// Asks those who have not answered yet, and tells those everything who have missed something.
    synchronized void catchUp() {
        neighbours.nodes().forEach(this::discover);
        peers.values().stream().filter(peer -> peer.isBehind).toList().forEach(this::sync);
    }

    /// Takes a message from the scope process of another node. What has no known shape is dropped.
    synchronized void take(Term message) {
        @Nullable News news = News.of(message);
        if (news == null || news.peer().node().equals(processes.node())) {
            complain("a message of no known shape");
            return;
        }
        if (!neighbours.isConnected(news.peer().node())) {
            return;
        }
        switch (news) {
            case News.Discover(Pid pid) -> discovered(pid);
            case News.Sync(Pid pid, var groups) -> replace(known(pid), groups);
            case News.Update(Pid pid, var changes) -> {
                @Nullable Peer peer = find(pid);
                if (peer != null) {
                    changes.forEach(change -> change(peer, change));
                }
            }
            case News.Leave(Pid pid, var pids, var groups) -> {
                @Nullable Peer peer = find(pid);
                if (peer != null) {
                    groups.forEach((group, times) -> left(group, peer.groups.remove(group, pids, times)));
                }
            }
        }
    }

    private @Nullable Peer find(Pid pid) {
        @Nullable Peer peer = peers.get(pid.node());
        return peer != null && peer.pid.equals(pid) ? peer : null;
    }

    private void discovered(Pid pid) {
        @Nullable Pid me = keeper;
        @Nullable Peer peer = find(pid);
        if (peer != null) {
            sync(peer);
        } else if (me != null) {
            known(pid);
            say(me, pid, Tuple.of(DISCOVER, me));
        }
    }

    /// The peer of that pid, in place of any other of its node; one that is new is told everything.
    private Peer known(Pid pid) {
        @Nullable Peer known = find(pid);
        if (known != null) {
            return known;
        }
        nodeDown(pid.node());
        Peer peer = new Peer(pid);
        peers.put(pid.node(), peer);
        watch(pid);
        sync(peer);
        return peer;
    }

    private void replace(Peer peer, Map<Term, List<Pid>> groups) {
        Map<Term, List<Pid>> before = peer.groups.asMap();
        Memberships gone = new Memberships();
        Memberships fresh = new Memberships();
        before.forEach(gone::add);
        groups.forEach(fresh::add);
        before.forEach((group, pids) -> gone.remove(group, fresh.remove(group, pids)));
        gone.asMap().forEach((group, pids) -> leave(peer, group, pids));
        fresh.asMap().forEach((group, pids) -> join(peer, group, pids));
    }

    private void change(Peer peer, News.Change change) {
        join(peer, change.group(), change.joined());
        leave(peer, change.group(), change.left());
    }

    private void join(Peer peer, Term group, List<Pid> pids) {
        List<Pid> own =
                pids.stream().filter(pid -> pid.node().equals(peer.pid.node())).toList();
        if (own.size() < pids.size()) {
            complain("processes of other nodes, from " + peer.pid.node());
        }
        if (own.size() > most - peer.groups.size()) {
            complain("more than " + most + " memberships, from " + peer.pid.node());
        } else if (!own.isEmpty()) {
            peer.groups.add(group, own);
            all.add(group, own);
            tell(JOIN, group, own);
        }
    }

    private void leave(Peer peer, Term group, List<Pid> pids) {
        left(group, peer.groups.remove(group, pids));
    }

    /// They are no longer among those of their node.
    private void left(Term group, List<Pid> pids) {
        if (!pids.isEmpty()) {
            all.remove(group, pids);
            tell(LEAVE, group, pids);
        }
    }

    // -- What others are told -----------------------------------------------------------------------------------------

    private interface Message {
        Term from(Pid me);
    }

    private void broadcast(Message message) {
        @Nullable Pid me = keeper;
        if (me == null || peers.isEmpty()) {
            return;
        }
        Term said = message.from(me);
        for (Peer peer : peers.values()) {
            peer.isBehind = peer.isBehind || !say(me, peer.pid, said);
        }
    }

    private void sync(Peer peer) {
        @Nullable Pid me = keeper;
        if (me != null) {
            List<Term> groups = new ArrayList<>();
            local.asMap().forEach((group, pids) -> groups.add(Tuple.of(group, ListTerm.of(pids))));
            Term everything = Tuple.of(SYNC, me, ListTerm.of(groups));
            peer.isBehind = !say(me, peer.pid, Tuple.of(GEN_CAST, everything));
        }
    }

    /// Those who asked for it.
    private void tell(Atom what, Term group, List<Pid> pids) {
        @Nullable Pid me = keeper;
        Pid from = me == null ? processes.newPid() : me;
        Map<Ref, Pid> told = new HashMap<>();
        subscriptions.forEach(group, told::put);
        told.forEach((ref, watcher) -> {
            if (!say(from, watcher, Tuple.of(ref, what, group, ListTerm.of(pids)))) {
                complain("a change of which " + watcher + " on another node should hear");
            }
        });
    }

    /// Answers false when it could not be said: the connection is busy or has gone.
    private boolean say(Pid from, Pid to, Term message) {
        return say(from, to.node(), to, message);
    }

    private boolean say(Pid from, Atom node, Term to, Term message) {
        if (!node.equals(processes.node()) && !neighbours.isConnected(node)) {
            return false;
        }
        try {
            processes.sendFrom(from, to, message, Busy.FAIL);
            return true;
        } catch (BusyException e) {
            return false;
        } catch (RuntimeException e) {
            complain("what cannot be sent to " + to + ": " + e.getMessage());
            return false;
        }
    }

    /// Has the scope process look whether it should watch that process, or should no longer.
    private void watch(Pid pid) {
        @Nullable Pid me = keeper;
        if (me != null) {
            processes.send(me, Tuple.of(WATCH, pid));
        }
    }

    /// Once for each scope: more would be a way to fill a log.
    private void complain(String what) {
        if (!hasComplained) {
            hasComplained = true;
            LOGGER.log(
                    System.Logger.Level.WARNING,
                    "the scope {0} of process groups drops {1}; whatever else it drops is not logged",
                    name,
                    what);
        }
    }

    /// What `sys:get_state/1` shows.
    synchronized Term state() {
        return Tuple.of(
                name, ListTerm.of(peers.values().stream().map(peer -> peer.pid).toList()));
    }
}
