package org.sunda.dist;

import org.sunda.term.Atom;

/// A node name in its two parts, `alive@host` (protocol section a.4).
///
/// @param alive what epmd knows the node by
/// @param host where the node is
record NodeName(String alive, String host) {

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

    /// What kind of name this is, and how `erl` asks for it.
    String kind() {
        return isLong() ? "a long name (host with a dot, erl -name)" : "a short name (host without a dot, erl -sname)";
    }
}
