package org.sunda.bench.bytes;

import java.io.OutputStream;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.TIOStreamTransport;

/// Takes bytes, few at a time, and keeps them all in memory.
interface Sink extends AutoCloseable {
    /// Takes all of these.
    void write(byte[] bytes) throws Exception;

    /// Takes what a library writes that knows streams only.
    OutputStream stream();

    /// Takes a Thrift structure, as a user of Thrift writes one to a stream.
    default void write(ThriftRows rows) throws Exception {
        rows.write(new TBinaryProtocol(new TIOStreamTransport(stream())));
    }

    /// Does what its user has to do before the bytes can be used.
    default void finish() {}

    /// How many bytes it has taken.
    long size();

    /// The length of the one piece of memory in which everything lies, which is copied whenever that grows; 0 where
    /// there is no such piece.
    default long copiedPiece() {
        return 0;
    }

    /// Reads back what was written, after [#finish].
    Source source();

    /// Gives the memory back. Garbage collected memory is simply forgotten.
    @Override
    default void close() {}

    /// What was written, from its first byte.
    interface Source {
        /// Fills the array with the next bytes.
        void read(byte[] into) throws Exception;
    }
}
