package org.sunda.process;

/// The bounds of a node's processes.
///
/// @param mailbox how many messages may wait for one process, unless its [SpawnOptions] say otherwise
/// @param links how many links one process may have
/// @param monitors how many monitors one process may hold, and how many may watch it
/// @param processes how many processes there may be; other nodes can ask for some
public record ProcessSettings(int mailbox, int links, int monitors, int processes) {
    /// Four times what a BEAM allows unless told otherwise: an idle process weighs a few hundred bytes.
    private static final int MOST_PROCESSES = 4_194_304;

    /// A million messages, links and monitors: seconds of work, and what a supervisor of a million connections
    /// needs.
    public static final ProcessSettings DEFAULT = new ProcessSettings(1_000_000, 1_000_000, 1_000_000);

    /// Refuses bounds below 1.
    public ProcessSettings {
        if (Math.min(Math.min(mailbox, processes), Math.min(links, monitors)) < 1) {
            throw new IllegalArgumentException("mailbox, links, monitors and processes must be at least 1, not "
                    + mailbox + ", " + links + ", " + monitors + " and " + processes);
        }
    }

    /// With as many processes as by default.
    public ProcessSettings(int mailbox, int links, int monitors) {
        this(mailbox, links, monitors, MOST_PROCESSES);
    }
}
