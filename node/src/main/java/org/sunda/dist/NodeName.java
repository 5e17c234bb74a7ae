package org.sunda.dist;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.sunda.term.Atom;

/// A node name in its two parts, `alive@host` (protocol section a.4).
///
/// @param alive what epmd knows the node by
/// @param host where the node is
record NodeName(String alive, String host) {
    /// What a node has before its `@` until another one gives it a name.
    static final String UNDEFINED = "undefined";

    /// Splits a name.
    ///
    /// @throws IllegalArgumentException unless there is one `@` with something on both sides
    static NodeName of(Atom node) {
        String text = node.text();
        int at = text.indexOf('@');
        if (at <= 0 || at == text.length() - 1 || text.indexOf('@', at + 1) >= 0) {
            throw new IllegalArgumentException(
                    "a node name is one name and one host with '@' between them, as in java@localhost, not " + node);
        }
        return new NodeName(text.substring(0, at), text.substring(at + 1));
    }

    /// Whether the host has a dot: such names and others never mix in one cluster.
    boolean isLong() {
        return host.indexOf('.') >= 0;
    }

    /// A node of this machine that has no name yet, as `erl -sname undefined` and `-name undefined` call
    /// it.
    ///
    /// @param peer has the kind of name that the node is to have
    static Atom nameless(NodeName peer) {
        return Atom.of(UNDEFINED + "@" + ownHost(peer.isLong()));
    }

    private static String ownHost(boolean isLong) {
        try {
            InetAddress local = InetAddress.getLocalHost();
            String host =
                    isLong ? local.getCanonicalHostName() : local.getHostName().split("\\.", 2)[0];
            return !isLong || host.indexOf('.') >= 0 ? host : "127.0.0.1";
        } catch (UnknownHostException _) {
            return isLong ? "127.0.0.1" : "localhost";
        }
    }

    /// What kind of name this is, and how `erl` asks for it.
    String kind() {
        return isLong() ? "a long name (host with a dot, erl -name)" : "a short name (host without a dot, erl -sname)";
    }
}
