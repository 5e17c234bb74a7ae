package org.sunda.term;

import java.math.BigInteger;

/// An integer that fits into a `long`.
public record SmallInt(long value) implements Int {
    /// Bytes, characters, arities and small counts are what lists and tuples mostly hold: these are shared.
    private static final int LOWEST_SHARED = -128;

    private static final int HIGHEST_SHARED = 1023;
    private static final SmallInt[] SHARED = new SmallInt[HIGHEST_SHARED - LOWEST_SHARED + 1];

    static {
        for (int i = 0; i < SHARED.length; i++) {
            SHARED[i] = new SmallInt(LOWEST_SHARED + i);
        }
    }

    /// The integer of that value.
    public static SmallInt of(long value) {
        return value >= LOWEST_SHARED && value <= HIGHEST_SHARED
                ? SHARED[(int) value - LOWEST_SHARED]
                : new SmallInt(value);
    }

    @Override
    public BigInteger toBigInteger() {
        return BigInteger.valueOf(value);
    }

    @Override
    public long toLong() {
        return value;
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
