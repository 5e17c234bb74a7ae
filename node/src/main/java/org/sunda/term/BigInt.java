package org.sunda.term;

import java.math.BigInteger;

/// An integer that does not fit into a `long`; made by [Int#of(BigInteger)].
public record BigInt(BigInteger value) implements Int {

    /// Refuses what [SmallInt] holds.
    public BigInt {
        if (value.bitLength() < Long.SIZE) {
            throw new IllegalArgumentException(value + " fits into a long: use Int.of");
        }
    }

    @Override
    public BigInteger toBigInteger() {
        return value;
    }

    @Override
    public long toLong() {
        return value.longValueExact();
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
