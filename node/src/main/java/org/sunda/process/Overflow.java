package org.sunda.process;

/// What happens when a message comes for a process whose mailbox is full. A message from another node is
/// delivered by the thread that reads for all: that is never held up, and it has nobody to tell.
///
/// What the process has asked for by a link, a monitor or a spawn request always finds room, beyond the bound.
public enum Overflow {
    /// The receiver is killed with the reason `{system_limit, mailbox}`: its links and monitors, and so all who
    /// wait for it, are told. As the BEAM's `max_heap_size` does.
    EXIT,

    /// The message is dropped; the first drop of each mailbox is logged.
    DROP,

    /// The message is not sent, and the sender on this node gets an [ExitException] `{system_limit, mailbox}`.
    /// From another node: as [#DROP].
    FAIL,

    /// A sender on this node that has a thread of its own waits for room, at most as long as
    /// [SpawnOptions#patience] says; then, and for a sender that must not wait, as [#FAIL].
    BLOCK
}
