package org.sunda.bench.bytes;

import org.sunda.bench.ByteSize;

/// What is written at a time.
enum Load {
    /// 2 bytes.
    BYTES_2(2),
    /// 16 bytes.
    BYTES_16(16),
    /// 256 bytes.
    BYTES_256(256),
    /// 4 KiB.
    BYTES_4K(4096),
    /// Whatever Thrift writes for [ThriftRows]: 1 to 16 bytes, on average about 3.
    THRIFT(0);

    private final int writeSize;

    Load(int writeSize) {
        this.writeSize = writeSize;
    }

    /// For the heading of a table.
    String label() {
        return this == THRIFT ? "a Thrift structure, field by field" : ByteSize.text(writeSize) + "B at a time";
    }

    /// The name of the part that measures it.
    String part() {
        return this == THRIFT ? "thrift" : ByteSize.text(writeSize);
    }

    /// How many bytes at a time; 0 when that varies.
    int writeSize() {
        return writeSize;
    }

    /// Writes about so many bytes, and answers how many the sink copied to grow; -1 when that was not watched.
    long fill(Sink sink, long total, Watch watch) throws Exception {
        if (this == THRIFT) {
            sink.write(new ThriftRows(total, watch));
            sink.finish();
            return -1;
        }
        return Filling.fill(sink, writeSize, total, watch);
    }
}
