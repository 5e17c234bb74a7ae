package org.sunda.dist;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.sunda.peer.NodeResolver;
import org.sunda.term.Atom;

/// Where a node listens. Asked in this order, until one knows: the addresses of single peers, one's own
/// [NodeResolver], the epmd of the node's host. Hosts are looked up in the table of hosts, then in DNS.
/// Blocks.
final class Resolver {
    /// How many names of an epmd an error tells.
    private static final int MOST_NAMES = 10;

    private static final Predicate<String> PRINTABLE =
            Pattern.compile("[!-~]{1,64}").asMatchPredicate();

    private final DistributionConfig config;

    Resolver(DistributionConfig config) {
        this.config = config;
    }

    /// Where that node listens: one address or several, of which the first that answers is it.
    ///
    /// @throws IOException when nobody knows; one sentence says who was asked
    List<SocketAddress> resolve(Atom node, Deadline deadline) throws IOException {
        SocketAddress known = config.peers().get(node);
        if (known != null) {
            return lookedUp(List.of(known));
        }
        NodeResolver own = config.resolver();
        List<? extends SocketAddress> found = own == null ? List.of() : own.resolve(node.text());
        return found.isEmpty() ? ask(node, deadline) : lookedUp(found);
    }

    /// Looked up each time: in a cluster of containers the address behind a name changes.
    private List<SocketAddress> lookedUp(List<? extends SocketAddress> some) throws IOException {
        List<SocketAddress> addresses = new ArrayList<>();
        for (SocketAddress each : some) {
            if (each instanceof InetSocketAddress host && host.isUnresolved()) {
                addresses.addAll(at(addresses(host.getHostString()), host.getPort()));
            } else {
                addresses.add(each);
            }
        }
        return addresses;
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
        List<String> failures = new ArrayList<>();
        for (int i = 0; i < hosts.size(); i++) {
            InetAddress host = hosts.get(i);
            try {
                InetSocketAddress there = new InetSocketAddress(host, epmd.getPort());
                return at(List.of(host), lookUp(there, name.alive(), deadline.share(hosts.size() - i)));
            } catch (IOException e) {
                failures.add(e.getMessage());
            }
        }
        throw new IOException(String.join("; and ", failures));
    }

    private static List<SocketAddress> at(List<InetAddress> hosts, int port) {
        List<SocketAddress> addresses = new ArrayList<>();
        hosts.forEach(host -> addresses.add(new InetSocketAddress(host, port)));
        return addresses;
    }

    private static int lookUp(InetSocketAddress epmd, String name, Deadline deadline) throws IOException {
        OptionalInt port = askEpmd(epmd, name, deadline);
        if (port.isEmpty()) {
            throw new IOException(at(epmd) + " knows no node of the name " + name + known(epmd, deadline));
        }
        return port.getAsInt();
    }

    /// What that epmd knows instead, for whoever mistyped a name.
    private static String known(InetSocketAddress epmd, Deadline deadline) {
        try {
            List<String> names = Epmd.names(epmd, deadline).keySet().stream()
                    .filter(PRINTABLE)
                    .sorted()
                    .toList();
            if (names.isEmpty()) {
                return ", and no other either";
            }
            String some = String.join(", ", names.subList(0, Math.min(names.size(), MOST_NAMES)));
            return ", only " + some
                    + (names.size() > MOST_NAMES ? " and " + (names.size() - MOST_NAMES) + " more" : "");
        } catch (IOException _) {
            return "";
        }
    }

    private static OptionalInt askEpmd(InetSocketAddress epmd, String name, Deadline deadline) throws IOException {
        try {
            return Epmd.lookUp(epmd, name, deadline);
        } catch (ConnectException e) {
            throw new IOException(
                    "no " + at(epmd) + " answers (" + e.getMessage() + "): no Erlang node runs there, or a firewall "
                            + "stands between",
                    e);
        } catch (IOException e) {
            throw new IOException(at(epmd) + " gave no answer: " + e.getMessage(), e);
        }
    }

    private static String at(InetSocketAddress epmd) {
        return "epmd at " + epmd.getAddress().getHostAddress() + ":" + epmd.getPort();
    }

    private List<InetAddress> addresses(String host) throws IOException {
        List<InetAddress> known = config.hosts().get(host);
        if (known != null) {
            return known;
        }
        try {
            return List.of(InetAddress.getAllByName(host));
        } catch (UnknownHostException e) {
            throw new IOException(
                    "there is no host of the name " + host + ", neither in DNS nor in the table of hosts: check "
                            + "what stands behind the '@'",
                    e);
        }
    }
}
