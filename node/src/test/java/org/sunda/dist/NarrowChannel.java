package org.sunda.dist;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/// A channel that takes as much as there is room for, and keeps it. Any thread may say how much that is.
final class NarrowChannel implements WritableByteChannel {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private long room;
    private int writes;

    NarrowChannel(long room) {
        this.room = room;
    }

    /// How many more bytes it takes.
    synchronized void room(long bytes) {
        room = bytes;
    }

    @Override
    public synchronized int write(ByteBuffer source) {
        int count = (int) Math.min(room, source.remaining());
        byte[] bytes = new byte[count];
        source.get(bytes);
        written.writeBytes(bytes);
        room -= count;
        writes++;
        return count;
    }

    /// All that was written, or what was since the last [#take].
    synchronized byte[] written() {
        return written.toByteArray();
    }

    /// The same, which is then forgotten.
    synchronized byte[] take() {
        byte[] all = written();
        written.reset();
        return all;
    }

    synchronized int writes() {
        return writes;
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void close() {}
}
