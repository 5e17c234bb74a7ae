package org.sunda.pg;

import java.util.List;
import org.sunda.term.Atom;

/// Which other nodes are connected: nothing is said to one that is not, so that no connection is made by it.
public interface Neighbours {
    /// All that are.
    List<Atom> nodes();

    /// Whether that one is.
    boolean isConnected(Atom node);
}
