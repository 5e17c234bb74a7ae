package org.sunda.bench.bytes;

import java.io.OutputStream;
import okio.Buffer;

/// okio's buffer: linked arrays of 8 KiB.
final class OkioSink implements Sink {
    private final Buffer buffer = new Buffer();

    @Override
    public void write(byte[] bytes) {
        buffer.write(bytes, 0, bytes.length);
    }

    @Override
    public OutputStream stream() {
        return buffer.outputStream();
    }

    @Override
    public long size() {
        return buffer.size();
    }

    /// Reading takes the bytes out of the buffer: what is read is given back.
    @Override
    public Source source() {
        return into -> buffer.readFully(into);
    }
}
