package org.sunda.mapper;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.Term;

/// Elixir's structs of dates and times, as records: see [Times#ELIXIR]. The calendar must be the ISO one. A
/// struct that came may be out of range: then `java.time` throws.
final class ElixirTimes {
    private static final Atom ISO = Atom.of("Elixir.Calendar.ISO");
    private static final Term ZONE = Binary.utf8("Etc/UTC");
    private static final Term ZONE_ABBREVIATION = Binary.utf8("UTC");
    private static final int NANOS_PER_MICRO = 1000;
    private static final int MICROS_PER_SECOND = 1_000_000;
    private static final int FULL_PRECISION = 6;

    private ElixirTimes() {}

    /// `{Microseconds, Digits}`: how many digits behind the point are meant.
    @Mapped(Form.TUPLE)
    record Fraction(int microseconds, int digits) {
        static Fraction of(long microseconds) {
            return new Fraction((int) microseconds, microseconds == 0 ? 0 : FULL_PRECISION);
        }

        static Fraction ofNanos(int nanos) {
            return of(nanos / NANOS_PER_MICRO);
        }

        int nanos() {
            return Math.multiplyExact(microseconds, NANOS_PER_MICRO);
        }
    }

    @Mapped(value = Form.STRUCT, name = "Date")
    record Date(Atom calendar, int year, int month, int day) {
        static Date of(LocalDate date) {
            return new Date(ISO, date.getYear(), date.getMonthValue(), date.getDayOfMonth());
        }

        LocalDate toJava() {
            requireIso(calendar);
            return LocalDate.of(year, month, day);
        }
    }

    @Mapped(value = Form.STRUCT, name = "Time")
    record Time(Atom calendar, int hour, int minute, int second, Fraction microsecond) {
        static Time of(LocalTime time) {
            return new Time(ISO, time.getHour(), time.getMinute(), time.getSecond(), Fraction.ofNanos(time.getNano()));
        }

        LocalTime toJava() {
            requireIso(calendar);
            return LocalTime.of(hour, minute, second, microsecond.nanos());
        }
    }

    @Mapped(value = Form.STRUCT, name = "NaiveDateTime")
    record NaiveDateTime(
            Atom calendar, int year, int month, int day, int hour, int minute, int second, Fraction microsecond) {
        static NaiveDateTime of(LocalDateTime time) {
            return new NaiveDateTime(
                    ISO,
                    time.getYear(),
                    time.getMonthValue(),
                    time.getDayOfMonth(),
                    time.getHour(),
                    time.getMinute(),
                    time.getSecond(),
                    Fraction.ofNanos(time.getNano()));
        }

        LocalDateTime toJava() {
            requireIso(calendar);
            return LocalDateTime.of(year, month, day, hour, minute, second, microsecond.nanos());
        }
    }

    /// Offsets are in seconds; the zone and its abbreviation follow from them and are not looked at.
    @Mapped(value = Form.STRUCT, name = "DateTime")
    record DateTime(
            Atom calendar,
            int year,
            int month,
            int day,
            int hour,
            int minute,
            int second,
            Fraction microsecond,
            int stdOffset,
            int utcOffset,
            Term timeZone,
            Term zoneAbbr) {
        static DateTime of(Instant instant) {
            LocalDateTime time = LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
            return new DateTime(
                    ISO,
                    time.getYear(),
                    time.getMonthValue(),
                    time.getDayOfMonth(),
                    time.getHour(),
                    time.getMinute(),
                    time.getSecond(),
                    Fraction.ofNanos(time.getNano()),
                    0,
                    0,
                    ZONE,
                    ZONE_ABBREVIATION);
        }

        Instant toJava() {
            requireIso(calendar);
            return LocalDateTime.of(year, month, day, hour, minute, second, microsecond.nanos())
                    .toInstant(ZoneOffset.UTC)
                    .minusSeconds((long) stdOffset + utcOffset);
        }
    }

    /// Since Elixir 1.17. Weeks and days are of fixed length here, years and months are not.
    @Mapped(value = Form.STRUCT, name = "Duration")
    record Period(int year, int month, long week, long day, long hour, long minute, long second, Fraction microsecond) {
        private static final int DAYS_PER_WEEK = 7;

        static Period of(Duration duration) {
            // Both parts have the sign of the whole, as in Elixir.
            Duration micros = duration.truncatedTo(ChronoUnit.MICROS);
            long second = micros.getSeconds();
            int nano = micros.getNano();
            if (second < 0 && nano > 0) {
                second++;
                nano -= MICROS_PER_SECOND * NANOS_PER_MICRO;
            }
            return new Period(0, 0, 0, 0, 0, 0, second, Fraction.ofNanos(nano));
        }

        Duration toJava() {
            if (year != 0 || month != 0) {
                throw new DateTimeException("years and months have no fixed length");
            }
            return Duration.ofDays(Math.addExact(Math.multiplyExact(week, DAYS_PER_WEEK), day))
                    .plusHours(hour)
                    .plusMinutes(minute)
                    .plusSeconds(second)
                    .plus(microsecond.microseconds(), ChronoUnit.MICROS);
        }
    }

    private static void requireIso(Atom calendar) {
        if (!calendar.equals(ISO)) {
            throw new DateTimeException("its calendar is not " + ISO);
        }
    }
}
