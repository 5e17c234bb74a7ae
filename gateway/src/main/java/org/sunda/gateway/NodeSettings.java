package org.sunda.gateway;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Optional;
import org.sunda.gateway.config.Section;

/// The section `node`: who this node is, and where others find it.
///
/// @param listen the address and port to listen on; port 0 for any that is free
/// @param epmd where epmd serves this host
record NodeSettings(
        Optional<String> name,
        Optional<Path> cookieFile,
        Optional<InetSocketAddress> listen,
        Optional<InetSocketAddress> epmd) {
    private static final int MOST_PORT = 0xffff;

    static NodeSettings read(Section node) {
        return new NodeSettings(
                nodeName(node),
                node.path("cookie-file"),
                address(node, "listen", 0, "an address, or address:port, as 127.0.0.1 or 0.0.0.0:9100"),
                address(node, "epmd", 1, "address:port, as 127.0.0.1:4369"));
    }

    private static Optional<String> nodeName(Section node) {
        Optional<String> name = node.text("name");
        if (name.isPresent() && !isNodeName(name.get())) {
            node.mistake("name", "expected a node name as gw@localhost, found \"" + name.get() + "\"");
        }
        return name;
    }

    static boolean isNodeName(String text) {
        return text.matches("[^@\\s]+@[^@\\s]+");
    }

    /// @param leastPort 0 where the port may be missing
    private static Optional<InetSocketAddress> address(Section node, String key, int leastPort, String expected) {
        return node.text(key).flatMap(text -> {
            Optional<InetSocketAddress> address = address(text, leastPort);
            if (address.isEmpty()) {
                node.mistake(key, "expected " + expected + ", found \"" + text + "\"");
            }
            return address;
        });
    }

    private static Optional<InetSocketAddress> address(String text, int leastPort) {
        int colon = text.lastIndexOf(':');
        // The last colon of "::1" stands in the address; "[::1]:9100" has a port.
        boolean hasPort = colon >= 0 && (text.indexOf(':') == colon || text.charAt(colon - 1) == ']');
        String host = hasPort ? text.substring(0, colon) : text;
        try {
            int port = hasPort ? Integer.parseInt(text.substring(colon + 1)) : 0;
            return port < leastPort || port > MOST_PORT || host.isBlank()
                    ? Optional.empty()
                    : Optional.of(new InetSocketAddress(InetAddress.getByName(host), port));
        } catch (NumberFormatException | UnknownHostException e) {
            return Optional.empty();
        }
    }
}
