package org.sunda.mapper;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;

/// Makes the shape of a record.
final class RecordCompiler {
    private static final MethodHandles.Lookup OWN = MethodHandles.lookup();
    private static final String ELIXIR = "Elixir.";

    private final Policy policy;
    private final Function<JavaType, Shape> shapes;

    /// @param shapes what makes the shapes of components
    RecordCompiler(Policy policy, Function<JavaType, Shape> shapes) {
        this.policy = policy;
        this.shapes = shapes;
    }

    Shape compile(JavaType type) {
        Class<?> raw = type.raw();
        RecordClass record = takeApart(type);
        Mapped mapped = raw.getAnnotation(Mapped.class);
        Form form = mapped == null ? policy.records() : mapped.value();
        String name = mapped == null ? "" : mapped.name();
        return switch (form) {
            case RECORD -> new TupleRecord(record, Atom.of(name.isEmpty() ? Names.snake(raw.getSimpleName()) : name));
            case TUPLE -> new TupleRecord(record, null);
            case MAP -> map(record, variantMark(raw, name));
            case STRUCT -> map(record, structMark(raw, name));
        };
    }

    private MapRecord map(RecordClass record, MapRecord.@Nullable Mark mark) {
        Set<Atom> keys = new HashSet<>();
        if (mark != null) {
            keys.add(mark.key());
        }
        for (int i = 0; i < record.size(); i++) {
            Component component = record.component(i);
            if (!keys.add(component.key)) {
                throw new IllegalArgumentException("the key " + component.key + " is wanted twice in "
                        + record.type().getName() + ": give its component " + component.name + " another @Key");
            }
        }
        return new MapRecord(record, mark, policy.refusesUnknownKeys());
    }

    private MapRecord.Mark structMark(Class<?> raw, String name) {
        String module = name.isEmpty() ? raw.getSimpleName() : name;
        return new MapRecord.Mark(MapRecord.STRUCT, Atom.of(module.startsWith(ELIXIR) ? module : ELIXIR + module));
    }

    /// A map says which record it is only where others could stand: in a sealed interface.
    private MapRecord.@Nullable Mark variantMark(Class<?> raw, String name) {
        return isVariant(raw)
                ? new MapRecord.Mark(
                        Atom.of(policy.variantKey()), Atom.of(name.isEmpty() ? Names.snake(raw.getSimpleName()) : name))
                : null;
    }

    private static boolean isVariant(Class<?> type) {
        return Stream.of(type.getInterfaces()).anyMatch(parent -> parent.isSealed() || isVariant(parent));
    }

    private RecordClass takeApart(JavaType type) {
        Class<?> raw = type.raw();
        Map<TypeVariable<?>, JavaType> bindings = type.bindings();
        List<Component> components = new ArrayList<>();
        try {
            MethodHandles.Lookup lookup = lookup(raw);
            RecordComponent[] all = raw.getRecordComponents();
            Class<?>[] types = Stream.of(all).map(RecordComponent::getType).toArray(Class<?>[]::new);
            MethodHandle constructor = lookup.unreflectConstructor(raw.getDeclaredConstructor(types));
            for (RecordComponent component : all) {
                Shape shape = shape(raw, component, bindings);
                MethodHandle accessor = lookup.unreflect(component.getAccessor());
                components.add(Component.of(component.getName(), key(component), shape, accessor));
            }
            return new RecordClass(raw, components, constructor);
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException(
                    "Sunda may not look into " + raw.getName() + ": open its package ("
                            + "`opens " + raw.getPackageName()
                            + " to org.sunda;` in its module-info), or give the mapper's "
                            + "builder a lookup of that module: lookup(MethodHandles.lookup())",
                    e);
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(raw.getName() + " has no canonical constructor", e);
        }
    }

    private MethodHandles.Lookup lookup(Class<?> raw) throws IllegalAccessException {
        if (raw.getModule() == OWN.lookupClass().getModule()) {
            return MethodHandles.privateLookupIn(raw, OWN);
        }
        OWN.lookupClass().getModule().addReads(raw.getModule());
        try {
            return MethodHandles.privateLookupIn(raw, policy.lookup());
        } catch (IllegalAccessException _) {
            return MethodHandles.publicLookup();
        }
    }

    private Shape shape(Class<?> raw, RecordComponent component, Map<TypeVariable<?>, JavaType> bindings) {
        try {
            return shapes.apply(JavaType.of(component.getGenericType(), bindings));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    raw.getSimpleName() + "." + component.getName() + ": " + e.getMessage(), e);
        }
    }

    private static Atom key(RecordComponent component) {
        Key key = component.getAnnotation(Key.class);
        return Atom.of(key == null ? Names.snake(component.getName()) : key.value());
    }
}
