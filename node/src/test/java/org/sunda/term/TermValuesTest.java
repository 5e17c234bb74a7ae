package org.sunda.term;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatObject;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.binary;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.list;
import static org.sunda.term.Terms.map;
import static org.sunda.term.Terms.real;
import static org.sunda.term.Terms.string;
import static org.sunda.term.Terms.tuple;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What the value classes promise beside order and text.
class TermValuesTest {
    @Test
    void shouldTakeEveryFormOfAListForTheSameList() {
        ListTerm bytes = string("ab");
        ListTerm objects = list(97, 98);

        assertThatObject(bytes).isInstanceOf(ByteList.class);
        assertThatObject(objects).isInstanceOf(TermList.class);
        assertThatObject(bytes).isEqualTo(objects).hasSameHashCodeAs(objects);
        assertThatObject(objects).isEqualTo(bytes);
        assertThatObject(ListTerm.improper(new Term[] {integer(97)}, string("b")))
                .isEqualTo(bytes);
        assertThat(bytes.compareTo(string("b"))).isNegative();
        assertThat(bytes.compareTo(string("a"))).isPositive();
        assertThat(string("\u00ff").compareTo(string("\u007f"))).isPositive();
        assertThat(bytes.equals(list(97))).isFalse();
    }

    @Test
    void shouldReadTextOfLists() {
        assertThat(string("aé€😀").text()).contains("aé€😀");
        assertThat(list().text()).contains("");
        assertThat(list(0xd800).text()).isEmpty();
        assertThat(list(-1).text()).isEmpty();
        assertThat(((ListTerm) Term.parse("[97|98]")).text()).isEmpty();
        assertThat(list(atom("a")).text()).isEmpty();
    }

    @Test
    void shouldJoinTails() {
        assertThatObject(ListTerm.improper(new Term[0], atom("a"))).isEqualTo(atom("a"));
        assertThatObject(ListTerm.improper(new Term[] {integer(1)}, list())).isEqualTo(list(1));
        assertThatObject(ListTerm.improper(new Term[] {integer(1)}, Term.parse("[2|3]")))
                .isEqualTo(Term.parse("[1,2|3]"));
    }

    @Test
    void shouldKeepMapsSortedAndDistinct() {
        MapTerm map = map(real(1), atom("float"), integer(1), atom("integer"));

        assertThat(map.key(0)).isEqualTo(integer(1));
        assertThat(map.get(real(1))).contains(atom("float"));
        assertThat(map.get(integer(2))).isEmpty();
        assertThat(map.with(atom("a"), list()).get("a")).contains(list());
        assertThat(map.with(real(1), list()).size()).isEqualTo(2);
        assertThat(map.without(real(1))).isEqualTo(map(integer(1), atom("integer")));
        assertThat(map.without(integer(1)).without(real(1))).isEqualTo(MapTerm.EMPTY);
        assertThat(map.without(atom("a"))).isEqualTo(map);
        assertThat(MapTerm.of(Map.of(real(1), atom("float"), integer(1), atom("integer"))))
                .isEqualTo(map);
        assertThat(map.asMap()).containsOnly(Map.entry(integer(1), atom("integer")), Map.entry(real(1), atom("float")));
    }

    @Test
    void shouldNameTheKeyThatComesTwice() {
        assertThatThrownBy(() -> map(atom("a"), integer(1), atom("b"), integer(1), atom("a"), integer(2)))
                .hasMessage("the key a comes twice");
        assertThatThrownBy(() -> map(atom("a"))).hasMessage("a key without a value: a");
        assertThatThrownBy(() -> map(string("a".repeat(1000)), list(), string("a".repeat(1000)), list()))
                .hasMessage("the key \"" + "a".repeat(99) + "... comes twice");
    }

