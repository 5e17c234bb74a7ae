package org.sunda.process;

import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.sunda.signal.Busy;
import org.sunda.term.Atom;

/// How a process starts. Immutable: `SpawnOptions.DEFAULT.named("counter").trappingExits()`.
///
/// @param name what it is registered as, or null
/// @param trapExit whether exit signals reach it as messages from the start
/// @param mailbox how many messages may wait, or 0 for the bound of the node
/// @param overflow what happens to one more
/// @param patience how long a sender waits for room, where [Overflow#BLOCK] has it wait
/// @param executor what runs a reactive process, or null for the workers of the node; [CallerRuns] is one
///     choice
/// @param busy what becomes of messages that it sends on a busy connection, or null for what the node has
///     chosen
public record SpawnOptions(
        @Nullable Atom name,
        boolean trapExit,
        int mailbox,
        Overflow overflow,
        Duration patience,
        @Nullable Executor executor,
        @Nullable Busy busy) {

    /// No name, exits not trapped, the mailbox bound of the node, [Overflow#EXIT], the workers of the node,
    /// and what the node has chosen for busy connections.
    public static final SpawnOptions DEFAULT =
            new SpawnOptions(null, false, 0, Overflow.EXIT, Duration.ofSeconds(5), null, null);

    /// Refuses a negative bound.
    public SpawnOptions {
        if (mailbox < 0) {
            throw new IllegalArgumentException("a mailbox holds at least one message, not " + mailbox);
        }
    }

    /// These, registered as that name.
    public SpawnOptions named(String text) {
        return new SpawnOptions(Atom.of(text), trapExit, mailbox, overflow, patience, executor, busy);
    }

    /// These, with exits trapped from the start.
    public SpawnOptions trappingExits() {
        return new SpawnOptions(name, true, mailbox, overflow, patience, executor, busy);
    }

    /// These, with another mailbox.
    ///
    /// @param most how many messages may wait, at least 1
    public SpawnOptions withMailbox(int most, Overflow policy) {
        return new SpawnOptions(name, trapExit, Math.max(most, 1), policy, patience, executor, busy);
    }

    /// These, with senders that wait for room, but no longer than that.
    ///
    /// @param most how many messages may wait, at least 1
    public SpawnOptions withBlockingMailbox(int most, Duration longest) {
        return new SpawnOptions(name, trapExit, Math.max(most, 1), Overflow.BLOCK, longest, executor, busy);
    }

    /// These, for a reactive process that another executor runs.
    public SpawnOptions on(Executor other) {
        return new SpawnOptions(name, trapExit, mailbox, overflow, patience, other, busy);
    }

    /// These, with messages of the process's own that are dropped, refused or wait while a connection is
    /// busy.
    public SpawnOptions whileBusy(Busy choice) {
        return new SpawnOptions(name, trapExit, mailbox, overflow, patience, executor, choice);
    }
}
