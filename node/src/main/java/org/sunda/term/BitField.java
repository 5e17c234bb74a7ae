package org.sunda.term;

import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/// One element of a binary in source text, `Value:Size/Types`: what its types say, and how it becomes bits. After
/// `erl_bits` and `eval_bits` of OTP 25.
final class BitField {
    private static final int HIGHEST_UNIT = 256;

    private enum Type {
        INTEGER(8, 1),
        FLOAT(64, 1),
        BINARY(0, 8),
        UTF8(0, 0),
        UTF16(0, 0),
        UTF32(0, 0);

        private final int size;
        private final int unit;

        Type(int size, int unit) {
            this.size = size;
            this.unit = unit;
        }

        boolean isUtf() {
            return unit == 0;
        }
    }

    private enum Sign {
        SIGNED,
        UNSIGNED
    }

    private final TermScanner.Place place;

    private @Nullable Type type;
    private @Nullable ByteOrder order;
    private @Nullable Sign sign;
    private @Nullable Integer unit;
    private @Nullable Long size;

    /// @param place where the element begins
    BitField(TermScanner.Place place) {
        this.place = place;
    }

    TermSyntaxException wrong(String problem) {
        return place.wrong(problem);
    }

    void size(Term value) {
        if (!(value instanceof Int number) || number.toBigInteger().signum() < 0) {
            throw wrong("the size of an element of a binary is an integer, 0 or more");
        }
        size = number instanceof SmallInt(long small) ? small : Long.MAX_VALUE;
    }

    void unit(Int value) {
        if (!(value instanceof SmallInt(long small)) || small < 1 || small > HIGHEST_UNIT) {
            throw wrong("the unit of an element of a binary is 1 to " + HIGHEST_UNIT);
        }
        unit = same(unit, (int) small);
    }

    void type(String name) {
        switch (name) {
            case "integer" -> type = same(type, Type.INTEGER);
            case "float" -> type = same(type, Type.FLOAT);
            case "utf8" -> type = same(type, Type.UTF8);
            case "utf16" -> type = same(type, Type.UTF16);
            case "utf32" -> type = same(type, Type.UTF32);
            case "binary" -> type = same(type, Type.BINARY);
            case "bytes" -> {
                type = same(type, Type.BINARY);
                unit = same(unit, 8);
            }
            case "bitstring", "bits" -> {
                type = same(type, Type.BINARY);
                unit = same(unit, 1);
            }
            case "big" -> order = same(order, ByteOrder.BIG_ENDIAN);
            case "little" -> order = same(order, ByteOrder.LITTLE_ENDIAN);
            case "native" -> order = same(order, ByteOrder.nativeOrder());
            case "signed" -> sign = same(sign, Sign.SIGNED);
            case "unsigned" -> sign = same(sign, Sign.UNSIGNED);
            default -> throw wrong("'" + name + "' is no type of an element of a binary");
        }
    }

    private <T> T same(@Nullable T before, T now) {
        if (before != null && !before.equals(now)) {
            throw wrong("the types of an element of a binary contradict each other");
        }
        return now;
    }

    /// Whether the element may have more bits than its text has room for, so that somebody must count them.
    boolean isSized() {
        return size != null || type == Type.BINARY;
    }

    /// How many bits the value takes.
    ///
    /// @param count how many values of these types there are: characters of a string, or 1
    /// @throws TermSyntaxException when the types do not go together, or not with the value
    long bits(Term value, int count) {
        Type type = type();
        if (type.isUtf() && (size != null || unit != null)) {
            throw wrong("utf8, utf16 and utf32 have neither size nor unit");
        }
        if (type == Type.BINARY) {
            return binaryBits(value);
        }
        if (size == null && unit != null) {
            throw wrong("a unit needs a size");
        }
        long bits = saturated(size == null ? type.size : size, unit == null ? type.unit : unit);
        if (type == Type.FLOAT && bits != Double.SIZE && bits != Float.SIZE && bits != Short.SIZE) {
            throw wrong("a float has 16, 32 or 64 bits");
        }
        return saturated(bits, count);
    }

    private Type type() {
        return type == null ? Type.INTEGER : type;
    }

    private static long saturated(long a, long b) {
        long high = Math.multiplyHigh(a, b);
        return high == 0 && a * b >= 0 ? a * b : Long.MAX_VALUE;
    }

