/// Everything between sockets and [org.sunda.signal.Signal]s: epmd, the handshake, frames, control messages
/// and the table of peers (protocol sections a and b).
///
/// [org.sunda.dist.Distribution] is the way in: it holds at most one [org.sunda.dist.Connection] per peer,
/// and tells a [org.sunda.dist.DistributionListener] what comes up, arrives and goes down. What is pure
/// (the handshake, the codec of control messages, the cutting of frames) knows no socket, no clock and
/// no randomness.
///
/// Depends on `term`, `memory`, `etf` and `signal`; never on `process`.
package org.sunda.dist;
