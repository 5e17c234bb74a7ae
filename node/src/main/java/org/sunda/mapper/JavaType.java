package org.sunda.mapper;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A type without variables: a class and its arguments. That of an array has its component as argument.
record JavaType(Class<?> raw, List<JavaType> arguments) {

    static JavaType of(Class<?> plain) {
        return plain.isArray() ? arrayOf(of(plain.getComponentType())) : new JavaType(plain, List.of());
    }

    /// @param bindings what stands for variables; a variable that is not there is what it extends
    static JavaType of(Type type, Map<TypeVariable<?>, JavaType> bindings) {
        return switch (type) {
            case Class<?> plain -> of(plain);
            case ParameterizedType generic ->
                new JavaType(
                        (Class<?>) generic.getRawType(),
                        Arrays.stream(generic.getActualTypeArguments())
                                .map(argument -> of(argument, bindings))
                                .toList());
            case GenericArrayType array -> arrayOf(of(array.getGenericComponentType(), bindings));
            case WildcardType wildcard -> of(wildcard.getUpperBounds()[0], bindings);
            case TypeVariable<?> variable -> {
                JavaType bound = bindings.get(variable);
                yield bound != null ? bound : of(erased(variable.getBounds()[0]));
            }
            default -> throw new IllegalArgumentException("a kind of type that is not known: " + type);
        };
    }

    private static JavaType arrayOf(JavaType component) {
        return new JavaType(component.raw.arrayType(), List.of(component));
    }

    /// A variable may extend something that contains the variable.
    private static Class<?> erased(Type type) {
        return switch (type) {
            case Class<?> plain -> plain;
            case ParameterizedType generic -> (Class<?>) generic.getRawType();
            case TypeVariable<?> variable -> erased(variable.getBounds()[0]);
            default -> Object.class;
        };
    }

    /// An argument; `Object` where a raw type has none.
    JavaType argument(int index) {
        return index < arguments.size() ? arguments.get(index) : of(Object.class);
    }

    /// What stands for the variables of the class.
    Map<TypeVariable<?>, JavaType> bindings() {
        TypeVariable<?>[] variables = raw.getTypeParameters();
        Map<TypeVariable<?>, JavaType> bindings = new HashMap<>();
        for (int i = 0; i < Math.min(variables.length, arguments.size()); i++) {
            bindings.put(variables[i], arguments.get(i));
        }
        return bindings;
    }

    /// A class that extends or implements this type directly, with the arguments that follow from it:
    /// `Ok<T> implements Result<T>` is `Ok<Order>` below `Result<Order>`.
    JavaType below(Class<?> subclass) {
        Map<TypeVariable<?>, JavaType> bindings = new HashMap<>();
        Stream.of(subclass.getGenericInterfaces())
                .filter(ParameterizedType.class::isInstance)
                .map(ParameterizedType.class::cast)
                .filter(parent -> parent.getRawType() == raw)
                .forEach(parent -> bind(parent.getActualTypeArguments(), bindings));
        List<JavaType> known = Stream.of(subclass.getTypeParameters())
                .map(variable -> of(variable, bindings))
                .toList();
        return new JavaType(subclass, known);
    }

    private void bind(Type[] parameters, Map<TypeVariable<?>, JavaType> bindings) {
        for (int i = 0; i < Math.min(parameters.length, arguments.size()); i++) {
            if (parameters[i] instanceof TypeVariable<?> variable) {
                bindings.put(variable, arguments.get(i));
            }
        }
    }

    @Override
    public String toString() {
        if (raw.isArray()) {
            return argument(0) + "[]";
        }
        String arguments = this.arguments.isEmpty()
                ? ""
                : "<"
                        + String.join(
                                ", ",
                                this.arguments.stream().map(JavaType::toString).toList()) + ">";
        return raw.getTypeName() + arguments;
    }
}
