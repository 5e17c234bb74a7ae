/// The signals that processes send each other, the same whether they stay in this node or cross the wire.
///
/// This is all that `dist`, which carries signals, and `process`, which obeys them, know of each other.
///
/// Depends on `term`.
package org.sunda.signal;
