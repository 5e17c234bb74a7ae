/// A node: the one place where the distribution, the processes and the services of the kernel meet. Start at
/// [org.sunda.Node].
///
/// Depends on all other packages; none depends on it.
package org.sunda;
