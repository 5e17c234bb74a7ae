package org.sunda.mapper;

import java.util.Arrays;

/// `int[]`, `long[]` and `double[]`, whose numbers are not boxed on their way.
final class NumberArray extends Shape {
    private final Class<?> component;

    NumberArray(Class<?> component) {
        this.component = component;
    }

    static boolean isOf(Class<?> component) {
        return component == int.class || component == long.class || component == double.class;
    }

    @Override
    Object read(Source in) {
        in.require(Kind.LIST, "a list");
        int count = in.openList();
        long[] bits = new long[Math.min(count, ListShape.FIRST_ROOM)];
        int size = 0;
        for (; count > 0; count = in.moreOfList()) {
            for (int i = 0; i < count; i++, size++) {
                if (size == bits.length) {
                    bits = Arrays.copyOf(bits, Math.max(ListShape.FIRST_ROOM, 2 * size));
                }
                bits[size] = readBits(size, in);
            }
        }
        in.end();
        return arrayOf(Arrays.copyOf(bits, size));
    }

    private long readBits(int index, Source in) {
        try {
            return component == double.class
                    ? Double.doubleToRawLongBits(Real.DOUBLE.readDouble(in))
                    : component == int.class ? Whole.INT.readLong(in) : Whole.LONG.readLong(in);
        } catch (MappingException e) {
            throw e.at(index);
        }
    }

    private Object arrayOf(long[] bits) {
        return component == double.class
                ? Arrays.stream(bits).mapToDouble(Double::longBitsToDouble).toArray()
                : component == int.class
                        ? Arrays.stream(bits).mapToInt(value -> (int) value).toArray()
                        : bits;
    }

    @Override
    void write(Object array, Sink out) {
        switch (array) {
            case int[] numbers -> {
                out.openList(numbers.length);
                for (int number : numbers) {
                    out.integer(number);
                }
            }
            case long[] numbers -> {
                out.openList(numbers.length);
                for (long number : numbers) {
                    out.integer(number);
                }
            }
            default -> {
                double[] numbers = (double[]) array;
                out.openList(numbers.length);
                for (double number : numbers) {
                    Real.DOUBLE.writeDouble(number, out);
                }
            }
        }
        out.endList();
    }
}
