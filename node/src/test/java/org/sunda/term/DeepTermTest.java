package org.sunda.term;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatObject;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.string;

import java.math.BigInteger;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A million levels of nesting, and texts made to be slow to read. The time is generous for what grows with the
/// length of a text, and far too short for what grows with its square.
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class DeepTermTest {
    private static final int LEVELS = 1_000_000;
    private static final Atom A = atom("a");
    private static final Atom B = atom("b");
    private static final List<Atom> FIELD = List.of(A);

    enum Shape {
        LIST("[", "]"),
        TAIL("[a|{", "}]"),
        TUPLE("{", "}"),
        WIDE("{a,a,a,a,a,", "}"),
        VALUE("#{a => ", "}"),
        KEY("#{", " => a}"),
        RECORD("#a:b{a = ", "}");

        private final String open;
        private final String close;

        Shape(String open, String close) {
            this.open = open;
            this.close = close;
        }

        Term around(Term inner) {
            Term term = inner;
            for (int i = 0; i < LEVELS; i++) {
                term = onceAround(term);
            }
            return term;
        }

        private Term onceAround(Term term) {
            return switch (this) {
                case LIST -> ListTerm.of(term);
                case TAIL -> ListTerm.improper(new Term[] {A}, new Tuple1(term));
                case TUPLE -> new Tuple1(term);
                case WIDE -> Tuple.of(A, A, A, A, A, term);
                case VALUE -> MapTerm.of(A, term);
                case KEY -> MapTerm.of(term, A);
                case RECORD -> new RecordTerm(A, B, false, FIELD, List.of(term));
            };
        }

        String around(String inner) {
            return open.repeat(LEVELS) + inner + close.repeat(LEVELS);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldCompareAndHashWhenTermIsDeep(Shape shape) {
        Term deep = shape.around(integer(1));
        Term same = shape.around(integer(1));
        Term other = shape.around(new FloatTerm(1));

        assertThat(deep.equals(same)).isTrue();
        assertThat(deep.hashCode()).isEqualTo(same.hashCode());
        assertThat(deep.equals(other)).isFalse();
        assertThat(TermOrder.EXACT.compare(deep, other)).isNegative();
        // As keys, an integer and a float of one value differ.
        assertThat(Integer.signum(deep.compareTo(other))).isEqualTo(shape == Shape.KEY ? -1 : 0);
    }

    @ParameterizedTest
    @EnumSource
    void shouldPrintWhenTermIsDeep(Shape shape) {
        assertThat(shape.around(integer(1)).toString().equals(shape.around("1")))
                .isTrue();
        assertThat(shape.around(integer(1)).toString(20)).hasSize(23).endsWith("...");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "RECORD")
    void shouldParseWhenTextIsDeep(Shape shape) {
        assertThat(Term.parse(shape.around("1")).equals(shape.around(integer(1))))
                .isTrue();
    }

    @Test
    void shouldTellTermsApartAtOnceWhenTheyShareAllButTheEnds() {
        Term shared = atom("a");
        Term same = atom("a");
        for (int i = 0; i < 60; i++) {
            shared = new Tuple2(shared, shared);
            same = new Tuple2(same, same);
        }
        assertThat(new Tuple2(shared, integer(1)).equals(new Tuple2(shared, integer(2))))
                .isFalse();
        assertThat(new Tuple2(same, same).hashCode()).isEqualTo(new Tuple2(shared, shared).hashCode());
    }

    @ParameterizedTest
    @ValueSource(strings = {"(", "[", "{", "[a|", "[a|(", "[([", "#{", "#{a=>", "<<", "[-(", "{[#{(", "[[]|[[]|("})
    void shouldRefuseWhatIsOnlyOpened(String open) {
        String text = open.repeat(LEVELS / open.length());

        assertThatThrownBy(() -> Term.parse(text))
                .hasMessage("1:" + (text.length() + 1) + ": expected a term, but found the end of the text");
    }

    @Test
    void shouldReadParenthesesOfAnyDepth() {
        assertThat(Term.parse("(".repeat(LEVELS) + "a" + ")".repeat(LEVELS))).isEqualTo(atom("a"));
        assertThat(Term.parse("-" + "(".repeat(LEVELS) + "1" + ")".repeat(LEVELS)))
                .isEqualTo(integer(-1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1|", "[1|(", "[1|(("})
    void shouldJoinTailsOfAnyDepth(String open) {
        String close = open.replace('[', ']').replace('(', ')').replaceAll("[^\\])]", "");
        String text = open.repeat(LEVELS / 4) + "[]"
                + new StringBuilder(close).reverse().toString().repeat(LEVELS / 4);

        assertThatObject(Term.parse(text)).isInstanceOfSatisfying(ListTerm.class, list -> {
            assertThat(list.size()).isEqualTo(LEVELS / 4);
            assertThat(list.isProper()).isTrue();
        });
    }

    @Test
    void shouldReadBinariesInBinariesOfAnyDepth() {
        int levels = LEVELS / 10;
        String text = "<<".repeat(levels) + "1" + ">>/binary".repeat(levels - 1) + ">>";

        assertThat(Term.parse(text)).isEqualTo(Binary.wrap(new byte[] {1}));
    }

    @Test
    void shouldRefuseToCopyLargeBinariesAtEachLevel() {
        String large = "\"" + "a".repeat(LEVELS) + "\"";
        String text = "<<".repeat(LEVELS / 10) + large + ">>/binary".repeat(LEVELS / 10 - 1) + ">>";

        assertThatThrownBy(() -> Term.parse(text)).hasMessageEndingWith("ask for more than 64 MiB");
    }

    @Test
    void shouldReadNumbersOfAMillionDigits() {
        BigInteger power = BigInteger.TEN.pow(LEVELS);

        assertThat(Term.parse("1" + "0".repeat(LEVELS))).isEqualTo(integer(power));
        assertThat(Term.parse("-" + "9".repeat(LEVELS))).isEqualTo(integer(BigInteger.ONE.subtract(power)));
        assertThat(Term.parse("2#1" + "0".repeat(LEVELS))).isEqualTo(integer(BigInteger.TWO.pow(LEVELS)));
        assertThat(Term.parse("1_0".repeat(LEVELS / 2) + ".5e-" + "9".repeat(20)))
                .isEqualTo(new FloatTerm(0));
        assertThat(Term.parse("0." + "3".repeat(LEVELS))).isEqualTo(new FloatTerm(1.0 / 3));
        assertThatThrownBy(() -> Term.parse("1.0e" + "9".repeat(LEVELS))).hasMessage("1:1: the float is too large");
        assertThatThrownBy(() -> Term.parse("9".repeat(LEVELS) + "#1"))
                .hasMessage("1:1: the base of an integer is 2 to 36");
        assertThat(integer(power).toString(10)).isEqualTo("1000000000...");
    }

    @Test
    void shouldReadLongStringsAndNames() {
        String text = "ab€".repeat(LEVELS / 3);

        assertThatObject(Term.parse("\"" + text + "\"")).isEqualTo(string(text));
        assertThatObject(Term.parse("\"a\" ".repeat(LEVELS / 4))).isEqualTo(string("a".repeat(LEVELS / 4)));
        assertThatThrownBy(() -> Term.parse("'" + text + "'")).hasMessage("1:1: an atom has at most 255 characters");
        assertThatThrownBy(() -> Term.parse("a".repeat(LEVELS))).hasMessage("1:1: an atom has at most 255 characters");
        assertThatThrownBy(() -> Term.parse("\"" + text)).hasMessage("1:1: the string that begins here does not end");
        assertThatThrownBy(() -> Term.parse("% x\n".repeat(LEVELS / 4) + "?")).hasMessageStartingWith("250001:1: ");
    }

    @Test
    void shouldReadMapsOfManyKeys() {
        String ascending =
                IntStream.range(0, LEVELS / 5).mapToObj(i -> i + "=>a").collect(Collectors.joining(",", "#{", "}"));
        String descending = IntStream.range(0, LEVELS / 5)
                .mapToObj(i -> (LEVELS / 5 - 1 - i) + "=>a")
                .collect(Collectors.joining(",", "#{", "}"));

        assertThat(Term.parse(descending)).isEqualTo(Term.parse(ascending));
    }
}
