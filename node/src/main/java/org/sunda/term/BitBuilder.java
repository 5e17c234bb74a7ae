package org.sunda.term;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Gathers the bits of a bit string from left to right.
final class BitBuilder {
    private byte[] bytes = new byte[16];
    private long bits;

    /// Appends the lowest bits of a value, at most 8.
    void add(int value, int count) {
        int index = Math.toIntExact(bits / Byte.SIZE);
        int used = (int) (bits % Byte.SIZE);
        if (index + 1 >= bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.addExact(bytes.length, bytes.length / 2));
        }
        // The bits that the last byte has no room for go to the one after it.
        int window = (value & (0xff >> (Byte.SIZE - count))) << (2 * Byte.SIZE - used - count);
        bytes[index] |= (byte) (window >> Byte.SIZE);
        bytes[index + 1] |= (byte) window;
        bits += count;
    }

    /// Appends the first bits of a bit string.
    void add(Binary binary, long count) {
        long whole = count / Byte.SIZE;
        for (long i = 0; i < whole; i++) {
            add(binary.byteAt(i), Byte.SIZE);
        }
        int rest = (int) (count % Byte.SIZE);
        if (rest > 0) {
            add(binary.byteAt(whole) >> (Byte.SIZE - rest), rest);
        }
    }

    Binary toBinary() {
        if (bits == 0) {
            return Binary.EMPTY;
        }
        byte[] exact = Arrays.copyOf(bytes, (int) ((bits + Byte.SIZE - 1) / Byte.SIZE));
        int rest = (int) (bits % Byte.SIZE);
        return rest == 0 ? Binary.wrap(exact) : Binary.wrapBits(MemorySegment.ofArray(exact), rest);
    }
}
