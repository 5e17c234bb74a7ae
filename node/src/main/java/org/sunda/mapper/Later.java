package org.sunda.mapper;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Stands for the shape of a type inside itself, while that is still being compiled.
final class Later extends Shape {
    private @Nullable Shape shape;

    void is(Shape compiled) {
        shape = compiled;
    }

    @Override
    Object read(Source in) {
        return Objects.requireNonNull(shape).read(in);
    }

    @Override
    void write(Object value, Sink out) {
        Objects.requireNonNull(shape).write(value, out);
    }

    /// Only something with a collection or an `Optional` in it contains itself.
    @Override
    boolean isDistinct() {
        return false;
    }
}
