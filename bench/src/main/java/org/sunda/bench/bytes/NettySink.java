package org.sunda.bench.bytes;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufOutputStream;
import io.netty.buffer.CompositeByteBuf;
import java.io.OutputStream;

/// A buffer of Netty's default allocator, off heap, written by its own `writeBytes`. A composite buffer grows by adding
/// components, which are never put together: it may have as many as there can be.
final class NettySink implements Sink {
    private final ByteBuf buffer;

    private NettySink(ByteBuf buffer) {
        this.buffer = buffer;
    }

    static NettySink composite() {
        return new NettySink(ByteBufAllocator.DEFAULT.compositeDirectBuffer(Integer.MAX_VALUE));
    }

    static NettySink plain() {
        return new NettySink(ByteBufAllocator.DEFAULT.directBuffer());
    }

    @Override
    public void write(byte[] bytes) {
        buffer.writeBytes(bytes, 0, bytes.length);
    }

    @Override
    public OutputStream stream() {
        return new ByteBufOutputStream(buffer);
    }

    @Override
    public long size() {
        return buffer.writerIndex();
    }

    @Override
    public long copiedPiece() {
        return buffer instanceof CompositeByteBuf ? 0 : buffer.capacity();
    }

    @Override
    public Source source() {
        return into -> buffer.readBytes(into, 0, into.length);
    }

    @Override
    public void close() {
        buffer.release();
    }
}
