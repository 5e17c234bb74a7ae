package org.sunda.mapper;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

/// Dates and times: written as the mapper's [Times] say, read from tuples and from structs.
///
/// @param <T> the class of `java.time`
/// @param <S> the record that is Elixir's struct for it
final class TimeShape<T, S> extends Shape {
    /// Both ways of one class of `java.time`.
    ///
    /// @param name what it is, for messages
    /// @param struct the record that is Elixir's struct
    /// @param isExact whether neither form loses anything
    record Both<T, S>(
            String name,
            Class<T> type,
            Class<S> struct,
            boolean isExact,
            Function<Source, T> reader,
            BiConsumer<T, Sink> writer,
            Function<S, T> ofStruct,
            Function<T, S> toStruct) {}

    private static final Map<Class<?>, Both<?, ?>> ALL = Map.of(
            LocalDate.class,
            new Both<>(
                    "a date",
                    LocalDate.class,
                    ElixirTimes.Date.class,
                    true,
                    ErlangTimes::date,
                    ErlangTimes::write,
                    ElixirTimes.Date::toJava,
                    ElixirTimes.Date::of),
            LocalTime.class,
            new Both<>(
                    "a time",
                    LocalTime.class,
                    ElixirTimes.Time.class,
                    false,
                    ErlangTimes::time,
                    ErlangTimes::write,
                    ElixirTimes.Time::toJava,
                    ElixirTimes.Time::of),
            LocalDateTime.class,
            new Both<>(
                    "a date and time",
                    LocalDateTime.class,
                    ElixirTimes.NaiveDateTime.class,
                    false,
                    ErlangTimes::timestamp,
                    ErlangTimes::write,
                    ElixirTimes.NaiveDateTime::toJava,
                    ElixirTimes.NaiveDateTime::of),
            Instant.class,
            new Both<>(
                    "a point in time",
                    Instant.class,
                    ElixirTimes.DateTime.class,
                    false,
                    ErlangTimes::instant,
                    ErlangTimes::write,
                    ElixirTimes.DateTime::toJava,
                    ElixirTimes.DateTime::of),
            Duration.class,
            new Both<>(
                    "a duration",
                    Duration.class,
                    ElixirTimes.Period.class,
                    false,
                    ErlangTimes::duration,
                    ErlangTimes::write,
                    ElixirTimes.Period::toJava,
                    ElixirTimes.Period::of));

    private final Both<T, S> both;
    private final Shape struct;
    private final Times times;

    private TimeShape(Both<T, S> both, Shape struct, Times times) {
        this.both = both;
        this.struct = struct;
        this.times = times;
    }

    static boolean isFor(Class<?> type) {
        return ALL.containsKey(type);
    }

    /// @param shapes what makes a shape of the record that is Elixir's struct
    static Shape of(Class<?> type, Function<Class<?>, Shape> shapes, Times times) {
        Both<?, ?> both = ALL.get(type);
        if (both == null) {
            throw new IllegalArgumentException(type + " is no date or time");
        }
        return of(both, shapes, times);
    }

    private static <T, S> Shape of(Both<T, S> both, Function<Class<?>, Shape> shapes, Times times) {
        return new TimeShape<>(both, shapes.apply(both.struct()), times);
    }

    @Override
    Object read(Source in) {
        try {
            return switch (in.kind()) {
                case TUPLE -> both.reader().apply(in);
                case MAP -> both.ofStruct().apply(both.struct().cast(struct.read(in)));
                case INTEGER, FLOAT, ATOM, BINARY, LIST, PID, PORT, REFERENCE, FUN, RECORD ->
                    throw in.unexpected(both.name() + " as a tuple or as a struct of Elixir");
            };
        } catch (DateTimeException | ArithmeticException e) {
            throw new MappingException("expected " + both.name() + ", but there is none such: " + e.getMessage(), e);
        }
    }

    @Override
    void write(Object value, Sink out) {
        T time = both.type().cast(value);
        try {
            switch (times) {
                case ERLANG -> both.writer().accept(time, out);
                case ELIXIR -> struct.write(both.toStruct().apply(time), out);
            }
        } catch (DateTimeException | ArithmeticException e) {
            throw new MappingException(value + " has no term: " + e.getMessage(), e);
        }
    }

    @Override
    boolean isDistinct() {
        return both.isExact();
    }
}
