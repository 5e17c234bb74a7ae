package org.sunda.faults;

import java.util.Arrays;
import org.sunda.term.Binary;
import org.sunda.term.Terms;

/// What a message carries: mostly little, sometimes as much as several fragments, and now and then a lot.
/// The number of the message decides, so both ends know. `sink.erl` has the same.
final class Payloads {
    private static final int LARGE = 700_000;
    private static final int MIDDLE = 90_000;
    private static final int SMALL = 16;

    private Payloads() {}

    private static int size(long number) {
        if (number % 499 == 0) {
            return LARGE;
        }
        return number % 37 == 0 ? MIDDLE : SMALL + (int) (number % 101);
    }

    private static byte fill(long number) {
        return (byte) (number % 251);
    }

    static Binary of(long number) {
        byte[] bytes = new byte[size(number)];
        Arrays.fill(bytes, fill(number));
        return Terms.binary(bytes);
    }

    static boolean isRight(Binary payload, long number) {
        int size = size(number);
        return payload.byteSize() == size
                && (byte) payload.byteAt(0) == fill(number)
                && (byte) payload.byteAt(size - 1) == fill(number);
    }
}
