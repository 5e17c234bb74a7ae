package org.sunda.dist;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;

/// Carries the bytes of one connection: over its socket as they are, or inside TLS.
///
/// It blocks as long as its channel does: in the handshake, and no longer. One thread reads and one
/// writes at a time; both may do so at once.
interface Transport extends ByteChannel {
    /// What a selector watches.
    SocketChannel channel();

    /// Makes it ready for [#read] and [#write]: the handshake of TLS, where there is TLS.
    ///
    /// @throws HandshakeException when the other side speaks no TLS, or one of both does not trust the
    /// other
    void begin() throws IOException, HandshakeException;

    /// How long the length before a message of the handshake is (protocol section a.4).
    int lengthBytes();

    /// Why the other side may not have the name of that node, in one sentence; null when it may.
    @Nullable
    String refusal(Atom node);

    /// Reads what is there, as much as fits.
    ///
    /// @return how many bytes, 0 when none are there now, or -1 when no more will come
    @Override
    int read(ByteBuffer into) throws IOException;

    /// Writes. What it leaves in the buffer it may know already in another form: at the next call the same
    /// bytes come first.
    ///
    /// @return how many bytes have left; when fewer than there were, the channel takes no more now
    @Override
    int write(ByteBuffer from) throws IOException;

    /// Whether a read brings something even though the channel has nothing: then nobody may wait for the
    /// channel.
    boolean hasUnread();

    /// Whether something that no caller has written waits for the channel, an answer of TLS to TLS: when
    /// the channel can take it, a read sends it.
    boolean hasUnsent();
}
