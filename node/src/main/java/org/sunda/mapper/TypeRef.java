package org.sunda.mapper;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Map;

/// A type with its arguments, which a `Class` cannot say: `new TypeRef<List<Order>>() {}`. Making one takes
/// some microseconds, so keep it in a constant.
///
/// @param <T> the type
public abstract class TypeRef<T> {
    private final Type type;
    private final JavaType resolved;

    /// The type that stands between the angle brackets of the subclass.
    protected TypeRef() {
        if (!(getClass().getGenericSuperclass() instanceof ParameterizedType superclass)) {
            throw new IllegalArgumentException("a TypeRef names its type: new TypeRef<List<Order>>() {}");
        }
        this.type = superclass.getActualTypeArguments()[0];
        this.resolved = JavaType.of(type, Map.of());
    }

    private TypeRef(Type type) {
        this.type = type;
        this.resolved = JavaType.of(type, Map.of());
    }

    /// The type that reflection answered.
    public static TypeRef<?> of(Type type) {
        return new TypeRef<>(type) {};
    }

    /// The type.
    public final Type type() {
        return type;
    }

    final JavaType resolved() {
        return resolved;
    }
}
