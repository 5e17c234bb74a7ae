package org.sunda.gateway.value;

import static org.sunda.term.Terms.binary;
import static org.sunda.term.Terms.integer;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.FloatTerm;
import org.sunda.term.ListTerm;
import org.sunda.term.MapTerm;
import org.sunda.term.Term;

/// Java values as terms, by one table: what is not in it is refused, never described by its `toString`.
///
/// No value becomes an atom but `null`, `true`, `false`, `nan`, `inf`, `'-inf'`: the BEAM keeps each atom for ever.
public final class JavaTerms {
    /// How deep lists, maps and arrays may stand in each other; a value that contains itself ends here.
    public static final int MOST_DEPTH = 100;

    /// What `null` becomes.
    public static final Atom NULL = Atom.of("null");

    private static final Atom NAN = Atom.of("nan");
    private static final Atom INF = Atom.of("inf");
    private static final Atom MINUS_INF = Atom.of("-inf");

    private JavaTerms() {}

    /// What has no term; its message says which Java type it is.
    public static final class NoTermException extends Exception {
        private static final long serialVersionUID = 1L;

        NoTermException(String message) {
            super(message);
        }
    }

    /// The value as a term.
    ///
    /// @throws NoTermException when it, or something in it, has none
    public static Term of(@Nullable Object value) throws NoTermException {
        return of(value, MOST_DEPTH);
    }

    /// A float; the three values that Erlang's floats lack are the atoms `nan`, `inf` and `'-inf'`.
    public static Term real(double value) {
        if (Double.isFinite(value)) {
            return new FloatTerm(value);
        }
        return Double.isNaN(value) ? NAN : value > 0 ? INF : MINUS_INF;
    }

    private static Term of(@Nullable Object value, int depth) throws NoTermException {
        if (depth < 0) {
            throw new NoTermException("a Java value has more than " + MOST_DEPTH + " levels of lists and maps");
        }
        return switch (value) {
            case null -> NULL;
            case Term term -> term;
            case Boolean flag -> Atom.of(flag);
            case Number number -> number(number);
            case CharSequence text -> binary(text.toString());
            case Character character -> binary(character.toString());
            case byte[] bytes -> Binary.copyOf(bytes);
            case Enum<?> constant -> binary(constant.name());
            case UUID uuid -> binary(uuid.toString());
            case Collection<?> elements -> list(elements, depth);
            case Map<?, ?> entries -> map(entries, depth);
            case Optional<?> optional -> of(optional.orElse(null), depth);
            case OptionalInt optional -> optional.isPresent() ? integer(optional.getAsInt()) : NULL;
            case OptionalLong optional -> optional.isPresent() ? integer(optional.getAsLong()) : NULL;
            case OptionalDouble optional -> optional.isPresent() ? real(optional.getAsDouble()) : NULL;
            case LocalDate date -> Times.date(date);
            case LocalTime time -> Times.time(time, true);
            case LocalDateTime timestamp -> Times.timestamp(timestamp, true);
            case OffsetDateTime point -> Times.instant(point.toInstant());
            case Instant point -> Times.instant(point);
            default -> array(value, depth);
        };
    }

    private static Term number(Number number) throws NoTermException {
        return switch (number) {
            case Long value -> integer(value);
            case Integer value -> integer(value);
            case Short value -> integer(value);
            case Byte value -> integer(value);
            case BigInteger value -> integer(value);
            case Double value -> real(value);
            case Float value -> real(value);
            // Never a float: that would change the value.
            case BigDecimal value -> binary(value.toString());
            default -> throw noTerm(number);
        };
    }

    private static Term list(Collection<?> elements, int depth) throws NoTermException {
        List<Term> terms = new ArrayList<>();
        for (Object element : elements) {
            terms.add(of(element, depth - 1));
        }
        return ListTerm.of(terms);
    }

    private static Term map(Map<?, ?> entries, int depth) throws NoTermException {
        List<Term> keysAndValues = new ArrayList<>();
        for (Map.Entry<?, ?> entry : entries.entrySet()) {
            keysAndValues.add(of(entry.getKey(), depth - 1));
            keysAndValues.add(of(entry.getValue(), depth - 1));
        }
        try {
            return MapTerm.of(keysAndValues.toArray(Term[]::new));
        } catch (IllegalArgumentException e) {
            throw new NoTermException("two keys of a Java map are one in Erlang: " + e.getMessage());
        }
    }

    private static Term array(Object value, int depth) throws NoTermException {
        if (!value.getClass().isArray()) {
            throw noTerm(value);
        }
        Term[] terms = new Term[Array.getLength(value)];
        for (int i = 0; i < terms.length; i++) {
            terms[i] = of(Array.get(value, i), depth - 1);
        }
        return ListTerm.of(terms);
    }

    private static NoTermException noTerm(Object value) {
        return new NoTermException("a Java value of type " + value.getClass().getName() + " has no Erlang term");
    }
}
