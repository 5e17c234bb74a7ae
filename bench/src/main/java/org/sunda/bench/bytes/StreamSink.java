package org.sunda.bench.bytes;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/// A Sunda output for those who know streams only.
final class StreamSink implements Sink {
    private final SundaSink sink;
    private final OutputStream stream;

    StreamSink(SundaSink sink) {
        this.sink = sink;
        this.stream = sink.stream();
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        stream.write(bytes, 0, bytes.length);
    }

    @Override
    public OutputStream stream() {
        return stream;
    }

    @Override
    public void finish() {
        sink.finish();
    }

    @Override
    public long size() {
        return sink.size();
    }

    @Override
    public Source source() {
        InputStream input = sink.inputStream();
        return into -> input.readNBytes(into, 0, into.length);
    }

    @Override
    public void close() {
        sink.close();
    }
}
