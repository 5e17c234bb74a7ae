package org.sunda.gateway.java;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Binary;

/// What the tests export: each `is` tells which of its overloads was called.
public final class Samples {
    private Samples() {}

    public static String is(long value) {
        return "long " + value;
    }

    public static String is(int value) {
        return "int " + value;
    }

    public static String is(double value) {
        return "double " + value;
    }

    public static String is(float value) {
        return "float " + value;
    }

    public static String is(BigInteger value) {
        return "BigInteger " + value;
    }

    public static String is(boolean value) {
        return "boolean " + value;
    }

    public static String is(@Nullable String value) {
        return "String " + value;
    }

    public static String is(byte[] value) {
        return "byte[] " + Arrays.toString(value);
    }

    public static String is(DayOfWeek value) {
        return "DayOfWeek " + value;
    }

    public static String is(List<Object> value) {
        return "List " + value;
    }

    public static String is(Map<String, Object> value) {
        return "Map " + value;
    }

    public static String is(LocalDate value) {
        return "LocalDate " + value;
    }

    public static String is(Binary value) {
        return "Binary " + value;
    }

    public static String ofChar(char value) {
        return "char " + value;
    }

    public static String ofObject(@Nullable Object value) {
        return value == null ? "null" : value.getClass().getSimpleName() + " " + value;
    }

    public static String ofDecimal(BigDecimal value) {
        return value.toString();
    }

    public static String ofNumber(Number value) {
        return value.getClass().getSimpleName() + " " + value;
    }

    public static String ofShort(short value) {
        return "short " + value;
    }

    public static String ofByte(byte value) {
        return "byte " + value;
    }

    public static String ofFloat(float value) {
        return "float " + value;
    }

    public static String ofDouble(Double value) {
        return "Double " + value;
    }

    public static long sumOfInts(int[] values) {
        return Arrays.stream(values).asLongStream().sum();
    }

    public static int sumOfIntegers(List<Integer> values) {
        return values.stream().mapToInt(Integer::intValue).sum();
    }

    public static String join(String separator, String... parts) {
        return String.join(separator, parts);
    }

    public static int sizeOfSet(Set<Object> values) {
        return values.size();
    }

    public static <T extends CharSequence> int length(T text) {
        return text.length();
    }

    public static int matrix(List<? extends long[]> rows) {
        return rows.stream().mapToInt(row -> row.length).sum();
    }

    public static String ofUuid(UUID value) {
        return "UUID " + value;
    }

    public static String ofTimes(LocalTime time, LocalDateTime timestamp, Instant instant) {
        return time + " " + timestamp + " " + instant;
    }

    public static void nothing() {}

    public static @Nullable String absent() {
        return null;
    }

    public static Optional<String> maybe(boolean there) {
        return there ? Optional.of("there") : Optional.empty();
    }

    public static Thread noTerm() {
        return Thread.currentThread();
    }

    public static Object endless() {
        List<Object> list = new java.util.ArrayList<>();
        list.add(list);
        return list;
    }

    public static String fail(String message) {
        if (!message.isEmpty()) {
            throw new IllegalStateException(message);
        }
        return message;
    }

    public static int recurse(int depth) {
        return depth < 0 ? 0 : recurse(depth + 1) + 1;
    }

    public static int load(String missing) {
        if (!missing.isEmpty()) {
            throw new NoClassDefFoundError(missing);
        }
        return 0;
    }

    public static String unreachable(Runnable action) {
        action.run();
        return "never";
    }

    public String instanceMethod() {
        return "never";
    }

    static String packagePrivate() {
        return "never";
    }
}
