/// OTP's behaviours on the JVM: servers, state machines, supervisors, event managers, tasks and a registry.
///
/// What talks to an Erlang process of one of these kinds talks to ours just as well: the messages are OTP's
/// own, and so are the system messages by which `sys`, `proc_lib` and `observer` look into a process. A
/// behaviour is an interface that a program implements; a [org.sunda.otp.Start] says how a process of it
/// starts, alone or as a child of a [org.sunda.otp.Supervisor].
///
/// Depends on `process` and `term`.
package org.sunda.otp;
