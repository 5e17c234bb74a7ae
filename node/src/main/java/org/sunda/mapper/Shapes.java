package org.sunda.mapper;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/// The shapes of one mapper, each compiled when it is first asked for. For any number of threads: two that
/// ask at the same time may both compile.
final class Shapes {
    private final Policy policy;
    private final Any any;
    private final Map<JavaType, Shape> compiled = new ConcurrentHashMap<>();

    /// The way to a shape that is asked for most.
    private final ClassValue<Shape> ofClass = new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
            return of(JavaType.of(type));
        }
    };

    Shapes(Policy policy) {
        this.policy = policy;
        this.any = new Any(this, policy);
    }

    /// The shape of a class.
    ///
    /// @throws IllegalArgumentException when nothing is known that its values could be
    Shape of(Class<?> type) {
        return ofClass.get(type);
    }

    /// The shape of a type.
    ///
    /// @throws IllegalArgumentException when nothing is known that its values could be
    Shape of(JavaType type) {
        Shape shape = compiled.get(type);
        if (shape != null) {
            return shape;
        }
        Map<JavaType, Shape> made = new Compilation(policy, any).all(type);
        made.forEach(compiled::putIfAbsent);
        return Objects.requireNonNull(made.get(type));
    }

    /// The shape of what is known only when it is there.
    Any any() {
        return any;
    }
}
