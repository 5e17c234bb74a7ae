package org.sunda.mapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sunda.mapper.BothWays.read;
import static org.sunda.mapper.BothWays.refused;
import static org.sunda.mapper.BothWays.refusedToWrite;
import static org.sunda.mapper.BothWays.write;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sunda.term.Term;

/// Dates and times, as Erlang and as Elixir have them.
class TimesTest {
    private static final Mapper ERLANG = Mapper.standard();
    private static final Mapper ELIXIR = Mapper.elixir();

    private static Term t(String text) {
        return Term.parse(text);
    }

    /// Each mapper reads what the other one writes.
    @SuppressWarnings("unchecked")
    private static <T> void bothWays(T value, String erlang, String elixir) {
        assertThat(write(ERLANG, value)).isEqualTo(t(erlang));
        assertThat(write(ELIXIR, value)).isEqualTo(t(elixir));
        Class<T> type = (Class<T>) value.getClass();
        for (Mapper mapper : List.of(ERLANG, ELIXIR)) {
            assertThat(read(mapper, t(erlang), type)).isEqualTo(value);
            assertThat(read(mapper, t(elixir), type)).isEqualTo(value);
        }
    }

    @Test
    void shouldMapDatesAndTimes() {
        bothWays(
                LocalDate.of(2026, 11, 21),
                "{2026, 11, 21}",
                "#{'__struct__' => 'Elixir.Date', calendar => 'Elixir.Calendar.ISO', year => 2026, month => 11, day => 21}");
        bothWays(
                LocalTime.of(13, 5, 9),
                "{13, 5, 9}",
                "#{'__struct__' => 'Elixir.Time', calendar => 'Elixir.Calendar.ISO', hour => 13, minute => 5, second => 9,"
                        + " microsecond => {0, 0}}");
        bothWays(
                LocalTime.of(13, 5, 9, 120_000),
                "{13, 5, 9, 120000}",
                "#{'__struct__' => 'Elixir.Time', calendar => 'Elixir.Calendar.ISO', hour => 13, minute => 5, second => 9,"
                        + " microsecond => {120, 6}}");
        bothWays(
                LocalDateTime.of(2026, 11, 21, 13, 5, 9),
                "{{2026, 11, 21}, {13, 5, 9}}",
                "#{'__struct__' => 'Elixir.NaiveDateTime', calendar => 'Elixir.Calendar.ISO', year => 2026, month => 11,"
                        + " day => 21, hour => 13, minute => 5, second => 9, microsecond => {0, 0}}");
        bothWays(
                LocalDateTime.of(-1, 1, 1, 0, 0, 0, 1000),
                "{{-1, 1, 1}, {0, 0, 0}, 1000}",
                "#{'__struct__' => 'Elixir.NaiveDateTime', calendar => 'Elixir.Calendar.ISO', year => -1, month => 1,"
                        + " day => 1, hour => 0, minute => 0, second => 0, microsecond => {1, 6}}");
    }

    @Test
    void shouldMapPointsInTime() {
        bothWays(
                Instant.parse("2026-11-21T13:05:09.000001Z"),
                "{ts, 1795266309000001}",
                "#{'__struct__' => 'Elixir.DateTime', calendar => 'Elixir.Calendar.ISO', year => 2026, month => 11,"
                        + " day => 21, hour => 13, minute => 5, second => 9, microsecond => {1, 6}, std_offset => 0,"
                        + " utc_offset => 0, time_zone => <<\"Etc/UTC\">>, zone_abbr => <<\"UTC\">>}");
        assertThat(read(ERLANG, t("{{1970, 1, 1}, {0, 0, 1}}"), Instant.class)).isEqualTo(Instant.ofEpochSecond(1));
        assertThat(read(ERLANG, t("{{1970, 1, 1}, {0, 0, 1}, 5}"), Instant.class))
                .isEqualTo(Instant.ofEpochSecond(1, 5));
        assertThat(write(ERLANG, Instant.ofEpochSecond(-1, 999_999_999))).isEqualTo(t("{ts, -1}"));
        assertThat(read(
                        ELIXIR,
                        t("#{'__struct__' => 'Elixir.DateTime', calendar => 'Elixir.Calendar.ISO', year => 1970,"
                                + " month => 1, day => 1, hour => 2, minute => 0, second => 0, microsecond => {0, 0},"
                                + " std_offset => 3600, utc_offset => 3600, time_zone => <<\"Europe/Berlin\">>,"
                                + " zone_abbr => <<\"CEST\">>}"),
                        Instant.class))
                .isEqualTo(Instant.EPOCH);
    }

