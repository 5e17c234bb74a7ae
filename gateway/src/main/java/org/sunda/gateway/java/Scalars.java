package org.sunda.gateway.java;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.FloatTerm;
import org.sunda.term.Int;
import org.sunda.term.ListTerm;
import org.sunda.term.MapTerm;
import org.sunda.term.Term;

/// The conversions to types of one value, and to `Object`.
final class Scalars {
    private static final int LONG = 0;
    private static final int INT = 1;
    private static final int BIG_INTEGER = 2;
    private static final int SHORT = 3;
    private static final int BYTE = 4;
    private static final int DECIMAL_OF_INTEGER = 5;
    private static final int DOUBLE_OF_INTEGER = 6;
    private static final int FLOAT_OF_INTEGER = 7;
    private static final int NUMBER = 8;
    static final int OBJECT = 9;

    private static final int FLOAT = 1;
    private static final int DECIMAL = 2;

    private static final int CHAR_SEQUENCE = 1;
    private static final int SPECIAL_TEXT = 2;
    private static final int BYTES = 3;

    /// Added where the text is not a binary. A list is a list: it is text only where nothing else fits.
    private static final int OF_LIST = 20;

    private static final int OF_ATOM = 4;

    private Scalars() {}

    /// The conversion to that class, or null when it is none of these.
    static @Nullable Conversion to(Class<?> type) {
        if (type.isPrimitive()) {
            return primitive(type);
        }
        Conversion boxed = primitive(unboxed(type));
        if (boxed != null) {
            return Conversions.orNull(boxed);
        }
        Conversion reference = reference(type);
        return reference == null ? null : Conversions.orNull(reference);
    }

    private static Class<?> unboxed(Class<?> type) {
        return java.lang.invoke.MethodType.methodType(type).unwrap().returnType();
    }

    private static @Nullable Conversion primitive(Class<?> type) {
        return switch (type.getName()) {
            case "boolean" -> (term, _) -> bool(term);
            case "long" -> (term, _) -> whole(term, Long.SIZE, LONG);
            case "int" -> (term, _) -> whole(term, Integer.SIZE, INT);
            case "short" -> (term, _) -> whole(term, Short.SIZE, SHORT);
            case "byte" -> (term, _) -> whole(term, Byte.SIZE, BYTE);
            case "double" -> (term, _) -> real(term);
            case "float" -> (term, _) -> smallReal(term);
            case "char" -> (term, _) -> character(term);
            default -> null;
        };
    }

    private static @Nullable Conversion reference(Class<?> type) {
        if (type.isEnum()) {
            return enumeration(type);
        }
        return switch (type.getName()) {
            case "java.lang.String" -> (term, _) -> text(term, 0);
            case "java.lang.CharSequence" -> (term, _) -> text(term, CHAR_SEQUENCE);
            case "java.math.BigInteger" ->
                (term, _) -> term instanceof Int number ? new Fit(number.toBigInteger(), BIG_INTEGER) : null;
            case "java.math.BigDecimal" -> (term, _) -> decimal(term);
            case "java.lang.Number" -> (term, _) -> number(term);
            case "java.util.UUID" -> (term, _) -> uuid(term);
            case "java.lang.Object" -> Scalars::object;
            default -> null;
        };
    }

    private static @Nullable Fit bool(Term term) {
        return term instanceof Atom atom && (atom.is("true") || atom.is("false")) ? new Fit(atom.is("true"), 0) : null;
    }

    private static @Nullable Fit whole(Term term, int bits, int cost) {
        if (!(term instanceof Int number) || number.toBigInteger().bitLength() >= bits) {
            return null;
        }
        long value = number.toLong();
        return new Fit(
                switch (bits) {
                    case Long.SIZE -> (Object) value;
                    case Integer.SIZE -> (int) value;
                    case Short.SIZE -> (short) value;
                    default -> (byte) value;
                },
                cost);
    }

    /// Whole numbers only when the float is the same number.
    private static @Nullable Fit real(Term term) {
        return switch (term) {
            case FloatTerm(double value) -> new Fit(value, 0);
            case Int number -> {
                double value = number.toBigInteger().doubleValue();
                yield isExact(value, number) ? new Fit(value, DOUBLE_OF_INTEGER) : null;
            }
            case Atom atom -> special(atom);
            default -> null;
        };
    }

