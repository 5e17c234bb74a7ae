package org.sunda.gateway.java;

import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sunda.gateway.value.Times;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.MapTerm;
import org.sunda.term.Term;

/// Which terms fit which Java types, and how well. The numbers are the ranks of docs/gateway.md: the overload with the
/// smallest sum is called.
final class Conversions {
    private static final int SECOND_CHOICE = 1;
    private static final int UNUSUAL_LIST = 2;
    private static final int TERM_ITSELF = 8;

    /// A list of anything is what a list is; only a list of just the right type is better.
    private static final int OBJECT_INSIDE = 2;

    /// For what is inside a parameter of type `Object`.
    static final Conversion LIST_OF_OBJECTS = new ToList(orNull(Scalars::object));

    static final Conversion MAP_OF_OBJECTS = new ToMap(orNull(Scalars::object), orNull(Scalars::object));

    private Conversions() {}

    /// The conversion to that type; empty when no term can become one.
    static Optional<Conversion> to(Type type) {
        return switch (type) {
            case Class<?> plain when plain.isArray() -> toArray(plain, plain.getComponentType());
            case Class<?> plain -> toClass(plain, new Type[0]);
            case ParameterizedType generic
            when generic.getRawType() instanceof Class<?> raw -> toClass(raw, generic.getActualTypeArguments());
            case GenericArrayType array -> toArray(Object[].class, array.getGenericComponentType());
            case WildcardType wildcard -> to(wildcard.getUpperBounds()[0]);
            case TypeVariable<?> variable -> to(variable.getBounds()[0]);
            default -> Optional.empty();
        };
    }

    private static Optional<Conversion> toClass(Class<?> type, Type[] arguments) {
        if (type == List.class || type == Collection.class || type == Iterable.class) {
            return element(arguments, 0).map(elements -> orNull(new ToList(elements)));
        }
        if (type == Set.class) {
            return element(arguments, 0).map(elements -> orNull(new ToSet(new ToList(elements))));
        }
        if (type == Map.class) {
            return element(arguments, 0)
                    .flatMap(keys -> element(arguments, 1).map(values -> orNull(new ToMap(keys, values))));
        }
        if (Term.class.isAssignableFrom(type)) {
            return Optional.of((term, _) -> type.isInstance(term) ? new Fit(term, TERM_ITSELF) : null);
        }
        return Optional.ofNullable(Scalars.to(type)).or(() -> toTime(type));
    }

    private static Optional<Conversion> element(Type[] arguments, int index) {
        return to(index < arguments.length ? arguments[index] : Object.class);
    }

    private static Optional<Conversion> toTime(Class<?> type) {
        if (type == LocalDate.class) {
            return Optional.of(orNull((term, _) -> fit(Times.toDate(term))));
        }
        if (type == LocalTime.class) {
            return Optional.of(orNull((term, _) -> fit(Times.toTime(term))));
        }
        if (type == LocalDateTime.class) {
            return Optional.of(orNull((term, _) -> fit(Times.toTimestamp(term))));
        }
        if (type == Instant.class) {
            return Optional.of(orNull((term, _) -> fit(Times.toInstant(term))));
        }
        return Optional.empty();
    }

    private static @Nullable Fit fit(Optional<?> value) {
        return value.map(there -> new Fit(there, 0)).orElse(null);
    }

    /// The same for a type whose variables may be null.
    static Conversion orNull(Conversion conversion) {
        return (term, depth) -> {
            Fit fit = conversion.fit(term, depth);
            return fit == null && isNull(term) ? new Fit(null, SECOND_CHOICE) : fit;
        };
    }

    static boolean isNull(Term term) {
        return term instanceof Atom atom && (atom.is("null") || atom.is("nil") || atom.is("undefined"));
    }

    private static Optional<Conversion> toArray(Class<?> type, Type component) {
        Class<?> componentClass = type.getComponentType();
        Optional<Conversion> bytes = componentClass == byte.class ? Optional.of(Scalars::bytes) : Optional.empty();
        return to(component).map(elements -> {
            Conversion fromList = new ToArray(componentClass, new ToList(elements));
            return orNull(bytes.map(fromBinary -> either(fromBinary, fromList)).orElse(fromList));
        });
    }

    private static int inside(Fit fit) {
        return fit.cost() == Scalars.OBJECT ? OBJECT_INSIDE : fit.cost();
    }

    private static Conversion either(Conversion first, Conversion second) {
        return (term, depth) -> {
            Fit fit = first.fit(term, depth);
            return fit == null ? second.fit(term, depth) : fit;
        };
    }

    /// A proper list. It costs what its costliest element does.
    private record ToList(Conversion elements) implements Conversion {
        @Override
        public @Nullable Fit fit(Term term, int depth) {
            if (!(term instanceof ListTerm list) || !list.isProper() || depth == 0) {
                return null;
            }
            List<@Nullable Object> values = new ArrayList<>(list.size());
            int cost = 0;
            for (Term element : list) {
                Fit fit = elements.fit(element, depth - 1);
                if (fit == null) {
                    return null;
                }
                values.add(fit.value());
                cost = Math.max(cost, inside(fit));
            }
            return new Fit(values, cost);
        }
    }

    private record ToSet(ToList list) implements Conversion {
        @Override
        public @Nullable Fit fit(Term term, int depth) {
            Fit fit = list.fit(term, depth);
            return fit != null && fit.value() instanceof Collection<?> values
                    ? new Fit(new LinkedHashSet<>(values), UNUSUAL_LIST + fit.cost())
                    : null;
        }
    }

    private record ToArray(Class<?> component, ToList list) implements Conversion {
        @Override
        public @Nullable Fit fit(Term term, int depth) {
            Fit fit = list.fit(term, depth);
            if (fit == null || !(fit.value() instanceof List<?> values)) {
                return null;
            }
            Object array = Array.newInstance(component, values.size());
            for (int i = 0; i < values.size(); i++) {
                Array.set(array, i, values.get(i));
            }
            return new Fit(array, SECOND_CHOICE + fit.cost());
        }
    }

    private record ToMap(Conversion keys, Conversion values) implements Conversion {
        @Override
        public @Nullable Fit fit(Term term, int depth) {
            if (!(term instanceof MapTerm map) || depth == 0) {
                return null;
            }
            Map<@Nullable Object, @Nullable Object> entries = new LinkedHashMap<>();
            int cost = 0;
            for (int i = 0; i < map.size(); i++) {
                Fit key = keys.fit(map.key(i), depth - 1);
                Fit value = values.fit(map.value(i), depth - 1);
                if (key == null || value == null) {
                    return null;
                }
                entries.put(key.value(), value.value());
                cost = Math.max(cost, Math.max(inside(key), inside(value)));
            }
            return new Fit(entries, cost);
        }
    }
}
