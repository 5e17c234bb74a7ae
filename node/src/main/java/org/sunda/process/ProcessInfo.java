package org.sunda.process;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Term;

/// What there is to know of a process at one moment, but for what its messages say and what its code holds.
///
/// @param name what it is registered as, or null
/// @param kind whether it has a thread
/// @param code the class of its body or handler; where that only adapts, the class it stands for
/// @param status what it does
/// @param messages how many wait in its mailbox
/// @param received how many it has taken out of its mailbox, modulo 2^32
/// @param trapExit whether exit signals reach it as messages
/// @param groupLeader who takes its output
/// @param links whom it is linked with
/// @param monitors whom it monitors: a pid, or `{Name, Node}`
/// @param monitoredBy who monitors it: once for each monitor
public record ProcessInfo(
        Pid pid,
        @Nullable Atom name,
        Kind kind,
        Class<?> code,
        Status status,
        int messages,
        long received,
        boolean trapExit,
        Pid groupLeader,
        List<Pid> links,
        List<Term> monitors,
        List<Pid> monitoredBy) {

    // Measured over a million of each, idle and without a name.
    private static final long REACTIVE_BYTES = 200;
    private static final long BLOCKING_BYTES = 1_000;

    /// An object in the mailbox.
    private static final long MESSAGE_BYTES = 24;

    /// An entry in a table of links or monitors, with what only it refers to.
    private static final long TIE_BYTES = 100;

    /// The two kinds of process.
    public enum Kind {
        /// It has a thread, and receives when it wants to.
        BLOCKING,
        /// It is run when it has messages.
        REACTIVE
    }

    /// What a process does.
    public enum Status {
        /// It runs.
        RUNNING,
        /// It has something to do, and waits for a thread to do it.
        RUNNABLE,
        /// It waits for a message or, on its own thread, for something else.
        WAITING,
        /// It has ended, and is about to leave.
        EXITING
    }

    /// Copies the lists.
    public ProcessInfo {
        links = List.copyOf(links);
        monitors = List.copyOf(monitors);
        monitoredBy = List.copyOf(monitoredBy);
    }

    /// Looks at a process, from any thread.
    static ProcessInfo of(LocalProcess process) {
        synchronized (process) {
            Relations relations = process.relations();
            List<Pid> links = new ArrayList<>();
            relations.links.forEachActive(links::add);
            List<Term> monitors = new ArrayList<>();
            relations.monitors.forEachHeld((ref, target) -> monitors.add(target.shown()));
            List<Pid> monitoredBy = new ArrayList<>();
            relations.monitors.forEachWatcher((ref, watcher) -> monitoredBy.add(watcher.pid()));
            return new ProcessInfo(
                    process.pid(),
                    process.name,
                    process.kind(),
                    process.code(),
                    process.exitReason == null ? process.status() : Status.EXITING,
                    process.mailbox.size(),
                    process.mailbox.received(),
                    process.trapExit,
                    process.leader(),
                    links,
                    monitors,
                    monitoredBy);
        }
    }

    /// How many bytes of memory the process takes, roughly: what an idle one of its kind weighs, and
    /// something for each waiting message and each link and monitor. What its messages and its own objects
    /// hold is not counted, since objects of the JVM belong to nobody in particular.
    public long memory() {
        long ties = (long) links.size() + monitors.size() + monitoredBy.size();
        return (kind == Kind.BLOCKING ? BLOCKING_BYTES : REACTIVE_BYTES) + messages * MESSAGE_BYTES + ties * TIE_BYTES;
    }
}
