package org.sunda.gateway.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.CharBuffer;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.sunda.term.Term;

class JavaTermsTest {
    static List<Arguments> table() {
        UUID uuid = UUID.fromString("0f8fad5b-d9cb-469f-a165-70867728950e");
        return List.of(
                Arguments.of(null, "null"),
                Arguments.of(true, "true"),
                Arguments.of((byte) -1, "-1"),
                Arguments.of((short) 300, "300"),
                Arguments.of(70_000, "70000"),
                Arguments.of(Long.MIN_VALUE, "-9223372036854775808"),
                Arguments.of(BigInteger.ONE.shiftLeft(64), "18446744073709551616"),
                Arguments.of(0.5f, "0.5"),
                Arguments.of(-0.0, "-0.0"),
                Arguments.of(Double.NaN, "nan"),
                Arguments.of(Double.POSITIVE_INFINITY, "inf"),
                Arguments.of(Float.NEGATIVE_INFINITY, "'-inf'"),
                Arguments.of(new BigDecimal("12.30"), "<<\"12.30\">>"),
                Arguments.of("añ", "<<\"añ\"/utf8>>"),
                Arguments.of(CharBuffer.wrap("ab"), "<<\"ab\">>"),
                Arguments.of('x', "<<\"x\">>"),
                Arguments.of(new byte[] {0, -1}, "<<0,255>>"),
                Arguments.of(new int[] {1, 2}, "[1,2]"),
                Arguments.of(new String[][] {{"a"}, {}}, "[[<<\"a\">>],[]]"),
                Arguments.of(DayOfWeek.MONDAY, "<<\"MONDAY\">>"),
                Arguments.of(uuid, "<<\"" + uuid + "\">>"),
                Arguments.of(List.of(1, List.of()), "[1,[]]"),
                Arguments.of(new ArrayDeque<>(List.of(1)), "[1]"),
                Arguments.of(Map.of("k", Map.of(1, true)), "#{<<\"k\">> => #{1 => true}}"),
                Arguments.of(Optional.of(1), "1"),
                Arguments.of(Optional.empty(), "null"),
                Arguments.of(OptionalInt.of(1), "1"),
                Arguments.of(OptionalLong.empty(), "null"),
                Arguments.of(OptionalDouble.of(1.5), "1.5"),
                Arguments.of(LocalDate.of(2026, 2, 28), "{2026,2,28}"),
                Arguments.of(LocalTime.of(1, 2), "{1,2,0,0}"),
                Arguments.of(LocalDateTime.of(2026, 2, 28, 1, 2, 3, 4), "{{2026,2,28},{1,2,3},4}"),
                Arguments.of(Instant.ofEpochSecond(1, 1999), "{ts,1000001}"),
                Arguments.of(Instant.ofEpochSecond(-1, 999_999_999), "{ts,-1}"),
                Arguments.of(OffsetDateTime.parse("1970-01-01T01:00:00+01:00"), "{ts,0}"),
                Arguments.of(Term.parse("{any, term}"), "{any,term}"));
    }

    @ParameterizedTest
    @MethodSource("table")
    void shouldMakeTheTermOfTheTable(Object value, String term) throws Exception {
        assertThat(JavaTerms.of(value)).isEqualTo(Term.parse(term));
    }

    @Test
    void shouldRefuseWhatIsNotInTheTable() {
        assertThatThrownBy(() -> JavaTerms.of(new AtomicLong()))
                .hasMessage("a Java value of type java.util.concurrent.atomic.AtomicLong has no Erlang term");
        assertThatThrownBy(() -> JavaTerms.of(List.of(new Object())))
                .hasMessage("a Java value of type java.lang.Object has no Erlang term");
        assertThatThrownBy(() -> JavaTerms.of(Map.of(1, "a", 1L, "b"))).hasMessageContaining("two keys");
    }

    @Test
    void shouldGoAsDeepAsAllowedAndNotOneDeeper() throws Exception {
        assertThat(JavaTerms.of(nested(JavaTerms.MOST_DEPTH))).isNotNull();
        assertThatThrownBy(() -> JavaTerms.of(nested(JavaTerms.MOST_DEPTH + 1)))
                .hasMessageContaining("more than " + JavaTerms.MOST_DEPTH + " levels");
    }

    private static Object nested(int levels) {
        Object value = 1;
        for (int i = 0; i < levels; i++) {
            value = List.of(value);
        }
        return value;
    }
}
