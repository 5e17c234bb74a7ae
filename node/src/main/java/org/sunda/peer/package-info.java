/// What a node has agreed with itself about its peers: what each may do, how much, how its connection is
/// cared for, and what there is to know of it.
///
/// Values only; `dist` acts by them. Depends on `signal` and `term`.
package org.sunda.peer;
