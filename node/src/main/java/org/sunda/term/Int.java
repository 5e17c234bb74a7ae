package org.sunda.term;

import java.math.BigInteger;

/// An integer of any size. [SmallInt] holds all that fit into a `long`, [BigInt] only those that do not, so that two
/// equal integers are always of one class.
public sealed interface Int extends Term permits SmallInt, BigInt {

    /// The integer of that value.
    static Int of(long value) {
        return SmallInt.of(value);
    }

    /// The integer of that value.
    static Int of(BigInteger value) {
        return value.bitLength() < Long.SIZE ? SmallInt.of(value.longValue()) : new BigInt(value);
    }

    /// The value, however large.
    BigInteger toBigInteger();

    /// The value as a `long`.
    ///
    /// @throws ArithmeticException when it does not fit
    long toLong();

    /// The value as an `int`.
    ///
    /// @throws ArithmeticException when it does not fit
    default int toInt() {
        return Math.toIntExact(toLong());
    }
}
