package org.sunda.process;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;

/// Where the processes of one node are found: by pid, name or alias. Any thread may look; what belongs to a
/// process is put in and taken out under the lock of that process.
final class Directory {
    private final ProcessTable processes = new ProcessTable();
    private final Map<Atom, LocalProcess> names = new ConcurrentHashMap<>();
    private final Map<Ref, LocalProcess> aliases = new ConcurrentHashMap<>();

    /// Who is watched by a monitor that was made by name. The name may have passed to another process since.
    private final Map<Ref, LocalProcess> watchedByName = new ConcurrentHashMap<>();

    private final Set<LocalProcess> nodeMonitors = ConcurrentHashMap.newKeySet();

    // -- Processes ----------------------------------------------------------------------------------------------------

    ProcessTable processes() {
        return processes;
    }

    void remove(LocalProcess process) {
        processes.remove(process);
        nodeMonitors.remove(process);
        Atom name = process.name;
        if (name != null) {
            names.remove(name, process);
        }
    }

    @Nullable
    LocalProcess find(Pid pid) {
        return processes.find(pid);
    }

    @Nullable
    LocalProcess find(Atom name) {
        return names.get(name);
    }

    @Nullable
    LocalProcess find(Ref alias) {
        return aliases.get(alias);
    }

    /// The process that a monitor names.
    @Nullable
    LocalProcess target(Term pidOrName) {
        return switch (pidOrName) {
            case Pid pid -> find(pid);
            case Atom name -> find(name);
            default -> null;
        };
    }

    List<Pid> pids() {
        return processes.pids();
    }

    void forEach(Consumer<LocalProcess> action) {
        processes.forEach(action);
    }

    // -- Names --------------------------------------------------------------------------------------------------------

    List<Atom> names() {
        return List.copyOf(names.keySet());
    }

    void register(Atom name, Pid pid) {
        if (name.equals(Atom.UNDEFINED)) {
            throw new IllegalArgumentException("the name 'undefined' means that there is none");
        }
        @Nullable LocalProcess process = find(pid);
        if (process == null) {
            throw new IllegalArgumentException("there is no process " + pid + " to be named " + name);
        }
        synchronized (process) {
            if (process.exitReason != null || process.name != null) {
                throw new IllegalArgumentException(process + " has ended, or has a name already: not named " + name);
            }
            @Nullable LocalProcess holder = names.putIfAbsent(name, process);
            if (holder != null) {
                throw new IllegalArgumentException("the name " + name + " is taken by " + holder.pid());
            }
            process.name = name;
        }
    }

    boolean unregister(Atom name) {
        @Nullable LocalProcess process = find(name);
        if (process == null) {
            return false;
        }
        synchronized (process) {
            boolean had = names.remove(name, process);
            if (had) {
                process.name = null;
            }
            return had;
        }
    }

    // -- References ---------------------------------------------------------------------------------------------------

    void addAlias(Ref alias, LocalProcess process) {
        aliases.put(alias, process);
    }

    void removeAlias(Ref alias) {
        aliases.remove(alias);
    }

    /// A reference that is in use stays with the process that it was used for first: it is the watcher's node that
    /// says which it is.
    void addWatchedByName(Ref monitor, LocalProcess process) {
        watchedByName.putIfAbsent(monitor, process);
    }

    void removeWatchedByName(Ref monitor, LocalProcess process) {
        watchedByName.remove(monitor, process);
    }

    /// The process that is watched by that monitor.
    @Nullable
    LocalProcess watched(Term pidOrName, Ref monitor) {
        return pidOrName instanceof Pid pid ? find(pid) : watchedByName.get(monitor);
    }

    // -- Nodes --------------------------------------------------------------------------------------------------------

    void monitorNodes(LocalProcess process, boolean subscribe) {
        if (subscribe) {
            nodeMonitors.add(process);
        } else {
            nodeMonitors.remove(process);
        }
    }

    void forEachNodeMonitor(Consumer<LocalProcess> action) {
        nodeMonitors.forEach(action);
    }

    /// How much stands in each table.
    @Override
    public String toString() {
        return "processes=" + processes.count() + " names=" + names.size() + " aliases=" + aliases.size()
                + " watchedByName=" + watchedByName.size() + " nodeMonitors=" + nodeMonitors.size();
    }
}
