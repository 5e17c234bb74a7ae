package org.sunda.bench.bytes;

import java.io.IOException;
import java.io.OutputStream;

/// Another sink, written through its stream only.
final class StreamSink implements Sink {
    private final Sink sink;
    private final OutputStream stream;

    StreamSink(Sink sink) {
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
        return sink.source();
    }

    @Override
    public void close() {
        sink.close();
    }
}
