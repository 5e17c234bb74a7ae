package org.sunda.dist;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.sunda.term.Atom;

/// Where a node listens: the configuration is asked first, then the epmd of the node's host. Blocks.
final class Resolver {
    private final DistributionConfig config;

    Resolver(DistributionConfig config) {
        this.config = config;
    }

    /// Where that node listens: one address or several, of which the first that answers is it.
    ///
    /// @throws IOException when nobody knows; one sentence says who was asked
    List<SocketAddress> resolve(Atom node, Deadline deadline) throws IOException {
        SocketAddress known = config.peers().get(node);
        if (known instanceof InetSocketAddress host && host.isUnresolved()) {
            // Looked up each time: in a cluster of containers the address behind a name changes.
            return at(addresses(host.getHostString()), host.getPort());
        }
        return known == null ? ask(node, deadline) : List.of(known);
    }

    private List<SocketAddress> ask(Atom node, Deadline deadline) throws IOException {
        InetSocketAddress epmd = config.epmd();
        if (epmd == null) {
            throw new IOException("its address is not configured, and this node asks no epmd");
        }
        NodeName name = NodeName.of(node);
        List<InetAddress> hosts = addresses(name.host());
        if (name.host().equals(NodeName.of(config.node()).host())) {
            return at(hosts, lookUp(epmd, name.alive(), deadline));
        }
        IOException failure = null;
        for (int i = 0; i < hosts.size(); i++) {
            InetAddress host = hosts.get(i);
            try {
                InetSocketAddress there = new InetSocketAddress(host, epmd.getPort());
                return at(List.of(host), lookUp(there, name.alive(), deadline.share(hosts.size() - i)));
            } catch (IOException e) {
                failure = failure == null ? e : failure;
            }
        }
        throw failure == null ? new IOException("there is no address of the host " + name.host()) : failure;
    }

    private static List<SocketAddress> at(List<InetAddress> hosts, int port) {
        List<SocketAddress> addresses = new ArrayList<>();
        hosts.forEach(host -> addresses.add(new InetSocketAddress(host, port)));
        return addresses;
    }

    private static int lookUp(InetSocketAddress epmd, String name, Deadline deadline) throws IOException {
        OptionalInt port = askEpmd(epmd, name, deadline);
        if (port.isEmpty()) {
            throw new IOException("epmd at " + epmd.getAddress().getHostAddress() + ":" + epmd.getPort()
                    + " knows no node of the name " + name);
        }
        return port.getAsInt();
    }

    private static OptionalInt askEpmd(InetSocketAddress epmd, String name, Deadline deadline) throws IOException {
        try {
            return Epmd.lookUp(epmd, name, deadline);
        } catch (IOException e) {
            throw new IOException(
                    "epmd at " + epmd.getAddress().getHostAddress() + ":" + epmd.getPort() + " gave no answer: "
                            + e.getMessage(),
                    e);
        }
    }

    private static List<InetAddress> addresses(String host) throws IOException {
        try {
            return List.of(InetAddress.getAllByName(host));
        } catch (UnknownHostException e) {
            throw new IOException("there is no host of the name " + host, e);
        }
    }
}
