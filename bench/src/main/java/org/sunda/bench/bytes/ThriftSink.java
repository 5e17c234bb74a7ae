package org.sunda.bench.bytes;

import java.io.OutputStream;
import org.apache.thrift.TSerializer;

/// Thrift's own way to bytes, the one of the report: a `TSerializer`, which answers with an array. It takes structures
/// only.
final class ThriftSink implements Sink {
    private byte[] bytes = {};

    @Override
    public void write(ThriftRows rows) throws Exception {
        bytes = new TSerializer().serialize(rows);
    }

    @Override
    public long size() {
        return bytes.length;
    }

    @Override
    public void write(byte[] single) {
        throw structuresOnly();
    }

    @Override
    public OutputStream stream() {
        throw structuresOnly();
    }

    @Override
    public Source source() {
        throw structuresOnly();
    }

    private static UnsupportedOperationException structuresOnly() {
        return new UnsupportedOperationException("TSerializer takes Thrift structures only");
    }
}
