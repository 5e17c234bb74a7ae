package org.sunda.process;

/// The bounds of a node's processes.
///
/// @param mailbox how many messages may wait for one process, unless its [SpawnOptions] say otherwise
/// @param links how many links one process may have
/// @param monitors how many monitors one process may hold, and how many may watch it
public record ProcessSettings(int mailbox, int links, int monitors) {
    /// A million of each: seconds of work, and what a supervisor of a million connections needs.
    public static final ProcessSettings DEFAULT = new ProcessSettings(1_000_000, 1_000_000, 1_000_000);

    /// Refuses bounds below 1.
    public ProcessSettings {
        if (Math.min(mailbox, Math.min(links, monitors)) < 1) {
            throw new IllegalArgumentException(
                    "mailbox, links and monitors must be at least 1, not " + mailbox + ", " + links + ", " + monitors);
        }
    }
}
