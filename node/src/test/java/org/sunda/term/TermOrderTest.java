package org.sunda.term;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.list;
import static org.sunda.term.Terms.real;
import static org.sunda.term.Terms.tuple;

import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Order and equality as measured on OTP 25; that of native records as EEP 79 has it.
class TermOrderTest {
    private static final Atom A = atom("a@h");
    private static final Atom B = atom("b@h");

    /// Each is less than all that follow.
    private static final List<Term> ASCENDING = List.of(
            Term.parse("-36893488147419103233"),
            real(-0x1p65),
            integer(Long.MIN_VALUE),
            real(-1.5),
            integer(-1),
            integer(0),
            real(Double.MIN_VALUE),
            integer(1),
            real(0x1p53),
            integer((1L << 53) + 1),
            integer(Long.MAX_VALUE),
            real(0x1p63),
            Term.parse("9223372036854775809"),
            real(1e300),
            Term.parse("9".repeat(400)),
            atom(""),
            atom("A"),
            atom("a"),
            atom("aa"),
            atom("b"),
            atom("é"),
            atom("\uffff"),
            atom("\ud800\udc00"),
            Ref.of(A, 1, 9, 9),
            Ref.of(A, 1, 1, 2, 3),
            Ref.of(A, 1, 1, 2, -1),
            Ref.of(A, -1, 1),
            Ref.of(B, 1, 1),
            closure("m", 1, 9, 1, 1),
            closure("m", 2, -9, 1, 1),
            closure("m", 2, 9, 1, 9),
            closure("m", 2, 9, 2, 1),
            closure("n", 0, 0, 0, 1),
            new ExternalFun(atom("a"), atom("z"), 9),
            new ExternalFun(atom("b"), atom("a"), 1),
            new ExternalFun(atom("b"), atom("a"), 2),
            new Port(A, -1, 1),
            new Port(A, 1, 2),
            new Port(B, 1, 1),
            new Pid(B, 9, 1, 9),
            new Pid(A, 1, 2, 9),
            new Pid(B, 1, 2, 1),
            new Pid(A, 2, 2, 1),
            new Pid(A, 2, 2, 2),
            new Pid(A, 1, -1, 1),
            tuple(),
            tuple(atom("z")),
            tuple(integer(1), integer(2)),
            tuple(integer(1), atom("a")),
            record("m", "r", false, "a", "b"),
            record("m", "r", false, "b", "a"),
            record("m", "r", true, "a"),
            record("m", "s", false),
            record("n", "a", false),
            Term.parse("#{}"),
            Term.parse("#{z=>1}"),
            Term.parse("#{1=>z,2=>a}"),
            Term.parse("#{1=>z,2=>b}"),
            Term.parse("#{10=>a,1.0=>a}"),
            Term.parse("#{1.0=>a,a=>a}"),
            Term.parse("#{a=>1,b=>2}"),
            Term.parse("#{a=>2,b=>1}"),
            list(),
            Term.parse("[1|2]"),
            list(1),
            list(1, 2),
            list(1, 2, 3),
            Term.parse("[1|<<>>]"),
            list(2),
            list(list()),
            Term.parse("<<>>"),
            Term.parse("<<1:1>>"),
            Term.parse("<<1:1,0:7>>"),
            Term.parse("<<128,0>>"),
            Term.parse("<<129>>"),
            Term.parse("<<3:2>>"));

    @Test
    void shouldOrderAllFamilies() {
        for (int i = 0; i < ASCENDING.size(); i++) {
            for (int j = 0; j < ASCENDING.size(); j++) {
                Term left = ASCENDING.get(i);
                Term right = ASCENDING.get(j);
                assertThat(Integer.signum(left.compareTo(right)))
                        .as("%s and %s", left, right)
                        .isEqualTo(Integer.signum(i - j));
                assertThat(left.equals(right)).as("%s and %s", left, right).isEqualTo(i == j);
            }
        }
    }

