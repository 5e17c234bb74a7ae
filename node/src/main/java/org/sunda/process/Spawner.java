package org.sunda.process;

import org.sunda.signal.Signal.SpawnRequest;

/// Says what a process does that another node asks for.
@FunctionalInterface
public interface Spawner {
    /// What the process runs. For a function that does not exist this is a body that exits with `undef`, as on
    /// a BEAM.
    ProcessBody bodyFor(SpawnRequest request);
}
