package org.sunda.pg;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sunda.otp.ChildSpec;
import org.sunda.otp.Start;
import org.sunda.otp.Supervisor;
import org.sunda.process.ExitException;
import org.sunda.process.Processes;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;

/// The process groups of one scope, as the nodes of the cluster see them: what `pg` is in OTP.
///
/// A group is any term, and exists while it has members. A process joins groups on its own node, as often as
/// it likes, and is in a group as often as it has joined and not left; its end takes it out of all. Nodes
/// that have the same scope and are connected, by whichever side, see the same members a moment later; those
/// of a node that is lost go with it, and come back with it.
///
/// All methods may be called by any thread, and by handlers too: none of them waits.
public final class ProcessGroups {
    /// The scope that OTP's functions mean when they name none.
    public static final String DEFAULT_SCOPE = "pg";

    /// A scope process ends only when it is killed, or flooded: then it begins anew, but not for ever.
    private static final int RESTARTS = 10;

    private static final Duration WITHIN = Duration.ofSeconds(10);

    private final Scope scope;
    private final Processes processes;

    private ProcessGroups(Scope scope, Processes processes) {
        this.scope = scope;
        this.processes = processes;
    }

    /// Starts a scope: a process with its name, which other nodes find and talk to.
    ///
    /// @param neighbours the nodes that are connected
    /// @throws IllegalArgumentException when a process has that name
    public static ProcessGroups start(String scope, Processes processes, Neighbours neighbours) {
        return start(scope, processes, neighbours, Scope.MOST);
    }

    static ProcessGroups start(String scope, Processes processes, Neighbours neighbours, int most) {
        Atom name = Atom.of(scope);
        if (processes.whereis(name).isPresent()) {
            throw new IllegalArgumentException(
                    "there is a process named '" + scope + "', so no scope of process groups can have that name");
        }
        Scope shared = new Scope(name, processes, neighbours, most);
        Start keeper =
                Start.server(() -> new Keeper(shared, processes, neighbours)).named(scope);
        Start.supervisor(Supervisor.oneForOne().intensity(RESTARTS, WITHIN).child(ChildSpec.of(scope, keeper)))
                .spawn(processes);
        return new ProcessGroups(shared, processes);
    }

    /// The name of the scope.
    public String scope() {
        return scope.name().text();
    }

    /// Has processes of this node join a group, `pg:join/3`. A pid that stands there twice joins twice.
    ///
    /// @throws IllegalArgumentException when one of them is of another node: only its own node can do that
    /// @throws ExitException `system_limit`, when this node has a million memberships
    public void join(Term group, Pid... pids) {
        join(group, List.of(pids));
    }

    /// As [#join(Term, Pid...)].
    public void join(Term group, Collection<Pid> pids) {
        scope.join(group, local(pids));
    }

    /// Has processes of this node leave a group, each of them once, `pg:leave/3`. Answers whether any of
    /// them was in it; where OTP says `not_joined`, this is false.
    ///
    /// @throws IllegalArgumentException when one of them is of another node
    public boolean leave(Term group, Pid... pids) {
        return leave(group, List.of(pids));
    }

    /// As [#leave(Term, Pid...)].
    public boolean leave(Term group, Collection<Pid> pids) {
        return scope.leave(group, local(pids));
    }

    private List<Pid> local(Collection<Pid> pids) {
        for (Pid pid : pids) {
            if (!pid.node().equals(processes.node())) {
                throw new IllegalArgumentException(
                        pid + " is of another node: a process can join and leave groups only on its own");
            }
        }
        return List.copyOf(pids);
    }

    /// The members of a group on all nodes, each as often as it has joined; none when there is no such
    /// group. In no particular order. `pg:get_members/2`.
    public List<Pid> members(Term group) {
        return scope.members(group);
    }

    /// Those members of a group that are of this node, `pg:get_local_members/2`.
    public List<Pid> localMembers(Term group) {
        return scope.localMembers(group);
    }

    /// The groups there are, `pg:which_groups/1`.
    public Set<Term> groups() {
        return scope.groups();
    }

    /// The groups with members of this node, `pg:which_local_groups/1`.
    public Set<Term> localGroups() {
        return scope.localGroups();
    }

    /// Sends a process all changes of a group from now on, `pg:monitor/2`: `{Ref, join, Group, Pids}` and
    /// `{Ref, leave, Group, Pids}`. It ends with that process, or by [#demonitor].
    ///
    /// @param watcher who gets the messages
    /// @throws ExitException `system_limit`, when there are a million monitors
    public GroupMonitor monitor(Pid watcher, Term group) {
        return scope.monitor(watcher, group);
    }

    /// Sends a process the changes of all groups from now on, `pg:monitor_scope/1`: see [#monitor].
    ///
    /// @throws ExitException `system_limit`, when there are a million monitors
    public ScopeMonitor monitorScope(Pid watcher) {
        return scope.monitor(watcher);
    }

    /// Ends a monitor: no further messages are sent, though some may be waiting in the mailbox. Answers
    /// whether there was one.
    public boolean demonitor(Ref monitor) {
        return scope.demonitor(monitor);
    }

    /// Names and members of all groups at this moment.
    public Map<Term, List<Pid>> all() {
        return scope.all();
    }
}
