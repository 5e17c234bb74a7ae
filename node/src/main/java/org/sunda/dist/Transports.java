package org.sunda.dist;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
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

    /// Sends small messages at once, where that is not so anyway.
    static void hurry(SocketChannel channel) throws IOException {
        if (channel.supportedOptions().contains(StandardSocketOptions.TCP_NODELAY)) {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }
    }

    /// Whether a channel is a Unix domain socket: who may open its file is already told from others, so it
    /// needs no TLS.
    private static boolean isLocal(SocketChannel channel) throws IOException {
        return channel.getLocalAddress() instanceof UnixDomainSocketAddress;
    }

    /// For a connection that a peer has made.
    Transport accepted(SocketChannel channel) throws IOException {
        return tls == null || isLocal(channel) ? new PlainTransport(channel) : TlsTransport.accepting(channel, tls);
    }

    /// For a connection that this node has made.
    Transport dialled(SocketChannel channel, Atom node) throws IOException {
        return tls == null || isLocal(channel)
                ? new PlainTransport(channel)
                : TlsTransport.connecting(channel, tls, node);
    }
}
