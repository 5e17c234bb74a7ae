/// The fourth report's ring, and what else is asked of processes: `./sunda bench ring`.
///
/// Each [org.sunda.bench.ring.Party] is a process of its own that is asked for an experiment by name and answers with
/// figures. In a JVM the [org.sunda.bench.ring.Experiments] are written once, for all [org.sunda.bench.ring.Actors].
@NullMarked
package org.sunda.bench.ring;

import org.jspecify.annotations.NullMarked;