    private static @Nullable Fit smallReal(Term term) {
        return switch (term) {
            case FloatTerm(double value) -> new Fit((float) value, FLOAT);
            case Int number -> {
                float value = number.toBigInteger().floatValue();
                yield isExact(value, number) ? new Fit(value, FLOAT_OF_INTEGER) : null;
            }
            default -> null;
        };
    }

    private static boolean isExact(double value, Int number) {
        return Double.isFinite(value) && new BigDecimal(value).toBigInteger().equals(number.toBigInteger());
    }

    /// The atoms that stand for what Erlang's floats lack; results have them too.
    private static @Nullable Fit special(Atom atom) {
        return switch (atom.text()) {
            case "nan" -> new Fit(Double.NaN, 0);
            case "inf" -> new Fit(Double.POSITIVE_INFINITY, 0);
            case "-inf" -> new Fit(Double.NEGATIVE_INFINITY, 0);
            default -> null;
        };
    }

    private static @Nullable Fit character(Term term) {
        Fit text = term instanceof Binary ? text(term, SPECIAL_TEXT) : null;
        return text != null && text.value() instanceof String one && one.length() == 1
                ? new Fit(one.charAt(0), text.cost())
                : null;
    }

    private static @Nullable Fit text(Term term, int cost) {
        return switch (term) {
            case Binary binary -> utf8(binary).map(text -> new Fit(text, cost)).orElse(null);
            case ListTerm list ->
                list.text().map(text -> new Fit(text, cost + OF_LIST)).orElse(null);
            case Atom atom -> Conversions.isNull(atom) ? null : new Fit(atom.text(), cost + OF_ATOM);
            default -> null;
        };
    }

    private static Optional<String> utf8(Binary binary) {
        try {
            return binary.isBinary()
                    ? Optional.of(StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(binary.bytes().asByteBuffer())
                            .toString())
                    : Optional.empty();
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    static @Nullable Fit bytes(Term term, int depth) {
        return term instanceof Binary binary && binary.isBinary() ? new Fit(binary.toByteArray(), BYTES) : null;
    }

    private static @Nullable Fit decimal(Term term) {
        return switch (term) {
            case Int number -> new Fit(new BigDecimal(number.toBigInteger()), DECIMAL_OF_INTEGER);
            case FloatTerm(double value) -> new Fit(BigDecimal.valueOf(value), DECIMAL);
            default -> null;
        };
    }

    private static @Nullable Fit number(Term term) {
        return switch (term) {
            case Int number -> new Fit(natural(number), NUMBER);
            case FloatTerm(double value) -> new Fit(value, NUMBER);
            default -> null;
        };
    }

    private static Object natural(Int number) {
        BigInteger value = number.toBigInteger();
        return value.bitLength() < Long.SIZE ? (Object) value.longValue() : value;
    }

    /// What a term is when the parameter does not care.
    static @Nullable Fit object(Term term, int depth) {
        Fit fit = switch (term) {
            case Int number -> new Fit(natural(number), OBJECT);
            case FloatTerm(double value) -> new Fit(value, OBJECT);
            case Atom atom -> bool(atom) == null ? text(atom, OBJECT) : bool(atom);
            case Binary binary -> text(binary, OBJECT) == null ? bytes(binary, depth) : text(binary, OBJECT);
            case ListTerm list -> Conversions.LIST_OF_OBJECTS.fit(list, depth);
            case MapTerm map -> Conversions.MAP_OF_OBJECTS.fit(map, depth);
            default -> null;
        };
        return fit == null ? null : new Fit(fit.value(), OBJECT);
    }

    private static @Nullable Fit uuid(Term term) {
        try {
            return term instanceof Binary binary
                    ? utf8(binary)
                            .map(text -> new Fit(UUID.fromString(text), SPECIAL_TEXT))
                            .orElse(null)
                    : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static Conversion enumeration(Class<?> type) {
        return (term, _) -> {
            Fit name = term instanceof ListTerm ? null : text(term, 0);
            for (Object constant : type.getEnumConstants()) {
                if (name != null
                        && constant instanceof Enum<?> named
                        && named.name().equals(name.value())) {
                    return new Fit(constant, term instanceof Atom ? 0 : SPECIAL_TEXT);
                }
            }
            return null;
        };
    }
}
