package org.sunda.process;

/// What happens when a message comes for a process whose mailbox is full. A sender is never held up: a message from
/// another node is delivered by the thread that reads for all.
public enum Overflow {
    /// The receiver is killed with the reason `{system_limit, mailbox}`: its links and monitors, and so all who wait
    /// for it, are told. As the BEAM's `max_heap_size` does.
    EXIT,

    /// The message is dropped and counted; the first drop of each mailbox is logged.
    DROP
}
