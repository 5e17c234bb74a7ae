/// Erlang processes on the JVM: mailboxes, links, monitors, aliases, exit signals, names, `gen_server` calls.
///
/// There are two kinds with one set of semantics. A *blocking* process is a [org.sunda.process.ProcessBody] on
/// a virtual thread of its own and receives selectively; a *reactive* one is a [org.sunda.process.Handler] that
/// is run to completion for each message and has no stack in between. Both act through their
/// [org.sunda.process.Self].
///
/// What is a process's own (mailbox, links, monitors) is guarded by its lock and changed only by its own
/// signals; what follows from a signal is collected under the lock and sent after it, one after the other, so
/// that no two processes are ever locked at once and no cascade of exits recurses.
///
/// Depends on `signal` and `term`.
package org.sunda.process;
