package org.sunda.gateway.value;

import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.tuple;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Supplier;
import org.sunda.term.Atom;
import org.sunda.term.SmallInt;
import org.sunda.term.Term;
import org.sunda.term.Tuple2;
import org.sunda.term.Tuple3;
import org.sunda.term.Tuple4;

/// Dates and times as terms: `{Y, M, D}`, `{H, M, S}`, `{{Y, M, D}, {H, M, S}}`, the latter two with a further element
/// of nanoseconds where there can be a fraction, and `{ts, MicrosecondsSince1970}` for a point in time.
public final class Times {
    /// What some databases have for a time before all others.
    public static final Atom MINUS_INFINITY = Atom.of("-infinity");

    /// What some databases have for a time after all others.
    public static final Atom INFINITY = Atom.of("infinity");

    private static final Atom TS = Atom.of("ts");

    private Times() {}

    /// `{Y, M, D}`.
    public static Term date(LocalDate date) {
        return tuple(integer(date.getYear()), integer(date.getMonthValue()), integer(date.getDayOfMonth()));
    }

    /// `{H, M, S}` or, with a fraction, `{H, M, S, Nanoseconds}`.
    public static Term time(LocalTime time, boolean fraction) {
        Term hour = integer(time.getHour());
        Term minute = integer(time.getMinute());
        Term second = integer(time.getSecond());
        return fraction ? tuple(hour, minute, second, integer(time.getNano())) : tuple(hour, minute, second);
    }

    /// `{{Y, M, D}, {H, M, S}}` or, with a fraction, `{{Y, M, D}, {H, M, S}, Nanoseconds}`.
    public static Term timestamp(LocalDateTime timestamp, boolean fraction) {
        Term date = date(timestamp.toLocalDate());
        Term time = time(timestamp.toLocalTime(), false);
        return fraction ? tuple(date, time, integer(timestamp.get(ChronoField.NANO_OF_SECOND))) : tuple(date, time);
    }

    /// `{ts, Microseconds}`, rounded down.
    ///
    /// @throws ArithmeticException when it is some 290,000 years away
    public static Term instant(Instant instant) {
        return tuple(TS, integer(ChronoUnit.MICROS.between(Instant.EPOCH, instant.truncatedTo(ChronoUnit.MICROS))));
    }

    /// Reads [#date].
    public static Optional<LocalDate> toDate(Term term) {
        return term instanceof Tuple3(SmallInt(long y), SmallInt(long m), SmallInt(long d))
                ? valid(() -> LocalDate.of(Math.toIntExact(y), Math.toIntExact(m), Math.toIntExact(d)))
                : Optional.empty();
    }

    /// Reads [#time], with and without a fraction.
    public static Optional<LocalTime> toTime(Term term) {
        return switch (term) {
            case Tuple3(SmallInt(long h), SmallInt(long m), SmallInt(long s)) -> toTime(h, m, s, 0);
            case Tuple4(SmallInt(long h), SmallInt(long m), SmallInt(long s), SmallInt(long nanos)) ->
                toTime(h, m, s, nanos);
            default -> Optional.empty();
        };
    }

    private static Optional<LocalTime> toTime(long h, long m, long s, long nanos) {
        return valid(
                () -> LocalTime.of(Math.toIntExact(h), Math.toIntExact(m), Math.toIntExact(s), Math.toIntExact(nanos)));
    }

    /// Reads [#timestamp], with and without a fraction.
    public static Optional<LocalDateTime> toTimestamp(Term term) {
        return switch (term) {
            case Tuple2(Tuple3 date, Tuple3 time) -> toTimestamp(date, time, 0);
            case Tuple3(Tuple3 date, Tuple3 time, SmallInt(long nanos)) -> toTimestamp(date, time, nanos);
            default -> Optional.empty();
        };
    }

    private static Optional<LocalDateTime> toTimestamp(Term date, Term time, long nanos) {
        return toDate(date)
                .flatMap(day ->
                        toTime(time).flatMap(clock -> valid(() -> day.atTime(clock.withNano(Math.toIntExact(nanos))))));
    }

    /// Reads [#instant].
    public static Optional<Instant> toInstant(Term term) {
        return term instanceof Tuple2(Atom tag, SmallInt(long micros)) && tag.equals(TS)
                ? Optional.of(Instant.EPOCH.plus(micros, ChronoUnit.MICROS))
                : Optional.empty();
    }

    private static <T> Optional<T> valid(Supplier<T> reader) {
        try {
            return Optional.of(reader.get());
        } catch (DateTimeException | ArithmeticException e) {
            return Optional.empty();
        }
    }
}
