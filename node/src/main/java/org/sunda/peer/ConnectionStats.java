package org.sunda.peer;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.sunda.term.Atom;

/// What there is to know of a connection at one moment. Bytes are those on the wire, ticks and lengths
/// included; messages are signals of any kind.
///
/// @param peer the node at the other end
/// @param since when the connection came to stand
/// @param bytesIn how many bytes were read
/// @param messagesIn how many messages were read
/// @param bytesOut how many bytes were written
/// @param messagesOut how many messages were given to the connection
/// @param bytesWaiting how many bytes wait to be written
/// @param dropped how many messages their senders let drop because the connection was busy
/// @param refused how many signals the peer was not permitted to send
/// @param roundTrip the last round trip that was measured
public record ConnectionStats(
        Atom peer,
        Instant since,
        long bytesIn,
        long messagesIn,
        long bytesOut,
        long messagesOut,
        long bytesWaiting,
        long dropped,
        long refused,
        Optional<Duration> roundTrip) {}
