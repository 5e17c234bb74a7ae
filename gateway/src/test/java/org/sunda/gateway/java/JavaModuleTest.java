package org.sunda.gateway.java;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.list;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sunda.gateway.value.JavaTerms;
import org.sunda.term.ListTerm;
import org.sunda.term.Term;

class JavaModuleTest {
    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            quoteCharacter = '\0',
            value = {
                "max | [1, 2] | 2",
                "max | [1, 2.5] | 2.5",
                "max | [9223372036854775807, 1] | 9223372036854775807",
                "max | [nan, 1] | nan",
                "abs | [-5] | 5",
                "abs | [-5.5] | 5.5",
                "round | [2.5] | 3",
                "pow | [2, 10] | 1024.0",
                "sqrt | [2.25] | 1.5",
                "addExact | [2147483647, 1] | 2147483648",
                "floorMod | [-1, 3] | 2",
                "scalb | [1.0, 3] | 8.0",
                "log | [0] | '-inf'",
            })
    void shouldCallTheMethodThatTheArgumentsFitBest(String function, String arguments, String expected)
            throws Exception {
        assertThat(call(Math.class, function, arguments)).isEqualTo(Term.parse(expected));
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            quoteCharacter = '\0',
            value = {
                "is | 1 | long 1",
                "is | 9223372036854775808 | BigInteger 9223372036854775808",
                "is | 1.5 | double 1.5",
                "is | inf | double Infinity",
                "is | true | boolean true",
                "is | false | boolean false",
                "is | <<\"añ\"/utf8>> | String añ",
                "is | <<255>> | byte[] [-1]",
                "is | <<1:1>> | Binary <<1:1>>",
                "is | 'MONDAY' | DayOfWeek MONDAY",
                "is | monday | String monday",
                "is | <<\"MONDAY\">> | String MONDAY",
                "is | \"abc\" | List [97, 98, 99]",
                "is | [1, <<\"a\">>, [true, null], #{}] | List [1, a, [true, null], {}]",
                "is | #{<<\"k\">> => 1, a => 2.5} | Map {a=2.5, k=1}",
                "is | {2026, 2, 28} | LocalDate 2026-02-28",
                "ofChar | <<\"x\">> | char x",
                "ofObject | 1 | Long 1",
                "ofObject | 9223372036854775808 | BigInteger 9223372036854775808",
                "ofObject | 1.5 | Double 1.5",
                "ofObject | true | Boolean true",
                "ofObject | null | null",
                "ofObject | nil | null",
                "ofObject | undefined | null",
                "ofObject | hello | String hello",
                "ofObject | <<\"b\">> | String b",
                "ofObject | [1, null] | ArrayList [1, null]",
                "ofObject | #{1 => null} | LinkedHashMap {1=null}",
                "ofDecimal | 7 | 7",
                "ofDecimal | 1.5 | 1.5",
                "ofNumber | 7 | Long 7",
                "ofNumber | 7.5 | Double 7.5",
                "ofShort | -32768 | short -32768",
                "ofByte | 127 | byte 127",
                "ofFloat | 1.5 | float 1.5",
                "ofFloat | 16777216 | float 1.6777216E7",
                "ofDouble | 9007199254740992 | Double 9.007199254740992E15",
                "ofDouble | null | Double null",
                "ofUuid | <<\"0f8fad5b-d9cb-469f-a165-70867728950e\">>"
                        + " | UUID 0f8fad5b-d9cb-469f-a165-70867728950e",
            })
    void shouldMakeTheNaturalJavaValueOfATerm(String function, String argument, String expected) throws Exception {
        assertThat(call(Samples.class, function, "[" + argument + "]"))
                .isEqualTo(org.sunda.term.Terms.binary(expected));
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            quoteCharacter = '\0',
            value = {
                "sumOfInts | [[1, 2, 3]] | 6",
                "sumOfInts | [[]] | 0",
                "sumOfIntegers | [[1, 2, 3]] | 6",
                "sumOfIntegers | [\"ab\"] | 195",
                "join | [<<\"-\">>, [<<\"a\">>, b, \"c\"]] | <<\"a-b-c\">>",
                "sizeOfSet | [[1, 1, 2]] | 2",
                "length | [<<\"abc\">>] | 3",
                "matrix | [[[1, 2], [3]]] | 3",
                "nothing | [] | ok",
                "absent | [] | null",
                "maybe | [true] | <<\"there\">>",
                "maybe | [false] | null",
                "ofTimes | [{1,2,3}, {{2026,2,28},{1,2,3},4}, {ts,5}]"
                        + " | <<\"01:02:03 2026-02-28T01:02:03.000000004 1970-01-01T00:00:00.000005Z\">>",
            })
    void shouldConvertWhatStandsInListsAndAnswerEachKindOfResult(String function, String arguments, String expected)
            throws Exception {
        assertThat(call(Samples.class, function, arguments)).isEqualTo(Term.parse(expected));
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            quoteCharacter = '\0',
            value = {
                "is | [{a, b}]",
                "is | [[1|2]]",
                "ofShort | [32768]",
                "ofByte | [128]",
                "ofChar | [<<\"xy\">>]",
                "ofChar | [null]",
                "ofFloat | [16777217]",
                "ofDouble | [9007199254740993]",
                "ofDecimal | [<<\"1\">>]",
                "ofUuid | [<<\"0f8\">>]",
                "sumOfIntegers | [[1, 2147483648]]",
                "sumOfInts | [[1, null]]",
                "sumOfInts | [<<1>>]",
                "join | [<<\"-\">>, <<\"a\">>]",
                "ofTimes | [{25,2,3}, {{2026,2,28},{1,2,3},4}, {ts,5}]",
            })
    void shouldSayWhatThereIsWhenTheArgumentsFitNothing(String function, String arguments) {
        assertThatThrownBy(() -> call(Samples.class, function, arguments))
                .isInstanceOfSatisfying(
                        JavaCallException.class,
                        e -> assertThat(e.reason().toString())
                                .startsWith("{badarg,<<\"the arguments fit no " + function + " of those there are: ("));
    }

    @Test
    void shouldGoAsDeepAsAllowedAndNotOneDeeper() throws Exception {
        assertThat(call(Samples.class, "ofObject", list(nested(JavaTerms.MOST_DEPTH)))
                        .toString())
                .contains("ArrayList");
        assertThatThrownBy(() -> call(Samples.class, "ofObject", list(nested(JavaTerms.MOST_DEPTH + 1))))
                .isInstanceOf(JavaCallException.class)
                .hasMessageContaining("badarg");
        assertThatThrownBy(() -> call(Samples.class, "ofObject", list(nested(1_000_000))))
                .isInstanceOf(JavaCallException.class)
                .hasMessageContaining("badarg");
    }

    @Test
    void shouldRaiseWhatTheMethodThrows() {
        assertThatThrownBy(() -> call(Samples.class, "fail", "[<<\"because\">>]"))
                .isInstanceOfSatisfying(
                        JavaCallException.class,
                        e -> assertThat(e.reason().toString())
                                .startsWith("{java_exception,<<\"java.lang.IllegalStateException\">>,<<\"because\">>,[")
                                .contains("Samples.fail(Samples.java:")
                                .doesNotContain("JavaFunction", "java.lang.invoke", "JavaModuleTest"));
        assertThatThrownBy(() -> call(Math.class, "floorDiv", "[1, 0]"))
                .hasMessageContaining("<<\"java.lang.ArithmeticException\">>,<<\"/ by zero\">>");
    }

    @Test
    void shouldRaiseErrorsOfTheMethodAsWell() {
        assertThatThrownBy(() -> call(Samples.class, "recurse", "[0]")).hasMessageContaining("StackOverflowError");
        assertThatThrownBy(() -> call(Samples.class, "load", "[<<\"org/example/Missing\">>]"))
                .hasMessageContaining("org/example/Missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"noTerm", "endless"})
    void shouldSayThatAResultHasNoTerm(String function) {
        assertThatThrownBy(() -> call(Samples.class, function, "[]"))
                .isInstanceOfSatisfying(
                        JavaCallException.class,
                        e -> assertThat(e.reason().toString()).startsWith("{no_term,<<\"a Java value "));
    }

    @Test
    void shouldHaveNoFunctionButPublicStaticMethodsOfTheClassItself() throws Exception {
        JavaModule module = JavaModule.of(Samples.class);

        assertThat(module.function("maybe", 1)).isPresent();
        assertThat(module.function("maybe", 0)).isEmpty();
        assertThat(module.function("maybe", 2)).isEmpty();
        assertThat(module.names())
                .contains("maybe", "is")
                .doesNotContain("instanceMethod", "packagePrivate", "unreachable", "getClass", "wait", "<init>");
    }

    @Test
    void shouldHaveOnlyTheFunctionsThatAreListed() throws Exception {
        JavaModule module = JavaModule.of(Math.class).only(Set.of("max", "min"));

        assertThat(module.names()).containsExactly("max", "min");
        assertThat(module.function("max", 2)).isPresent();
        assertThat(module.function("abs", 1)).isEmpty();
    }

    @Test
    void shouldRefuseAClassThatIsNotPublic() {
        assertThatThrownBy(() -> JavaModule.of(Hidden.class)).isInstanceOf(IllegalAccessException.class);
    }

    static final class Hidden {
        private Hidden() {}

        public static int one() {
            return 1;
        }
    }

    private static Term nested(int levels) {
        Term term = ListTerm.nil();
        for (int i = 1; i < levels; i++) {
            term = list(term);
        }
        return term;
    }

    private static Term call(Class<?> type, String function, String arguments) throws Exception {
        return call(type, function, Term.parse(arguments));
    }

    private static Term call(Class<?> type, String function, Term arguments) throws Exception {
        List<Term> list = arguments instanceof ListTerm terms ? terms.elements() : List.of(integer(0));
        return JavaModule.of(type).function(function, list.size()).orElseThrow().apply(list);
    }
}
