package org.sunda.mapper;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.Term;

/// An enum: each constant an atom. Text of the same name is read too.
final class EnumShape extends Shape {
    /// How many constants a message names.
    private static final int SHOWN = 10;

    private final Class<?> type;
    private final Atom[] atoms;
    private final Map<String, Object> constants = new LinkedHashMap<>();

    EnumShape(Class<?> type) {
        this.type = type;
        Object[] all = type.getEnumConstants();
        this.atoms = new Atom[all.length];
        for (int i = 0; i < all.length; i++) {
            String name = name((Enum<?>) all[i]);
            atoms[i] = Atom.of(name);
            if (constants.put(name, all[i]) != null) {
                throw new IllegalArgumentException(
                        "two constants of " + type.getName() + " are the atom " + atoms[i] + ": give one a @Key");
            }
        }
    }

    private String name(Enum<?> constant) {
        try {
            Key key = type.getField(constant.name()).getAnnotation(Key.class);
            return key != null ? key.value() : Names.snake(constant.name());
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(constant + " is no field of its enum", e);
        }
    }

    Class<?> type() {
        return type;
    }

    /// The constants by the texts of their atoms.
    Map<String, Object> constants() {
        return constants;
    }

    @Override
    Object read(Source in) {
        return switch (in.kind()) {
            case ATOM -> {
                Atom atom = in.readAtom();
                yield constant(atom.text(), atom);
            }
            case BINARY -> {
                Binary binary = in.readBinary();
                yield constant(TextShape.textOrNull(binary), binary);
            }
            case INTEGER, FLOAT, LIST, TUPLE, MAP, PID, PORT, REFERENCE, FUN, RECORD -> throw in.unexpected(expected());
        };
    }

    private Object constant(@Nullable String name, Term found) {
        Object constant = name == null ? null : constants.get(name);
        if (constant == null) {
            throw MappingException.expected(expected(), Source.describe(found));
        }
        return constant;
    }

    @Override
    @SuppressWarnings("EnumOrdinal") // the atoms stand in the order of the constants
    void write(Object value, Sink out) {
        out.atom(atoms[((Enum<?>) value).ordinal()]);
    }

    private String expected() {
        String more = atoms.length > SHOWN ? ", ..." : "";
        return Stream.of(atoms).limit(SHOWN).map(Atom::toString).collect(Collectors.joining(", ", "one of ", more));
    }
}
