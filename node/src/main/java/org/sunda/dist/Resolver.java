package org.sunda.dist;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.OptionalInt;
import org.sunda.term.Atom;

/// Where a node listens: the configuration is asked first, then the epmd of the node's host. Blocks.
final class Resolver {
    private final DistributionConfig config;

    Resolver(DistributionConfig config) {
        this.config = config;
    }

    /// Where that node listens.
    ///
    /// @throws IOException when nobody knows; one sentence says who was asked
    InetSocketAddress resolve(Atom node, Deadline deadline) throws IOException {
        InetSocketAddress known = config.peers().get(node);
        if (known != null) {
            // Looked up each time: in a cluster of containers the address behind a name changes.
            return known.isUnresolved()
                    ? new InetSocketAddress(address(known.getHostString()), known.getPort())
                    : known;
        }
        InetSocketAddress epmd = config.epmd();
        if (epmd == null) {
            throw new IOException("its address is not configured, and this node asks no epmd");
        }
        NodeName name = NodeName.of(node);
        InetAddress host = address(name.host());
        boolean here = name.host().equals(NodeName.of(config.node()).host());
        InetSocketAddress asked = here ? epmd : new InetSocketAddress(host, epmd.getPort());
        OptionalInt port = lookUp(asked, name.alive(), deadline);
        if (port.isEmpty()) {
            throw new IOException("epmd at " + asked.getAddress().getHostAddress() + ":" + asked.getPort()
                    + " knows no node of the name " + name.alive());
        }
        return new InetSocketAddress(host, port.getAsInt());
    }

    private static OptionalInt lookUp(InetSocketAddress epmd, String name, Deadline deadline) throws IOException {
        try {
            return Epmd.lookUp(epmd, name, deadline);
        } catch (IOException e) {
            throw new IOException(
                    "epmd at " + epmd.getAddress().getHostAddress() + ":" + epmd.getPort() + " gave no answer: "
                            + e.getMessage(),
                    e);
        }
    }

    private static InetAddress address(String host) throws IOException {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new IOException("there is no host of the name " + host, e);
        }
    }
}
