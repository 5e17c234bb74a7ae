package org.sunda.dist;

import java.io.IOException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;

/// One attempt of this node to connect to another; there is at most one per peer at a time.
final class Attempt {
    private final Atom node;

    /// Guarded by `this`.
    private @Nullable SocketChannel channel;

    /// Guarded by `this`: why the attempt was cancelled; null while it was not.
    private @Nullable String cancelled;

    /// Guarded by the lock of the [PeerBook]: something may have left for the peer, which has not
    /// refused it.
    private boolean dialling;

    /// Guarded by the lock of the [PeerBook]: why it failed; null while it goes on, and when it did not
    /// fail.
    private @Nullable String failure;

    Attempt(Atom node) {
        this.node = node;
    }

    Atom node() {
        return node;
    }

    boolean isDialling() {
        return dialling;
    }

    void dial() {
        dialling = true;
    }

    void giveWay() {
        dialling = false;
    }

    @Nullable
    String failure() {
        return failure;
    }

    void fail(String sentence) {
        failure = sentence;
    }

    /// The channel of this attempt, to be closed when the attempt is cancelled.
    ///
    /// @throws AsynchronousCloseException when it has been cancelled already
    synchronized void use(SocketChannel opened) throws AsynchronousCloseException {
        if (cancelled != null) {
            throw new AsynchronousCloseException();
        }
        channel = opened;
    }

    /// Ends the attempt, soon.
    ///
    /// @param reason one sentence
    synchronized void cancel(String reason) {
        if (cancelled == null) {
            cancelled = reason;
        }
        SocketChannel open = channel;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                System.getLogger("org.sunda.dist")
                        .log(
                                System.Logger.Level.DEBUG,
                                "could not close the channel to {0}: {1}",
                                node,
                                e.getMessage());
            }
        }
    }

    /// Why the attempt was cancelled, or null when it was not.
    synchronized @Nullable String cancelled() {
        return cancelled;
    }
}
