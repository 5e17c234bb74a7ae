package org.sunda.mapper;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SequencedCollection;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Term;

/// Makes the shape of one type and of all that are in it.
final class Compilation {
    /// A generic record may contain itself with ever longer arguments.
    private static final int DEEPEST = 100;

    private final Policy policy;
    private final Any any;
    private final TextShape text;
    private final Map<JavaType, Shape> made = new HashMap<>();

    /// Sealed interfaces whose records were perhaps still being compiled.
    private final Map<Variants, Map<Class<?>, JavaType>> unfinished = new LinkedHashMap<>();

    /// What is being compiled, with what stands for it where it was met again inside itself.
    private final Map<JavaType, @Nullable Later> open = new LinkedHashMap<>();

    Compilation(Policy policy, Any any) {
        this.policy = policy;
        this.any = any;
        this.text = new TextShape(policy.text(), !policy.refusesAtomsAsText());
    }

    /// The shapes of the type and of all that are in it.
    Map<JavaType, Shape> all(JavaType type) {
        compile(type);
        unfinished.forEach(this::finish);
        return made;
    }

    private Shape compile(JavaType type) {
        Shape known = made.get(type);
        if (known != null) {
            return known;
        }
        if (open.containsKey(type)) {
            Later later = open.get(type);
            if (later == null) {
                later = new Later();
                open.put(type, later);
            }
            return later;
        }
        if (open.size() == DEEPEST) {
            throw new IllegalArgumentException(
                    "types contain each other " + DEEPEST + " levels deep, without an end: " + type);
        }
        open.put(type, null);
        Shape shape = shape(type);
        Later later = open.remove(type);
        if (later != null) {
            later.is(shape);
        }
        made.put(type, shape);
        return shape;
    }

    private Shape shape(JavaType type) {
        Class<?> raw = type.raw();
        if (raw.isArray()) {
            return array(type.argument(0));
        }
        if (Term.class.isAssignableFrom(raw)) {
            return Scalars.term(raw);
        }
        if (raw.isRecord()) {
            return new RecordCompiler(policy, this::compile).compile(type);
        }
        if (raw.isEnum()) {
            return new EnumShape(raw);
        }
        if (raw.isSealed()) {
            return sealed(type);
        }
        if (TimeShape.isFor(raw)) {
            return TimeShape.of(raw, struct -> compile(JavaType.of(struct)), policy.times());
        }
        Shape shape = scalar(raw);
        return shape != null ? shape : container(type);
    }

    private @Nullable Shape scalar(Class<?> raw) {
        return switch (raw.getName()) {
            case "byte", "java.lang.Byte" -> Whole.BYTE;
            case "short", "java.lang.Short" -> Whole.SHORT;
            case "int", "java.lang.Integer" -> Whole.INT;
            case "long", "java.lang.Long" -> Whole.LONG;
            case "float", "java.lang.Float" -> Real.FLOAT;
            case "double", "java.lang.Double" -> Real.DOUBLE;
            case "boolean", "java.lang.Boolean" -> Scalars.BOOLEAN;
            case "char", "java.lang.Character" -> Scalars.character(text);
            case "java.lang.String", "java.lang.CharSequence" -> text;
            case "java.math.BigInteger" -> Scalars.BIG_INTEGER;
            case "java.math.BigDecimal" -> Scalars.decimal(text);
            case "java.util.UUID" -> Scalars.uuid(text);
            case "java.lang.Object" -> any;
            default -> null;
        };
    }

    private Shape container(JavaType type) {
        Class<?> raw = type.raw();
        if (raw == List.class || raw == Collection.class || raw == Iterable.class || raw == SequencedCollection.class) {
            return new ListShape(compile(type.argument(0)));
        }
        if (raw == Set.class || raw == SequencedSet.class) {
            JavaType element = compared(type.argument(0));
            return new SetShape(compile(element), Term.class.isAssignableFrom(element.raw()));
        }
        if (raw == Map.class || raw == SequencedMap.class) {
            JavaType key = compared(type.argument(0));
            return new MapShape(compile(key), compile(type.argument(1)), Term.class.isAssignableFrom(key.raw()));
        }
        if (raw == Optional.class) {
            return optional(type.argument(0));
        }
        if (raw == OptionalInt.class) {
            return new OptionalShape(raw, Whole.INT, policy.absent());
        }
        if (raw == OptionalLong.class) {
            return new OptionalShape(raw, Whole.LONG, policy.absent());
        }
        if (raw == OptionalDouble.class) {
            return new OptionalShape(raw, Real.DOUBLE, policy.absent());
        }
        throw new IllegalArgumentException(
                "no term is known for " + type + ": use a record, a sealed interface of records, an enum, or one of "
                        + "those types of the JDK that docs/mapper.md lists (List rather than ArrayList)");
    }

    /// An array's `equals` does not look into it, so that one that comes twice would not be seen.
    private static JavaType compared(JavaType element) {
        if (element.raw().isArray()) {
            throw new IllegalArgumentException(
                    "the keys of a map and the elements of a set must be comparable by what is in them, which "
                            + element + " is not: use Binary for bytes, List for others");
        }
        return element;
    }

    private Shape optional(JavaType element) {
        if (element.raw().getName().startsWith("java.util.Optional")) {
            throw new IllegalArgumentException(
                    "an Optional in an Optional: no term tells whether the inner or the outer one is empty");
        }
        return new OptionalShape(Optional.class, compile(element), policy.absent());
    }

    private Shape array(JavaType component) {
        Class<?> raw = component.raw();
        if (raw == byte.class) {
            return Scalars.BYTES;
        }
        return NumberArray.isOf(raw) ? new NumberArray(raw) : new ListShape(compile(component)).toArray(raw);
    }

    private Shape sealed(JavaType type) {
        Map<Class<?>, JavaType> variants = new LinkedHashMap<>();
        addVariants(type, variants);
        Variants shape = new Variants(type.raw());
        variants.values().forEach(this::compile);
        unfinished.put(shape, variants);
        return shape;
    }

    private void addVariants(JavaType type, Map<Class<?>, JavaType> variants) {
        for (Class<?> permitted : type.raw().getPermittedSubclasses()) {
            JavaType variant = type.below(permitted);
            if (permitted.isSealed() && permitted.isInterface()) {
                addVariants(variant, variants);
            } else if (permitted.isRecord() || permitted.isEnum()) {
                variants.put(permitted, variant);
            } else {
                throw new IllegalArgumentException(type.raw().getName() + " permits " + permitted.getName()
                        + ", which is neither a record nor an enum: nothing tells it from the others");
            }
        }
    }

    private void finish(Variants shape, Map<Class<?>, JavaType> variants) {
        Map<Class<?>, Shape> shapes = new LinkedHashMap<>();
        variants.forEach((raw, type) -> shapes.put(raw, Objects.requireNonNull(made.get(type))));
        shape.are(shapes);
    }
}
