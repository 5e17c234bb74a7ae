package org.sunda.dist;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;

/// The bytes of a connection as they are.
record PlainTransport(SocketChannel channel) implements Transport {
    @Override
    public void begin() {}

    @Override
    public int lengthBytes() {
        return Short.BYTES;
    }

    @Override
    public @Nullable String refusal(Atom node) {
        return null;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        return channel.read(into);
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        return channel.write(from);
    }

    @Override
    public boolean hasUnread() {
        return false;
    }

    @Override
    public boolean hasUnsent() {
        return false;
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
