package org.sunda.mapper;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.MapTerm;

/// A sealed interface: which of its records or enums a term is follows from its tag and arity, its
/// `__struct__`, the builder's key for variants, or the atom that it is. That this is always one is checked
/// here, once.
final class Variants extends Shape {
    private final Class<?> type;
    private final Map<Class<?>, Shape> shapes = new HashMap<>();

    /// Tuples by their tags, then by their arities.
    private final Map<Atom, Map<Integer, TupleRecord>> tagged = new HashMap<>();

    /// Tuples without tags by their arities.
    private final Map<Integer, TupleRecord> untagged = new HashMap<>();

    /// Records that are maps, by what marks them.
    private final Map<MapRecord.Mark, MapRecord> marked = new LinkedHashMap<>();

    /// Constants of enums, and records without components.
    private final Map<Atom, Object> atoms = new HashMap<>();

    Variants(Class<?> type) {
        this.type = type;
    }

    /// Takes the records and enums, once they are compiled: each may contain the interface.
    void are(Map<Class<?>, Shape> variants) {
        shapes.putAll(variants);
        variants.forEach(this::add);
        if (!tagged.isEmpty() && !untagged.isEmpty()) {
            throw ambiguous("some of its records are tuples with a tag and some without");
        }
    }

    private void add(Class<?> variant, Shape shape) {
        switch (shape) {
            case TupleRecord record -> addTuple(record);
            case MapRecord record -> {
                MapRecord.Mark mark = record.mark();
                if (mark == null) {
                    throw new IllegalStateException(variant + " is a map without a mark");
                }
                requireNew(
                        marked.put(mark, record),
                        "two of its records are maps with " + mark.key() + " => " + mark.name());
            }
            case EnumShape constants ->
                constants.constants().forEach((name, constant) -> addAtom(Atom.of(name), constant));
            default -> throw new IllegalStateException(variant + " is neither a record nor an enum");
        }
    }

    private void addTuple(TupleRecord record) {
        Atom tag = record.tag();
        if (tag == null) {
            requireNew(
                    untagged.put(record.arity(), record),
                    "two of its records are tuples of " + record.arity() + " without a tag");
            return;
        }
        requireNew(
                tagged.computeIfAbsent(tag, _ -> new HashMap<>()).put(record.arity(), record),
                "two of its records are " + record.pattern());
        if (record.isAtom()) {
            addAtom(tag, record);
        }
    }

    private void addAtom(Atom atom, Object variant) {
        requireNew(atoms.put(atom, variant), "two of its records or constants are the atom " + atom);
    }

    private void requireNew(@Nullable Object previous, String why) {
        if (previous != null) {
            throw ambiguous(why);
        }
    }

    private IllegalArgumentException ambiguous(String why) {
        return new IllegalArgumentException("a term does not tell which " + type.getName() + " it is: " + why
                + "; give them forms or names that differ with @Mapped or @Key");
    }

    @Override
    Object read(Source in) {
        return switch (in.kind()) {
            case ATOM -> readAtom(in);
            case TUPLE -> readTuple(in);
            case MAP -> readMap(in);
            case INTEGER, FLOAT, BINARY, LIST, PID, PORT, REFERENCE, FUN, RECORD -> throw in.unexpected(expected());
        };
    }

    private Object readAtom(Source in) {
        Atom atom = in.readAtom();
        return switch (atoms.get(atom)) {
            case null -> throw MappingException.expected(expected(), Source.describe(atom));
            case TupleRecord record -> record.make(in);
            case Object constant -> constant;
        };
    }

    private Object readTuple(Source in) {
        int arity = in.openTuple();
        if (tagged.isEmpty()) {
            TupleRecord record = untagged.get(arity);
            if (record == null) {
                throw MappingException.expected(expected(), "a tuple of " + arity);
            }
            return record.rest(in);
        }
        if (arity == 0 || in.kind() != Kind.ATOM) {
            throw MappingException.expected(expected(), "a tuple of " + arity + " without a tag");
        }
        Atom tag = in.readAtom();
        TupleRecord record = tagged.getOrDefault(tag, Map.of()).get(arity);
        if (record == null) {
            throw MappingException.expected(
                    expected(), "a tuple of " + arity + " that begins with " + Source.describe(tag));
        }
        return record.rest(in);
    }

    /// What marks the map may come last in it, so the map is looked at as a whole.
    private Object readMap(Source in) {
        TreeSource buffered = in.buffered();
        MapTerm map = (MapTerm) buffered.peek();
        for (Map.Entry<MapRecord.Mark, MapRecord> entry : marked.entrySet()) {
            if (isMarked(map, entry.getKey())) {
                return entry.getValue().read(buffered);
            }
        }
        throw MappingException.expected(expected(), Source.describe(map) + " that none of them has made");
    }

    private static boolean isMarked(MapTerm map, MapRecord.Mark mark) {
        return Stream.of(mark.key(), Binary.utf8(mark.key().text()))
                .flatMap(key -> map.get(key).stream())
                .anyMatch(value -> value.equals(mark.name())
                        || value.equals(Binary.utf8(mark.name().text())));
    }

    @Override
    void write(Object value, Sink out) {
        Class<?> variant = value instanceof Enum<?> constant ? constant.getDeclaringClass() : value.getClass();
        Shape shape = shapes.get(variant);
        if (shape == null) {
            throw new MappingException(variant.getName() + " is none of what " + type.getName() + " permits");
        }
        shape.write(value, out);
    }

    /// Its records may contain it, so that asking them would not end.
    @Override
    boolean isDistinct() {
        return false;
    }

    private String expected() {
        List<String> all = Stream.of(
                        tagged.values().stream()
                                .flatMap(byArity -> byArity.values().stream())
                                .map(TupleRecord::pattern),
                        untagged.values().stream().map(TupleRecord::pattern),
                        marked.keySet().stream().map(mark -> "a map with " + mark.key() + " => " + mark.name()),
                        atoms.entrySet().stream()
                                .filter(entry -> !(entry.getValue() instanceof TupleRecord))
                                .map(entry -> entry.getKey().toString()))
                .flatMap(each -> each)
                .sorted()
                .toList();
        return all.stream().limit(SHOWN).collect(Collectors.joining(" or ", "", all.size() > SHOWN ? " or ..." : ""));
    }

    /// How many variants a message names.
    private static final int SHOWN = 10;
}