    @Test
    void shouldSortBackWhatWasShuffled() {
        RandomTerms random = new RandomTerms();
        List<Term> shuffled = random.shuffled(ASCENDING);
        Collections.sort(shuffled);

        assertThat(shuffled).as("-Dsunda.seed=%d", random.seed()).isEqualTo(ASCENDING);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            value = {
                "1 | 1.0",
                "0 | -0.0",
                "0.0 | -0.0",
                "18446744073709551616 | 18446744073709551616.0",
                "{1,[2|3]} | {1.0,[2.0|3.0]}",
                "-9223372036854775808 | -9223372036854775808.0",
                "9007199254740992 | 9007199254740992.0"
            })
    void shouldTellNumbersOfOneValueApartOnlyExactly(String left, String right) {
        Term a = Term.parse(left);
        Term b = Term.parse(right);

        assertThat(a.compareTo(b)).isZero();
        assertThat(b.compareTo(a)).isZero();
        assertThat(a.equals(b)).isFalse();
        assertThat(TermOrder.EXACT.compare(a, b)).isNotZero().isEqualTo(-TermOrder.EXACT.compare(b, a));
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            value = {
                "9007199254740993 | 9007199254740992.0",
                "9223372036854775808.0 | 9223372036854775807",
                "-9223372036854775807 | -9223372036854775808.0",
                "18446744073709551617 | 18446744073709551616.0",
                "1 | 0.9999999999999999",
                "4.9e-324 | 0",
                "-1 | -1.0000000000000002"
            })
    void shouldCompareIntegersAndFloatsByExactValue(String greater, String less) {
        assertThat(Term.parse(greater)).isGreaterThan(Term.parse(less));
        assertThat(Term.parse(less)).isLessThan(Term.parse(greater));
    }

    @Test
    void shouldPutEveryIntegerBeforeEveryFloatWhenExact() {
        assertThat(TermOrder.EXACT.compare(integer(5), real(1))).isNegative();
        assertThat(TermOrder.EXACT.compare(real(1), integer(5))).isPositive();
        assertThat(TermOrder.EXACT.compare(list(5, 1), list(real(1)))).isNegative();
        assertThat(TermOrder.EXACT.compare(real(-0.0), real(0.0))).isNegative();
    }

    @Test
    void shouldCompareKeysExactlyButValuesNot() {
        assertThat(Term.parse("#{a=>1}").compareTo(Term.parse("#{a=>1.0}"))).isZero();
        assertThat(Term.parse("#{1=>a}").compareTo(Term.parse("#{1.0=>a}"))).isNegative();
        assertThat(Term.parse("#{{1}=>b}").compareTo(Term.parse("#{{1.0}=>a}"))).isNegative();
        assertThat(Term.parse("#{a=>#{1=>x}}").compareTo(Term.parse("#{a=>#{1.0=>x}}")))
                .isNegative();
        assertThat(Term.parse("#{#{a=>1}=>x}").compareTo(Term.parse("#{#{a=>1.0}=>x}")))
                .isNegative();
    }

    @Test
    void shouldTakeMissingWordsOfReferencesForZero() {
        Ref one = Ref.of(A, 1, 7);
        Ref padded = Ref.of(A, 1, 7, 0, 0);

        assertThat(one).isEqualTo(padded).hasSameHashCodeAs(padded).isEqualByComparingTo(padded);
        assertThat(padded.wordCount()).isEqualTo(3);
        assertThat(one)
                .isNotEqualTo(Ref.of(A, 1, 7, 0, 1))
                .isNotEqualTo(Ref.of(A, 2, 7))
                .isNotEqualTo(Ref.of(B, 1, 7));
    }

    @Test
    void shouldTakeClosuresOfOneOriginForEqualWhoeverMadeThem() {
        LocalFun fun = closure("m", 1, 2, 3, 4);
        LocalFun elsewhere = new LocalFun(
                fun.module(),
                7,
                fun.index(),
                Binary.EMPTY,
                77,
                fun.oldUniq(),
                new Pid(B, 1, 1, 1),
                fun.free(),
                fun.environment(),
                Binary.EMPTY);

        assertThat(fun).isEqualTo(elsewhere).hasSameHashCodeAs(elsewhere);
        assertThat(fun).isNotEqualTo(closure("m", 1, 2, 3, 5));
    }

    @Test
    void shouldTellRecordsApartByVisibility() {
        assertThat(record("m", "r", true, "a"))
                .isEqualTo(record("m", "r", true, "a"))
                .isNotEqualTo(record("m", "r", false, "a"));
    }

    @Test
    void shouldServeSortedMaps() {
        TreeMap<Term, Term> map = new TreeMap<>(TermOrder.EXACT);
        map.put(integer(1), atom("integer"));
        map.put(real(1), atom("float"));

        assertThat(map).hasSize(2).containsEntry(real(1), atom("float"));
    }

    private static LocalFun closure(String module, int index, int oldUniq, int free, int bound) {
        return new LocalFun(
                atom(module),
                0,
                index,
                Binary.EMPTY,
                0,
                oldUniq,
                new Pid(A, 1, 1, 1),
                free,
                Binary.wrap(new byte[] {97, (byte) bound}),
                Binary.EMPTY);
    }

    /// The values are those of a record whose definition came first.
    private static RecordTerm record(String module, String name, boolean exported, String... fields) {
        List<Atom> names = List.of(fields).stream().map(Atom::of).toList();
        return new RecordTerm(atom(module), atom(name), exported, names, List.copyOf(names));
    }
}
