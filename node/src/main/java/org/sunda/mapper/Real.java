package org.sunda.mapper;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.sunda.term.Atom;
import org.sunda.term.Int;
import org.sunda.term.SmallInt;

/// `double` and `float`, boxed or not: floats, and integers that are the same number. What Erlang's floats
/// lack is the atoms `nan`, `inf` and `'-inf'`, as in the gateway.
final class Real extends Shape {
    static final Real DOUBLE = new Real(false);
    static final Real FLOAT = new Real(true);

    private static final String EXPECTED = "a float or an integer";
    private static final Atom NAN = Atom.of("nan");
    private static final Atom INF = Atom.of("inf");
    private static final Atom MINUS_INF = Atom.of("-inf");

    /// Beyond it not every integer is a `double`, or a `float`.
    private static final long DOUBLE_EXACT = 1L << 53;

    private static final long FLOAT_EXACT = 1L << 24;

    private final boolean isSingle;
    private final long exact;

    private Real(boolean isSingle) {
        this.isSingle = isSingle;
        this.exact = isSingle ? FLOAT_EXACT : DOUBLE_EXACT;
    }

    /// Reads the number, unboxed.
    double readDouble(Source in) {
        return switch (in.kind()) {
            case FLOAT -> single(in.readDouble());
            case INTEGER -> exact((Int) in.readTerm());
            case ATOM -> special(in);
            case BINARY, LIST, TUPLE, MAP, PID, PORT, REFERENCE, FUN, RECORD -> throw in.unexpected(EXPECTED);
        };
    }

    private double single(double value) {
        if (isSingle && Double.isFinite(value) && Float.isInfinite((float) value)) {
            throw MappingException.expected("a float of 32 bits", "the float " + value);
        }
        return value;
    }

    private double exact(Int number) {
        if (number instanceof SmallInt(long small) && Math.abs(small) <= exact && small != Long.MIN_VALUE) {
            return small;
        }
        BigInteger integer = number.toBigInteger();
        double value = isSingle ? integer.floatValue() : integer.doubleValue();
        if (!Double.isFinite(value) || !new BigDecimal(value).toBigInteger().equals(integer)) {
            throw MappingException.expected("an integer that a float holds without rounding", Source.describe(number));
        }
        return value;
    }

    private static double special(Source in) {
        Atom atom = in.readAtom();
        if (atom.equals(NAN)) {
            return Double.NaN;
        }
        if (atom.equals(INF)) {
            return Double.POSITIVE_INFINITY;
        }
        if (atom.equals(MINUS_INF)) {
            return Double.NEGATIVE_INFINITY;
        }
        throw MappingException.expected(EXPECTED, Source.describe(atom));
    }

    void writeDouble(double value, Sink out) {
        if (Double.isFinite(value)) {
            out.real(value);
        } else {
            out.atom(Double.isNaN(value) ? NAN : value > 0 ? INF : MINUS_INF);
        }
    }

    @Override
    Object read(Source in) {
        double value = readDouble(in);
        return isSingle ? (Object) (float) value : (Object) value;
    }

    @Override
    void write(Object value, Sink out) {
        writeDouble(((Number) value).doubleValue(), out);
    }
}
