package org.sunda.process;

import java.util.HashSet;
import java.util.Set;
import org.sunda.term.Pid;

/// What stands in the tables of a process.
final class Tables {
    private Tables() {}

    static Set<Pid> links(Processes processes, Pid pid) {
        Set<Pid> links = new HashSet<>();
        LocalProcess process = processes.directory().find(pid);
        if (process != null) {
            synchronized (process) {
                process.relations().links.forEachActive(links::add);
            }
        }
        return links;
    }

    /// Those included that are ended but not acknowledged.
    static int linkCount(Processes processes, Pid pid) {
        LocalProcess process = processes.directory().find(pid);
        if (process == null) {
            return 0;
        }
        synchronized (process) {
            return process.relations().links.size();
        }
    }

    static int heldCount(Processes processes, Pid pid) {
        LocalProcess process = processes.directory().find(pid);
        if (process == null) {
            return 0;
        }
        synchronized (process) {
            return process.relations().monitors.heldCount();
        }
    }

    static int watcherCount(Processes processes, Pid pid) {
        LocalProcess process = processes.directory().find(pid);
        if (process == null) {
            return 0;
        }
        synchronized (process) {
            return process.relations().monitors.watcherCount();
        }
    }

    static int waitingSenders(Processes processes, Pid pid) {
        LocalProcess process = processes.directory().find(pid);
        return process == null ? 0 : process.waitingSenders();
    }
}
