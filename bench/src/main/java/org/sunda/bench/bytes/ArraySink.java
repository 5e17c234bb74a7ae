package org.sunda.bench.bytes;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;

/// The JDK's own stream into memory. Most users take its bytes as an array, which is one more copy.
final class ArraySink implements Sink {
    private final Open stream = new Open();
    private final boolean taken;
    private byte[] array = {};

    /// A new one.
    ///
    /// @param taken whether the bytes are taken as an array at the end
    ArraySink(boolean taken) {
        this.taken = taken;
    }

    /// Shows its array, for counting and for reading without a copy.
    private static final class Open extends ByteArrayOutputStream {
        int capacity() {
            return buf.length;
        }

        InputStream input() {
            return new ByteArrayInputStream(buf, 0, count);
        }
    }

    @Override
    public void write(byte[] bytes) {
        stream.write(bytes, 0, bytes.length);
    }

    @Override
    public OutputStream stream() {
        return stream;
    }

    @Override
    public void finish() {
        if (taken) {
            array = stream.toByteArray();
        }
    }

    @Override
    public long size() {
        return taken ? array.length : stream.size();
    }

    @Override
    public long copiedPiece() {
        return stream.capacity();
    }

    @Override
    public Source source() {
        InputStream input = taken ? new ByteArrayInputStream(array) : stream.input();
        return into -> input.readNBytes(into, 0, into.length);
    }
}
