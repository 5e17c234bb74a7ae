package org.sunda.process;

/// What happens when a message comes for a process whose mailbox is full. A sender is never held up: a message from
/// another node is delivered by the thread that reads for all.
public enum Overflow {
    /// The receiver is killed with the reason `{system_limit, mailbox}`: its links and monitors, and so all who
    /// wait for it, are told. As the BEAM's `max_heap_size` does.
    EXIT,

    /// The message is dropped; the first drop of each mailbox is logged. What the process has asked for by a
    /// link, a monitor or a spawn request is never dropped: for that there is room beyond the bound.
    DROP
}
