package org.sunda.memory;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ReadableByteChannel;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// An [Input] for those who read from streams and channels. For one thread at a time.
///
/// Closing the adapter closes nothing else: whoever owns the bytes releases them.
public final class InputAdapter extends InputStream implements ReadableByteChannel {
    private static final int STAGING_BYTES = 16 * 1024;
    private static final int END = -1;

    private Input input;
    private @Nullable Input mark;
    private boolean closed;

    /// Reads from that input, from where it is.
    public InputAdapter(Input input) {
        this.input = input;
    }

    @Override
    public int read() throws IOException {
        requireOpen();
        return input.remaining() == 0 ? END : input.readUnsignedByte();
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, target.length);
        requireOpen();
        if (length == 0) {
            return 0;
        }
        int part = (int) Math.min(length, input.remaining());
        if (part == 0) {
            return END;
        }
        input.read(target, offset, part);
        return part;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        requireOpen();
        int part = (int) Math.min(target.remaining(), input.remaining());
        if (part == 0) {
            return target.hasRemaining() ? END : 0;
        }
        MemorySegment to = MemorySegment.ofBuffer(target);
        long at = 0;
        for (MemorySegment from : input.readBytes(part).segments()) {
            MemorySegment.copy(from, 0, to, at, from.byteSize());
            at += from.byteSize();
        }
        target.position(target.position() + part);
        return part;
    }

    @Override
    public long skip(long length) throws IOException {
        requireOpen();
        long part = Math.clamp(length, 0, input.remaining());
        input.skip(part);
        return part;
    }

    /// All that is left, as far as an `int` can say so: nothing of it blocks.
    @Override
    public int available() throws IOException {
        requireOpen();
        return (int) Math.min(input.remaining(), Integer.MAX_VALUE);
    }

    @Override
    public boolean markSupported() {
        return true;
    }

    /// Remembers this place for good, whatever the limit says.
    @Override
    public void mark(int readLimit) {
        mark = input.fork();
    }

    @Override
    public void reset() throws IOException {
        requireOpen();
        if (mark == null) {
            throw new IOException("There is no mark to go back to: call mark() first.");
        }
        input = mark.fork();
    }

    @Override
    public long transferTo(OutputStream target) throws IOException {
        requireOpen();
        long length = input.remaining();
        byte[] staging = new byte[(int) Math.min(length, STAGING_BYTES)];
        for (MemorySegment each : input.readRest().segments()) {
            transfer(each, target, staging);
        }
        return length;
    }

    private static void transfer(MemorySegment from, OutputStream target, byte[] staging) throws IOException {
        long at = 0;
        while (at < from.byteSize()) {
            int part = (int) Math.min(from.byteSize() - at, staging.length);
            MemorySegment.copy(from, ValueLayout.JAVA_BYTE, at, staging, 0, part);
            target.write(staging, 0, part);
            at += part;
        }
    }

    private void requireOpen() throws ClosedChannelException {
        if (closed) {
            throw new ClosedChannelException();
        }
    }

    @Override
    public boolean isOpen() {
        return !closed;
    }

    /// Answers nothing more. The bytes stay as they are.
    @Override
    public void close() {
        closed = true;
    }
}
