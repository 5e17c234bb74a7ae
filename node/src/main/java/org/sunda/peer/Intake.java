package org.sunda.peer;

/// How much is taken from a peer. Immutable: `Intake.UNLIMITED.withMessagesPerSecond(10_000)`.
///
/// A peer that sends faster is read slower: it is not read for a moment, never as long as a tick time, and
/// its senders feel that as they feel any busy connection. Short bursts of up to a second's worth pass. A
/// peer that has no excuse may be hung up on instead.
///
/// @param messagesPerSecond how many control messages, with what they carry; [Long#MAX_VALUE] for no limit
/// @param bytesPerSecond how many bytes; [Long#MAX_VALUE] for no limit. What one read brings comes in at
///     once, so less than 64 KiB in a quarter of the tick time is not enforced
/// @param messageBytes the longest message; a longer one always closes the connection
/// @param closes whether too much per second closes the connection
public record Intake(long messagesPerSecond, long bytesPerSecond, long messageBytes, boolean closes) {
    /// As much as comes.
    public static final Intake UNLIMITED = new Intake(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, false);

    /// Refuses limits below 1.
    public Intake {
        if (messagesPerSecond < 1 || bytesPerSecond < 1 || messageBytes < 1) {
            throw new IllegalArgumentException("a limit of what is taken from a peer is at least 1, not "
                    + Math.min(messagesPerSecond, Math.min(bytesPerSecond, messageBytes)));
        }
    }

    /// This, with another limit of messages.
    public Intake withMessagesPerSecond(long most) {
        return new Intake(most, bytesPerSecond, messageBytes, closes);
    }

    /// This, with another limit of bytes.
    public Intake withBytesPerSecond(long most) {
        return new Intake(messagesPerSecond, most, messageBytes, closes);
    }

    /// This, with another longest message.
    public Intake withMessageBytes(long most) {
        return new Intake(messagesPerSecond, bytesPerSecond, most, closes);
    }

    /// This, and too much per second closes the connection.
    public Intake closing() {
        return new Intake(messagesPerSecond, bytesPerSecond, messageBytes, true);
    }

    /// Whether there is a limit per second.
    public boolean isPaced() {
        return messagesPerSecond != Long.MAX_VALUE || bytesPerSecond != Long.MAX_VALUE;
    }
}
