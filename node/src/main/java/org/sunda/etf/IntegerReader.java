package org.sunda.etf;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import org.sunda.term.Int;

/// Reads integers. The digits of a big one are bytes, little endian, after a sign byte: 0 for positive, anything else
/// for negative, as the BEAM takes it.
final class IntegerReader {
    private IntegerReader() {}

    static Int integer(ByteCursor bytes, int tag, Limits limits) {
        return switch (tag) {
            case Tags.SMALL_INTEGER_EXT -> Int.of(bytes.unsignedByte());
            case Tags.INTEGER_EXT -> Int.of(bytes.signedInt());
            default -> {
                int length = bigLength(bytes, tag, limits);
                boolean negative = bytes.unsignedByte() != 0;
                if (length > Long.BYTES) {
                    yield Int.of(new BigInteger(negative ? -1 : 1, reversed(bytes.copy(length))));
                }
                long magnitude = magnitude(bytes, length);
                yield fits(negative, magnitude)
                        ? Int.of(negative ? -magnitude : magnitude)
                        : Int.of(new BigInteger(negative ? -1 : 1, bigEndian(magnitude)));
            }
        };
    }

    static long signed(ByteCursor bytes, int tag, Limits limits) {
        return switch (tag) {
            case Tags.SMALL_INTEGER_EXT -> bytes.unsignedByte();
            case Tags.INTEGER_EXT -> bytes.signedInt();
            default -> {
                int length = bigLength(bytes, tag, limits);
                boolean negative = bytes.unsignedByte() != 0;
                long magnitude = magnitude(bytes, length);
                if (!fits(negative, magnitude)) {
                    throw bytes.malformed("the integer does not fit into 64 bits");
                }
                yield negative ? -magnitude : magnitude;
            }
        };
    }

    static long unsigned(ByteCursor bytes, int tag, Limits limits) {
        boolean negative;
        long value;
        if (tag == Tags.SMALL_INTEGER_EXT || tag == Tags.INTEGER_EXT) {
            value = signed(bytes, tag, limits);
            negative = value < 0;
        } else {
            int length = bigLength(bytes, tag, limits);
            boolean sign = bytes.unsignedByte() != 0;
            value = magnitude(bytes, length);
            negative = sign && value != 0;
        }
        if (negative) {
            throw bytes.malformed("the integer must not be negative");
        }
        return value;
    }

    static void skip(ByteCursor bytes, int tag, Limits limits) {
        switch (tag) {
            case Tags.SMALL_INTEGER_EXT -> bytes.skip(Byte.BYTES);
            case Tags.INTEGER_EXT -> bytes.skip(Integer.BYTES);
            default -> bytes.skip(1L + bigLength(bytes, tag, limits));
        }
    }

    /// How many bytes the digits of a big integer take.
    private static int bigLength(ByteCursor bytes, int tag, Limits limits) {
        long length = switch (tag) {
            case Tags.SMALL_BIG_EXT -> bytes.unsignedByte();
            case Tags.LARGE_BIG_EXT -> bytes.unsignedInt();
            default -> throw bytes.unexpected("an integer");
        };
        if (length > limits.bigIntegerBytes()) {
            throw bytes.malformed(
                    "an integer of " + length + " bytes: the limit bigIntegerBytes is " + limits.bigIntegerBytes());
        }
        return (int) length;
    }

    /// The digits as an unsigned number of 64 bits.
    private static long magnitude(ByteCursor bytes, int length) {
        long value = 0;
        for (int i = 0; i < length; i++) {
            long digit = bytes.unsignedByte();
            if (i < Long.BYTES) {
                value |= digit << Byte.SIZE * i;
            } else if (digit != 0) {
                throw bytes.malformed("the integer does not fit into 64 bits");
            }
        }
        return value;
    }

    /// Whether sign and magnitude make a `long`: -2^63 is its own magnitude.
    private static boolean fits(boolean negative, long magnitude) {
        return magnitude >= 0 || negative && magnitude == Long.MIN_VALUE;
    }

    private static byte[] bigEndian(long magnitude) {
        return ByteBuffer.allocate(Long.BYTES).putLong(magnitude).array();
    }

    /// Those very bytes, from little endian to big endian or back.
    static byte[] reversed(byte[] bytes) {
        for (int low = 0, high = bytes.length - 1; low < high; low++, high--) {
            byte swap = bytes[low];
            bytes[low] = bytes[high];
            bytes[high] = swap;
        }
        return bytes;
    }
}