    private long binaryBits(Term value) {
        if (!(value instanceof Binary binary)) {
            throw wrong("only a binary can have the type binary");
        }
        long all = binary.bitSize();
        int unitBits = unit == null ? Type.BINARY.unit : unit;
        if (size == null) {
            if (all % unitBits != 0) {
                throw wrong("the bits of the binary are no multiple of its unit");
            }
            return all;
        }
        long wanted = saturated(size, unitBits);
        if (wanted > all) {
            throw wrong("the binary is shorter than its size");
        }
        return wanted;
    }

    /// Appends the value in so many bits, as [#bits] counts them.
    void append(Term value, long bits, BitBuilder out) {
        switch (type()) {
            case INTEGER -> appendInteger(value, bits, out);
            case FLOAT -> appendFloat(value, bits, out);
            case BINARY -> out.add((Binary) value, bits);
            case UTF8 -> appendUtf8(character(value), out);
            case UTF16 -> appendUtf16(character(value), out);
            case UTF32 -> appendOctets(octets(character(value)), Integer.SIZE, out);
        }
    }

    private void appendInteger(Term value, long bits, BitBuilder out) {
        if (!(value instanceof Int number)) {
            throw wrong("expected an integer in the binary; others need a type, as in 1.5/float");
        }
        appendOctets(octets(number), bits, out);
    }

    private void appendFloat(Term value, long bits, BitBuilder out) {
        double number = switch (value) {
            case FloatTerm(double real) -> real;
            case Int integer -> integer.toBigInteger().doubleValue();
            case Atom _, Ref _, Fun _, Port _, Pid _, Tuple _, RecordTerm _, MapTerm _, ListTerm _, Binary _ ->
                throw wrong("only a number can have the type float");
        };
        if (Double.isInfinite(number)) {
            throw wrong("the integer is too large for a float");
        }
        long encoded;
        if (bits == Double.SIZE) {
            encoded = Double.doubleToLongBits(number);
        } else if (bits == Float.SIZE) {
            encoded = Float.floatToIntBits((float) number);
        } else {
            encoded = Float.floatToFloat16((float) number);
        }
        appendOctets(octets(encoded), bits, out);
    }

    /// The bytes of a number in two's complement, counted from the lowest.
    private static IntUnaryOperator octets(Int number) {
        return switch (number) {
            case SmallInt(long value) -> octets(value);
            case BigInt(BigInteger value) -> octets(value.toByteArray());
        };
    }

    private static IntUnaryOperator octets(long number) {
        return i -> (int) (number >> Math.min(i * Byte.SIZE, Long.SIZE - 1));
    }

    private static IntUnaryOperator octets(byte[] bigEndian) {
        int sign = bigEndian[0] >> (Byte.SIZE - 1);
        return i -> i < bigEndian.length ? bigEndian[bigEndian.length - 1 - i] : sign;
    }

    private void appendOctets(IntUnaryOperator octets, long bits, BitBuilder out) {
        int whole = Math.toIntExact(bits / Byte.SIZE);
        int rest = (int) (bits % Byte.SIZE);
        if (order == ByteOrder.LITTLE_ENDIAN) {
            for (int i = 0; i < whole; i++) {
                out.add(octets.applyAsInt(i), Byte.SIZE);
            }
        }
        if (rest > 0) {
            out.add(octets.applyAsInt(whole), rest);
        }
        if (order != ByteOrder.LITTLE_ENDIAN) {
            for (int i = whole - 1; i >= 0; i--) {
                out.add(octets.applyAsInt(i), Byte.SIZE);
            }
        }
    }

    private int character(Term value) {
        if (value instanceof SmallInt(long c)
                && c >= 0
                && c <= Character.MAX_CODE_POINT
                && (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)) {
            return (int) c;
        }
        throw wrong("only a Unicode character can have the type utf8, utf16 or utf32");
    }

    private static void appendUtf8(int c, BitBuilder out) {
        int length = BinaryText.utf8Length(c);
        if (length == 1) {
            out.add(c, Byte.SIZE);
            return;
        }
        out.add(0xf00 >> length | c >> 6 * (length - 1), Byte.SIZE);
        for (int i = length - 2; i >= 0; i--) {
            out.add(0x80 | c >> 6 * i & 0x3f, Byte.SIZE);
        }
    }

    private void appendUtf16(int c, BitBuilder out) {
        for (char unit : Character.toChars(c)) {
            appendOctets(octets(unit), Character.SIZE, out);
        }
    }
}
