package org.sunda.mapper;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.sunda.term.Atom;

/// `Optional` and its kin: the value itself, or an atom that means "nothing". Whichever of those is
/// written, all are read.
final class OptionalShape extends Shape {
    private static final Atom NIL = Atom.of("nil");
    private static final Atom NULL = Atom.of("null");

    private final Class<?> type;
    private final Shape element;
    private final Atom absent;

    OptionalShape(Class<?> type, Shape element, Atom absent) {
        this.type = type;
        this.element = element;
        this.absent = absent;
    }

    /// Whether the atom means "nothing": in Erlang, in Elixir, or in what a database or JSON library made.
    static boolean isAbsent(Atom atom) {
        return atom.equals(Atom.UNDEFINED) || atom.equals(NIL) || atom.equals(NULL);
    }

    /// What is not there.
    Object empty() {
        return type == Optional.class
                ? Optional.empty()
                : type == OptionalInt.class
                        ? OptionalInt.empty()
                        : type == OptionalLong.class ? OptionalLong.empty() : OptionalDouble.empty();
    }

    @Override
    Object read(Source in) {
        if (in.kind() == Kind.ATOM) {
            Atom atom = in.readAtom();
            if (isAbsent(atom) || atom.equals(absent)) {
                return empty();
            }
            in.unread(atom);
        }
        Object value = element.read(in);
        return type == Optional.class
                ? Optional.of(value)
                : type == OptionalInt.class
                        ? OptionalInt.of((int) value)
                        : type == OptionalLong.class
                                ? OptionalLong.of((long) value)
                                : OptionalDouble.of((double) value);
    }

    @Override
    void write(Object value, Sink out) {
        switch (value) {
            case OptionalInt number when number.isPresent() -> out.integer(number.getAsInt());
            case OptionalLong number when number.isPresent() -> out.integer(number.getAsLong());
            case OptionalDouble number when number.isPresent() -> Real.DOUBLE.writeDouble(number.getAsDouble(), out);
            case Optional<?> there when there.isPresent() -> element.write(there.get(), out);
            default -> out.atom(absent);
        }
    }

    /// `Optional.of(undefined)` is nothing too.
    @Override
    boolean isDistinct() {
        return false;
    }
}
