package org.sunda.dist;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;

/// A connection that another node makes to this one, while it is in the handshake.
final class Inbound {
    private final SocketChannel channel;

    /// What the peer says its name is; used by the thread of the handshake only.
    private @Nullable Atom claimedName;

    private volatile boolean evicted;

    Inbound(SocketChannel channel) {
        this.channel = channel;
    }

    SocketChannel channel() {
        return channel;
    }

    @Nullable
    Atom claimedName() {
        return claimedName;
    }

    void claimedName(Atom name) {
        claimedName = name;
    }

    /// Closes it because there are too many.
    void evict() {
        evicted = true;
        close();
    }

    boolean isEvicted() {
        return evicted;
    }

    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            System.getLogger("org.sunda.dist")
                    .log(System.Logger.Level.DEBUG, "could not close an accepted channel: {0}", e.getMessage());
        }
    }
}
