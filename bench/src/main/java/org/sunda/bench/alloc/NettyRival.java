package org.sunda.bench.alloc;

import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import org.openjdk.jmh.infra.Blackhole;

/// Direct buffers of one of Netty's allocators, which all threads share.
final class NettyRival implements Rival {
    private static final ByteBufAllocator ADAPTIVE = new AdaptiveByteBufAllocator(true);

    private final ByteBufAllocator allocator;

    private NettyRival(ByteBufAllocator allocator) {
        this.allocator = allocator;
    }

    static NettyRival pooled() {
        return new NettyRival(PooledByteBufAllocator.DEFAULT);
    }

    static NettyRival adaptive() {
        return new NettyRival(ADAPTIVE);
    }

    @Override
    public void once(long size, Blackhole hole) {
        ByteBuf buffer = allocator.directBuffer((int) size, (int) size);
        buffer.setByte(0, MARK);
        hole.consume(buffer);
        buffer.release();
    }

    @Override
    public void allocate(Slots slots, int slot, long size) {
        ByteBuf buffer = allocator.directBuffer((int) size, (int) size);
        buffer.setByte(0, MARK);
        slots.handles[slot] = buffer;
    }

    @Override
    public void touch(Slots slots, int slot, long offset) {
        ((ByteBuf) slots.handle(slot)).setByte((int) offset, MARK);
    }

    @Override
    public void free(Slots slots, int slot) {
        ((ByteBuf) slots.handle(slot)).release();
    }
}