    @Test
    void shouldMapDurations() {
        String struct = "#{'__struct__' => 'Elixir.Duration', year => 0, month => 0, week => 0, day => 0, hour => 0,"
                + " minute => 0, second => %d, microsecond => {%d, %d}}";
        bothWays(Duration.ofSeconds(90), "{duration, 0, 0, 90000000000}", struct.formatted(90, 0, 0));
        bothWays(Duration.ofMillis(-1500), "{duration, 0, 0, -1500000000}", struct.formatted(-1, -500_000, 6));
        bothWays(
                Duration.ofSeconds(Long.MAX_VALUE),
                "{duration, 0, 0, 9223372036854775807000000000}",
                struct.formatted(Long.MAX_VALUE, 0, 0));
        assertThat(read(ERLANG, t("{duration, 0, 0, 1}"), Duration.class)).isEqualTo(Duration.ofNanos(1));
        assertThat(read(
                        ELIXIR,
                        t("#{'__struct__' => 'Elixir.Duration', year => 0, month => 0, week => 1, day => 1, hour => 1,"
                                + " minute => 1, second => 1, microsecond => {1, 6}}"),
                        Duration.class))
                .isEqualTo(Duration.parse("P8DT1H1M1.000001S"));
    }

    @Test
    void shouldRefuseTimesThatDoNotExist() {
        assertThat(refused(ERLANG, t("{2026, 2, 30}"), LocalDate.class))
                .startsWith("expected a date, but there is none such: Invalid date");
        assertThat(refused(ERLANG, t("{25, 0, 0}"), LocalTime.class)).startsWith("expected a time, but");
        assertThat(refused(ERLANG, t("[{1, 2}]"), LocalDate[].class))
                .isEqualTo("[0]: expected a date {Year, Month, Day}, but there is a tuple of 2");
        assertThat(refused(ERLANG, t("now"), Instant.class))
                .isEqualTo("expected a point in time as a tuple or as a struct of Elixir, but there is the atom now");
        assertThat(refused(ERLANG, t("{st, 1}"), Instant.class))
                .isEqualTo("expected a point in time {ts, Microseconds} or {Date, Time}, "
                        + "but there is a tuple that begins with the atom st");
        assertThat(refused(ERLANG, t("{duration, 1, 0, 0}"), Duration.class)).contains("no fixed length");
        assertThat(refused(ERLANG, t("{duration, 0, 0, " + "9".repeat(100) + "}"), Duration.class))
                .contains("there is none such");
        assertThat(refused(
                        ELIXIR,
                        t("#{'__struct__' => 'Elixir.Date', calendar => hebrew, year => 1, month => 1, day => 1}"),
                        LocalDate.class))
                .contains("its calendar is not 'Elixir.Calendar.ISO'");
        assertThat(refusedToWrite(ERLANG, Instant.MAX)).contains("has no term");
    }

    @Test
    void shouldRefuseKeysThatDifferOnlyInNanoseconds() {
        Map<Instant, Integer> map = Map.of(Instant.ofEpochSecond(0, 1), 1, Instant.ofEpochSecond(0, 2), 2);

        assertThat(refusedToWrite(ERLANG, map)).isEqualTo("two keys of this map are one in Erlang: {ts,0}");
    }
}
