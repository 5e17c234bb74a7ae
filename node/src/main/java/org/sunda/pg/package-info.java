/// Process groups, as OTP's `pg` has them: named sets of processes that all nodes of a cluster see alike.
///
/// A node takes part in a scope through [org.sunda.pg.ProcessGroups], of which
/// [org.sunda.Node#groups(String)] has one for each. What is said between nodes is what the `pg` of OTP 25
/// says (protocol section d.5), which the one of OTP 29 understands as well.
///
/// Depends on `otp`, `process`, `signal` and `term`.
package org.sunda.pg;
