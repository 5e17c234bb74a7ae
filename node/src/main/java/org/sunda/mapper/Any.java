package org.sunda.mapper;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.sunda.term.Term;

/// A value whose type is known only when it is there: `Object`, and a variable that nothing stands for. It
/// can be written, by its class; nothing says what should be read.
final class Any extends Shape {
    private final Shapes shapes;
    private final Shape list = new ListShape(this);
    private final Shape map = new MapShape(this, this, false);
    private final Shape optional;

    Any(Shapes shapes, Policy policy) {
        this.shapes = shapes;
        this.optional = new OptionalShape(Optional.class, this, policy.absent());
    }

    @Override
    Object read(Source in) {
        throw new IllegalArgumentException(
                "Object does not say what shall be read: name a type, or Term, which every term is");
    }

    @Override
    void write(Object value, Sink out) {
        switch (value) {
            case Term term -> out.term(term);
            case Collection<?> elements -> list.write(elements, out);
            case Map<?, ?> entries -> map.write(entries, out);
            case Optional<?> there -> optional.write(there, out);
            case Enum<?> constant -> shapes.of(constant.getDeclaringClass()).write(constant, out);
            default -> shapes.of(value.getClass()).write(value, out);
        }
    }

    @Override
    boolean isDistinct() {
        return false;
    }
}
