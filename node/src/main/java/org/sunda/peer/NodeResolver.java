package org.sunda.peer;

import java.io.IOException;
import java.net.SocketAddress;
import java.util.List;

/// One's own way to find where a node listens: a service registry, a file, a naming rule.
@FunctionalInterface
public interface NodeResolver {
    /// Where that node listens, best address first: each is tried until one answers. None when this
    /// resolver does not know the node; then epmd is asked. May block: each attempt to connect has a thread
    /// of its own, and several may come at once.
    ///
    /// @param node the full name, `orders@10.0.0.8`
    /// @return an [java.net.InetSocketAddress], which may be unresolved: then DNS is asked each time; or a
    ///     [java.net.UnixDomainSocketAddress]
    /// @throws IOException when the attempt to connect is to fail for that reason
    List<? extends SocketAddress> resolve(String node) throws IOException;
}
