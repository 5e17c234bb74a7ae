package org.sunda.mapper;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Where the components of a record wait until all are there and its constructor is called; those of a
/// record inside it wait above. Numbers are not boxed for it. Every slot that has been filled holds an
/// object, for a number [#NUMBER].
final class Slots {
    private static final int FIRST = 8;
    private static final Object NUMBER = new Object();

    private long[] numbers = {};
    private @Nullable Object[] objects = {};

    /// Where the innermost record has its first slot, and where the next one would have it.
    private int base;

    private int top;

    /// Opens so many slots for a record.
    ///
    /// @return what [#close] wants back
    int open(int size) {
        int outer = base;
        base = top;
        top += size;
        if (top > objects.length) {
            int room = Math.max(FIRST, Math.max(top, 2 * objects.length));
            numbers = Arrays.copyOf(numbers, room);
            objects = Arrays.copyOf(objects, room);
        }
        return outer;
    }

    /// Closes the slots of the innermost record.
    void close(int outer) {
        Arrays.fill(objects, base, top, null);
        top = base;
        base = outer;
    }

    boolean isFilled(int index) {
        return objects[base + index] != null;
    }

    void fill(int index, Object value) {
        objects[base + index] = value;
    }

    void fill(int index, long number) {
        numbers[base + index] = number;
        objects[base + index] = NUMBER;
    }

    void fill(int index, double number) {
        fill(index, Double.doubleToRawLongBits(number));
    }

    @Nullable
    Object object(int index) {
        return objects[base + index];
    }

    long whole(int index) {
        return numbers[base + index];
    }

    double real(int index) {
        return Double.longBitsToDouble(numbers[base + index]);
    }
}
