package org.sunda;

import java.util.List;
import org.sunda.dist.Connection;
import org.sunda.dist.Distribution;
import org.sunda.pg.Neighbours;
import org.sunda.term.Atom;

/// Tells the process groups which nodes are connected.
record Connected(Distribution distribution) implements Neighbours {
    @Override
    public List<Atom> nodes() {
        return distribution.connections().stream().map(Connection::peer).toList();
    }

    @Override
    public boolean isConnected(Atom node) {
        return distribution.connection(node) != null;
    }
}
