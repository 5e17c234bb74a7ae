package org.sunda.memory;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Objects;

/// An [Output] for those who write to streams and channels. All bytes are copied, so that buffers can be
/// used again. For one thread at a time.
///
/// Closing the adapter closes nothing else: what was written is taken from the output.
public final class OutputAdapter extends OutputStream implements WritableByteChannel {
    private static final int STAGING_BYTES = 16 * 1024;

    private final Output output;
    private final byte[] single = new byte[1];
    private byte[] staging = {};
    private boolean closed;

    /// Writes to that output, after what is there.
    public OutputAdapter(Output output) {
        this.output = output;
    }

    @Override
    public void write(int value) throws IOException {
        single[0] = (byte) value;
        write(single, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        requireOpen();
        output.write(bytes, offset, length);
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        requireOpen();
        int length = source.remaining();
        if (source.hasArray()) {
            output.write(source.array(), source.arrayOffset() + source.position(), length);
            source.position(source.limit());
            return length;
        }
        byte[] bytes = staging();
        while (source.hasRemaining()) {
            int part = Math.min(source.remaining(), bytes.length);
            source.get(bytes, 0, part);
            output.write(bytes, 0, part);
        }
        return length;
    }

    /// Writes all that a stream has.
    ///
    /// @param most how many bytes are taken; there is an error after one more, so that nobody fills the
    ///     memory
    /// @return how many there were
    /// @throws IOException from the stream, or when there is more
    public long writeAll(InputStream source, long most) throws IOException {
        requireOpen();
        byte[] bytes = staging();
        long total = 0;
        for (int read = source.read(bytes); read >= 0; read = source.read(bytes)) {
            total = add(total, read, most);
            output.write(bytes, 0, read);
        }
        return total;
    }

    /// Writes all that a blocking channel has, or all that another has at the moment.
    ///
    /// @param most how many bytes are taken; there is an error after one more, so that nobody fills the
    ///     memory
    /// @return how many there were
    /// @throws IOException from the channel, or when there is more
    public long writeAll(ReadableByteChannel source, long most) throws IOException {
        requireOpen();
        ByteBuffer buffer = ByteBuffer.wrap(staging());
        long total = 0;
        for (int read = source.read(buffer); read > 0; read = source.read(buffer)) {
            total = add(total, read, most);
            output.write(buffer.array(), 0, read);
            buffer.clear();
        }
        return total;
    }

    private static long add(long total, int read, long most) throws IOException {
        if (read > most - total) {
            throw new IOException("There are more than " + most
                    + " bytes to read, which is the most that was asked for: allow more, or refuse the sender.");
        }
        return total + read;
    }

    private byte[] staging() {
        if (staging.length == 0) {
            staging = new byte[STAGING_BYTES];
        }
        return staging;
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

    /// Refuses further bytes. The output stays as it is.
    @Override
    public void close() {
        closed = true;
    }
}
