package org.sunda.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A segment whose every byte says whose it is, so that nobody else can have written to it unnoticed.
record Piece(Segment segment, long stamp) {
    static Piece write(Segment segment, long stamp) {
        MemorySegment memory = segment.memory();
        memory.fill(fillOf(stamp));
        if (memory.byteSize() >= Long.BYTES) {
            memory.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, stamp);
        }
        return new Piece(segment, stamp);
    }

    void verify() {
        MemorySegment memory = segment.memory();
        if (memory.byteSize() < Long.BYTES) {
            return;
        }
        assertThat(memory.get(ValueLayout.JAVA_LONG_UNALIGNED, 0)).isEqualTo(stamp);
        long size = memory.byteSize();
        if (size > Long.BYTES) {
            assertThat(memory.get(ValueLayout.JAVA_BYTE, Long.BYTES)).isEqualTo(fillOf(stamp));
            // Equal to its neighbour, each of them: all equal to the first.
            long differs = MemorySegment.mismatch(memory, Long.BYTES, size - 1, memory, Long.BYTES + 1L, size);
            assertThat(differs).isEqualTo(-1);
        }
    }

    private static byte fillOf(long stamp) {
        return (byte) (stamp * 31);
    }
}