    @Test
    void shouldDeconstructTuples() {
        assertThat(tuple(atom("a"), integer(1)) instanceof Tuple2(Atom tag, SmallInt(long value))
                        && tag.is("a")
                        && value == 1)
                .isTrue();
        for (int arity = 0; arity < 8; arity++) {
            Term[] elements = new Term[arity];
            Arrays.setAll(elements, Int::of);
            Tuple tuple = Tuple.of(elements);
            assertThat(tuple.elements()).containsExactly(elements);
            assertThat(tuple).isEqualTo(Tuple.of(elements.clone())).hasSameHashCodeAs(Tuple.of(elements.clone()));
            assertThatThrownBy(() -> tuple.element(tuple.arity())).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> tuple.element(-1)).isInstanceOf(IndexOutOfBoundsException.class);
        }
        assertThat(tuple(atom("r"), integer(1)).isTagged("r", 2)).isTrue();
        assertThat(tuple(atom("r")).isTagged("r", 2)).isFalse();
        assertThat(tuple().isTagged("r", 0)).isFalse();
    }

    @Test
    void shouldHaveOneClassForEachInteger() {
        assertThat(integer(BigInteger.valueOf(Long.MAX_VALUE))).isEqualTo(integer(Long.MAX_VALUE));
        assertThat(integer(BigInteger.TWO.pow(63))).isInstanceOf(BigInt.class);
        assertThatThrownBy(() -> new BigInt(BigInteger.ONE)).hasMessage("1 fits into a long: use Int.of");
        assertThatThrownBy(() -> integer(BigInteger.TWO.pow(63)).toLong()).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> integer(1L << 31).toInt()).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void shouldRefuseFloatsThatErlangHasNot() {
        assertThatThrownBy(() -> real(Double.NaN)).hasMessageStartingWith("NaN is not an Erlang float");
        assertThatThrownBy(() -> real(Double.NEGATIVE_INFINITY)).isInstanceOf(IllegalArgumentException.class);
        assertThat(real(0.0)).isNotEqualTo(real(-0.0)).isNotEqualTo(integer(0));
    }

    @Test
    void shouldRefuseTextThatNoAtomCanHave() {
        assertThat(atom("😀".repeat(255)).utf8Length()).isEqualTo(1020);
        assertThatThrownBy(() -> atom("a".repeat(256))).hasMessage("an atom has at most 255 characters");
        assertThatThrownBy(() -> atom("😀".repeat(256))).hasMessage("an atom has at most 255 characters");
        assertThatThrownBy(() -> atom("\ud800")).hasMessage("an atom must be well-formed Unicode");
        assertThatThrownBy(() -> Atom.ofUtf8(new byte[] {-1}, 0, 1)).hasMessage("the text of an atom is not UTF-8");
    }

    @Test
    void shouldBeOneBinaryWhenItsBytesLieInPieces() {
        MemorySegment first = MemorySegment.ofArray("ab".getBytes(StandardCharsets.UTF_8));
        MemorySegment second = MemorySegment.ofArray("cde".getBytes(StandardCharsets.UTF_8));
        Binary pieces = Binary.wrap(List.of(first, second));

        assertThat(pieces.byteSize()).isEqualTo(5);
        assertThat(pieces.pieces()).hasSize(2).allMatch(MemorySegment::isReadOnly);
        assertThat(pieces).isEqualTo(binary("abcde")).hasSameHashCodeAs(binary("abcde"));
        assertThat(pieces.text()).isEqualTo("abcde");
        assertThat(pieces.byteAt(4)).isEqualTo('e');
        assertThat(pieces.pieces()).as("joined by who asked for one").hasSize(1);
        assertThat(Binary.wrap(List.of())).isEqualTo(Binary.EMPTY);
    }

    @Test
    void shouldMeasureBitStrings() {
        assertThat(Binary.EMPTY.bitSize()).isZero();
        assertThat(binary("abc").bitSize()).isEqualTo(24);
        Binary bits = Binary.wrapBits(MemorySegment.ofArray(new byte[] {1, (byte) 0xe0}), 3);
        assertThat(bits.bitSize()).isEqualTo(11);
        assertThat(bits.isBinary()).isFalse();
        assertThat(bits).isEqualTo(Term.parse("<<1,7:3>>")).isNotEqualTo(Term.parse("<<1,7:3,0:5>>"));
        assertThatThrownBy(() -> Binary.wrapBits(MemorySegment.ofArray(new byte[] {1}), 3))
                .hasMessage("the unused bits of a bit string must be 0");
        assertThatThrownBy(() -> Binary.wrapBits(MemorySegment.ofArray(new byte[0]), 8))
                .hasMessage("a bit string without bytes has no last byte");
        assertThatThrownBy(() -> Binary.wrapBits(MemorySegment.ofArray(new byte[1]), 0))
                .hasMessage("the last byte of a bit string has 1 to 8 bits, not 0");
    }

    @Test
    void shouldRefuseIdentifiersOfImpossibleSize() {
        assertThatThrownBy(() -> Ref.of(atom("a@h"), 1)).hasMessage("a reference has 1 to 5 words, not 0");
        assertThatThrownBy(() -> Ref.of(atom("a@h"), 1, 1, 2, 3, 4, 5, 6))
                .hasMessage("a reference has 1 to 5 words, not 6");
        assertThatThrownBy(() -> new ExternalFun(atom("m"), atom("f"), 256))
                .hasMessage("an arity is 0 to 255, not 256");
        assertThatThrownBy(() -> new RecordTerm(atom("m"), atom("r"), true, List.of(atom("a")), List.of()))
                .hasMessage("1 fields, but 0 values");
    }
}
