package org.sunda.mapper;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;

/// A component of a record: read into a slot, written by its accessor. Numbers are not boxed on the way.
abstract sealed class Component {
    /// Its name in Java.
    final String name;

    /// Its key in a map.
    final Atom key;

    final Shape shape;

    private Component(String name, Atom key, Shape shape) {
        this.name = name;
        this.key = key;
        this.shape = shape;
    }

    /// @param accessor from the record to the value
    static Component of(String name, Atom key, Shape shape, MethodHandle accessor) {
        Class<?> type = accessor.type().returnType();
        if (type.isPrimitive() && shape instanceof Whole whole) {
            return new OfWhole(name, key, whole, accessor);
        }
        if (type.isPrimitive() && shape instanceof Real real) {
            return new OfReal(name, key, real, accessor);
        }
        return new OfObject(name, key, shape, accessor);
    }

    final void read(Source in, Slots slots, int index) {
        try {
            fill(in, slots, index);
        } catch (MappingException e) {
            throw e.in(name);
        }
    }

    final void write(Object record, Sink out) {
        try {
            writeOf(record, out);
        } catch (MappingException e) {
            throw e.in(name);
        }
    }

    abstract void fill(Source in, Slots slots, int index);

    abstract void writeOf(Object record, Sink out);

    /// From the slots to the value, as a constructor wants it.
    abstract MethodHandle fromSlots(int index, Class<?> type);

    private static MethodHandle slot(String method, Class<?> type, int index) {
        try {
            MethodHandle slot =
                    MethodHandles.lookup().findVirtual(Slots.class, method, MethodType.methodType(type, int.class));
            return MethodHandles.insertArguments(slot, 1, index);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the slots have no method " + method, e);
        }
    }

    static RuntimeException thrown(Throwable e) {
        return switch (e) {
            case MappingException mapping -> mapping;
            case Error error -> throw error;
            default -> new MappingException("its accessor threw " + e, e);
        };
    }

    private static final class OfWhole extends Component {
        private final Whole whole;
        private final MethodHandle accessor;

        OfWhole(String name, Atom key, Whole whole, MethodHandle accessor) {
            super(name, key, whole);
            this.whole = whole;
            this.accessor = accessor.asType(MethodType.methodType(long.class, Object.class));
        }

        @Override
        void fill(Source in, Slots slots, int index) {
            slots.fill(index, whole.readLong(in));
        }

        @Override
        void writeOf(Object record, Sink out) {
            long value;
            try {
                value = (long) accessor.invokeExact(record);
            } catch (Throwable e) {
                throw thrown(e);
            }
            out.integer(value);
        }

        @Override
        MethodHandle fromSlots(int index, Class<?> type) {
            return MethodHandles.explicitCastArguments(
                    slot("whole", long.class, index), MethodType.methodType(type, Slots.class));
        }
    }

    private static final class OfReal extends Component {
        private final Real real;
        private final MethodHandle accessor;

        OfReal(String name, Atom key, Real real, MethodHandle accessor) {
            super(name, key, real);
            this.real = real;
            this.accessor = accessor.asType(MethodType.methodType(double.class, Object.class));
        }

        @Override
        void fill(Source in, Slots slots, int index) {
            slots.fill(index, real.readDouble(in));
        }

        @Override
        void writeOf(Object record, Sink out) {
            double value;
            try {
                value = (double) accessor.invokeExact(record);
            } catch (Throwable e) {
                throw thrown(e);
            }
            real.writeDouble(value, out);
        }

        @Override
        MethodHandle fromSlots(int index, Class<?> type) {
            return MethodHandles.explicitCastArguments(
                    slot("real", double.class, index), MethodType.methodType(type, Slots.class));
        }
    }

    private static final class OfObject extends Component {
        private final MethodHandle accessor;

        OfObject(String name, Atom key, Shape shape, MethodHandle accessor) {
            super(name, key, shape);
            this.accessor = accessor.asType(MethodType.methodType(Object.class, Object.class));
        }

        @Override
        void fill(Source in, Slots slots, int index) {
            slots.fill(index, shape.read(in));
        }

        @Override
        void writeOf(Object record, Sink out) {
            Object value;
            try {
                value = (@Nullable Object) accessor.invokeExact(record);
            } catch (Throwable e) {
                throw thrown(e);
            }
            ListShape.write(value, shape, out);
        }

        @Override
        MethodHandle fromSlots(int index, Class<?> type) {
            return slot("object", Object.class, index).asType(MethodType.methodType(type, Slots.class));
        }
    }
}
