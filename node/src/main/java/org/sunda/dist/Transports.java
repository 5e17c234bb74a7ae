package org.sunda.dist;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;
import org.sunda.tls.TlsEngines;
import org.sunda.tls.TlsSettings;

/// Decides what carries the bytes of a connection.
///
/// @param tls null when this node speaks no TLS
record Transports(@Nullable TlsEngines tls) {

    /// @throws IOException when a file of the settings cannot be used
    static Transports of(@Nullable TlsSettings settings) throws IOException {
        return new Transports(settings == null ? null : TlsEngines.open(settings));
    }

    /// For a connection that a peer has made.
    Transport accepted(SocketChannel channel) {
        return tls == null ? new PlainTransport(channel) : TlsTransport.accepting(channel, tls);
    }

    /// For a connection that this node has made.
    Transport dialled(SocketChannel channel, Atom node) {
        return tls == null ? new PlainTransport(channel) : TlsTransport.connecting(channel, tls, node);
    }
}
