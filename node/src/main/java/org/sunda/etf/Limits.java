package org.sunda.etf;

/// How much a peer may ask of this node. Every size that a peer controls stands here; what goes beyond ends in a clear
/// error, never in exhausted memory. Immutable; `Limits.DEFAULT.withDepth(1000)` makes a stricter one.
///
/// Arities, list lengths and map sizes need no limit of their own: an element takes at least one byte, so a count
/// beyond the bytes that arrived is refused before anything is allocated for it, and [#frameBytes] bounds those.
///
/// @param frameBytes the longest message between nodes, in bytes, be it one frame or many fragments. Default 512 MiB: a
///     term of 50 MB ten times over, and memory is taken only as the bytes arrive. A single frame has 4 GiB at most
/// @param depth how many tuples, lists and maps may stand inside one another. Default 1,000,000: what a BEAM survives
/// @param bigIntegerBytes the longest integer, in bytes. Default 512 KiB: the 65,535 words of 64 bits that today's BEAM
///     computes with
/// @param inflatedBytes the most bytes that a compressed term may become. Default 64 MiB: zlib makes a thousand bytes
///     of one, so that the bytes that arrived are no bound here
/// @param handshakeBytes the longest message of the handshake, in bytes. Default 4 KiB: a name has at most 255
///     characters, and later versions may append to it
/// @param links the most links that a process may have. Default 1,000,000: a supervisor of a million connections
/// @param monitors the most monitors that a process may hold, and the most it may be held by. Default 1,000,000, as
///     for links
/// @param mailbox the most messages that may wait in a mailbox. Default 1,000,000: seconds of work for a process that
///     keeps up, yet only some hundred MB of small messages for one that does not
public record Limits(
        long frameBytes,
        int depth,
        int bigIntegerBytes,
        int inflatedBytes,
        int handshakeBytes,
        int links,
        int monitors,
        int mailbox) {

    /// The defaults.
    public static final Limits DEFAULT =
            new Limits(512L << 20, 1_000_000, 512 << 10, 64 << 20, 4 << 10, 1_000_000, 1_000_000, 1_000_000);

    /// More than any memory: sums of such limits must not overflow.
    private static final long MOST_FRAME_BYTES = 1L << 60;

    /// A challenge with a name of 255 characters, four bytes each (protocol section a.4).
    private static final int LEAST_HANDSHAKE_BYTES = 1 + 8 + 4 + 4 + 2 + 4 * 255;

    /// What the length of 16 bits can say that stands before each message over TCP (protocol section a.4).
    private static final int MOST_HANDSHAKE_BYTES = 0xffff;

    /// Refuses limits that no peer could keep, or that would not limit.
    public Limits {
        require("frameBytes", frameBytes, LEAST_HANDSHAKE_BYTES, MOST_FRAME_BYTES);
        require("depth", depth, 1, Integer.MAX_VALUE);
        require("bigIntegerBytes", bigIntegerBytes, Long.BYTES, Integer.MAX_VALUE / Byte.SIZE);
        require("inflatedBytes", inflatedBytes, 1, Integer.MAX_VALUE);
        require("handshakeBytes", handshakeBytes, LEAST_HANDSHAKE_BYTES, MOST_HANDSHAKE_BYTES);
        require("links", links, 1, Integer.MAX_VALUE);
        require("monitors", monitors, 1, Integer.MAX_VALUE);
        require("mailbox", mailbox, 1, Integer.MAX_VALUE);
    }

    private static void require(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "the limit " + name + " must be " + least + " to " + most + ", not " + value);
        }
    }

    /// These limits with another [#frameBytes].
    public Limits withFrameBytes(long bytes) {
        return new Limits(bytes, depth, bigIntegerBytes, inflatedBytes, handshakeBytes, links, monitors, mailbox);
    }

    /// These limits with another [#depth].
    public Limits withDepth(int levels) {
        return new Limits(frameBytes, levels, bigIntegerBytes, inflatedBytes, handshakeBytes, links, monitors, mailbox);
    }

    /// These limits with another [#bigIntegerBytes].
    public Limits withBigIntegerBytes(int bytes) {
        return new Limits(frameBytes, depth, bytes, inflatedBytes, handshakeBytes, links, monitors, mailbox);
    }

    /// These limits with another [#inflatedBytes].
    public Limits withInflatedBytes(int bytes) {
        return new Limits(frameBytes, depth, bigIntegerBytes, bytes, handshakeBytes, links, monitors, mailbox);
    }

    /// These limits with another [#handshakeBytes].
    public Limits withHandshakeBytes(int bytes) {
        return new Limits(frameBytes, depth, bigIntegerBytes, inflatedBytes, bytes, links, monitors, mailbox);
    }

    /// These limits with another [#links].
    public Limits withLinks(int most) {
        return new Limits(frameBytes, depth, bigIntegerBytes, inflatedBytes, handshakeBytes, most, monitors, mailbox);
    }

    /// These limits with another [#monitors].
    public Limits withMonitors(int most) {
        return new Limits(frameBytes, depth, bigIntegerBytes, inflatedBytes, handshakeBytes, links, most, mailbox);
    }

    /// These limits with another [#mailbox].
    public Limits withMailbox(int most) {
        return new Limits(frameBytes, depth, bigIntegerBytes, inflatedBytes, handshakeBytes, links, monitors, most);
    }
}
