/// The services that every node answers, under the names that OTP's kernel gives them: `net_kernel`, `rex`, `erpc`,
/// the group leader. What a peer may run here is what was exported, and nothing else.
///
/// Depends on `process`, `signal` and `term`.
package org.sunda.kernel;
