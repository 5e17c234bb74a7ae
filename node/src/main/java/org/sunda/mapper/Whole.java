package org.sunda.mapper;

/// `byte`, `short`, `int` and `long`, boxed or not: integers that are checked to fit.
final class Whole extends Shape {
    static final Whole BYTE = new Whole(byte.class, Byte.MIN_VALUE, Byte.MAX_VALUE);
    static final Whole SHORT = new Whole(short.class, Short.MIN_VALUE, Short.MAX_VALUE);
    static final Whole INT = new Whole(int.class, Integer.MIN_VALUE, Integer.MAX_VALUE);
    static final Whole LONG = new Whole(long.class, Long.MIN_VALUE, Long.MAX_VALUE);

    private final Class<?> type;
    private final long least;
    private final long most;
    private final String range;

    private Whole(Class<?> type, long least, long most) {
        this.type = type;
        this.least = least;
        this.most = most;
        this.range = "an integer from " + least + " to " + most;
    }

    /// Reads the number, unboxed.
    long readLong(Source in) {
        in.require(Kind.INTEGER, "an integer");
        long value = in.readLong(range);
        if (value < least || value > most) {
            throw MappingException.expected(range, "the integer " + value);
        }
        return value;
    }

    @Override
    Object read(Source in) {
        long value = readLong(in);
        return type == long.class
                ? (Object) value
                : type == int.class
                        ? (Object) (int) value
                        : type == short.class ? (Object) (short) value : (byte) value;
    }

    @Override
    void write(Object value, Sink out) {
        out.integer(((Number) value).longValue());
    }
}
