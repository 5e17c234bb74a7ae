package org.sunda.mapper;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import org.sunda.term.Atom;

/// Dates and times as tuples: see [Times#ERLANG]. What is read may be out of range: then `java.time`
/// throws.
final class ErlangTimes {
    private static final BigInteger NANOS = BigInteger.valueOf(1_000_000_000);
    private static final Atom TS = Atom.of("ts");
    private static final Atom DURATION = Atom.of("duration");

    private ErlangTimes() {}

    static LocalDate date(Source in) {
        open(in, 3, 3, "a date {Year, Month, Day}");
        LocalDate date = LocalDate.of(number(in), number(in), number(in));
        in.end();
        return date;
    }

    static LocalTime time(Source in) {
        int arity = open(in, 3, 4, "a time {Hour, Minute, Second} or {Hour, Minute, Second, Nanoseconds}");
        LocalTime time = LocalTime.of(number(in), number(in), number(in), arity == 4 ? number(in) : 0);
        in.end();
        return time;
    }

    static LocalDateTime timestamp(Source in) {
        int arity = open(in, 2, 3, "a time {Date, Time} or {Date, Time, Nanoseconds}");
        return timestamp(in, arity);
    }

    private static LocalDateTime timestamp(Source in, int arity) {
        LocalDateTime timestamp = LocalDateTime.of(date(in), time(in));
        if (arity == 3) {
            timestamp = timestamp.withNano(number(in));
        }
        in.end();
        return timestamp;
    }

    static Instant instant(Source in) {
        String expected = "a point in time {ts, Microseconds} or {Date, Time}";
        int arity = open(in, 2, 3, expected);
        if (in.kind() != Kind.ATOM) {
            return timestamp(in, arity).toInstant(ZoneOffset.UTC);
        }
        requireAtom(in, TS, expected);
        if (arity != 2) {
            throw MappingException.expected(expected, "a tuple of " + arity);
        }
        Instant instant = Instant.EPOCH.plus(Whole.LONG.readLong(in), ChronoUnit.MICROS);
        in.end();
        return instant;
    }

    static Duration duration(Source in) {
        String expected = "a duration {duration, 0, 0, Nanoseconds}";
        open(in, 4, 4, expected);
        requireAtom(in, DURATION, expected);
        int months = number(in);
        int days = number(in);
        if (months != 0 || days != 0) {
            throw MappingException.expected(expected, "one with months or days, which have no fixed length");
        }
        in.require(Kind.INTEGER, expected);
        BigInteger[] seconds = in.readBigInteger().divideAndRemainder(NANOS);
        in.end();
        return Duration.ofSeconds(seconds[0].longValueExact(), seconds[1].longValueExact());
    }

    private static int open(Source in, int least, int most, String expected) {
        in.require(Kind.TUPLE, expected);
        int arity = in.openTuple();
        if (arity < least || arity > most) {
            throw MappingException.expected(expected, "a tuple of " + arity);
        }
        return arity;
    }

    private static int number(Source in) {
        return (int) Whole.INT.readLong(in);
    }

    private static void requireAtom(Source in, Atom atom, String expected) {
        in.require(Kind.ATOM, expected);
        Atom found = in.readAtom();
        if (!found.equals(atom)) {
            throw MappingException.expected(expected, "a tuple that begins with " + Source.describe(found));
        }
    }

    static void write(LocalDate date, Sink out) {
        out.openTuple(3);
        out.integer(date.getYear());
        out.integer(date.getMonthValue());
        out.integer(date.getDayOfMonth());
        out.end();
    }

    static void write(LocalTime time, Sink out) {
        int nanos = time.get(ChronoField.NANO_OF_SECOND);
        boolean hasFraction = nanos != 0;
        out.openTuple(hasFraction ? 4 : 3);
        out.integer(time.getHour());
        out.integer(time.getMinute());
        out.integer(time.getSecond());
        if (hasFraction) {
            out.integer(nanos);
        }
        out.end();
    }

    static void write(LocalDateTime timestamp, Sink out) {
        int nanos = timestamp.get(ChronoField.NANO_OF_SECOND);
        boolean hasFraction = nanos != 0;
        out.openTuple(hasFraction ? 3 : 2);
        write(timestamp.toLocalDate(), out);
        write(timestamp.toLocalTime().withNano(0), out);
        if (hasFraction) {
            out.integer(nanos);
        }
        out.end();
    }

    static void write(Instant instant, Sink out) {
        out.openTuple(2);
        out.atom(TS);
        out.integer(ChronoUnit.MICROS.between(Instant.EPOCH, instant.truncatedTo(ChronoUnit.MICROS)));
        out.end();
    }

    static void write(Duration duration, Sink out) {
        out.openTuple(4);
        out.atom(DURATION);
        out.integer(0);
        out.integer(0);
        out.integer(
                BigInteger.valueOf(duration.getSeconds()).multiply(NANOS).add(BigInteger.valueOf(duration.getNano())));
        out.end();
    }
}
