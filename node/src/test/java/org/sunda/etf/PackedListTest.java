package org.sunda.etf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatObject;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.binary;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.tuple;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sunda.memory.Bytes;
import org.sunda.term.Binary;
import org.sunda.term.LazyList;
import org.sunda.term.ListTerm;
import org.sunda.term.Term;

class PackedListTest {
    private static final int LENGTH = 3 * PackedList.SHORTEST;

    @Test
    void shouldKeepStringsEmptyStringsAndSmallBinariesPacked() {
        ListTerm list = ListTerm.of(texts());

        Term decoded = ExternalTerm.decode(ExternalTerm.encode(list));

        assertThatObject(decoded).isInstanceOf(LazyList.class).isEqualTo(list);
        assertThat(decoded.hashCode()).isEqualTo(list.hashCode());
        assertThat(decoded).hasToString(list.toString());
    }

    @Test
    void shouldReadTheSameWhereverTheBytesAreCut() {
        ListTerm list = ListTerm.of(texts());
        byte[] bytes = ExternalTerm.encode(list);

        for (int cut = 0; cut <= bytes.length; cut++) {
            assertThatObject(ExternalTerm.decode(cut(bytes, cut), Limits.DEFAULT))
                    .isEqualTo(list);
        }
    }

    @Test
    void shouldReadTheSameWhenEachByteLiesAlone() {
        ListTerm list = ListTerm.of(texts());
        MemorySegment bytes = MemorySegment.ofArray(ExternalTerm.encode(list));
        Bytes apart = Bytes.of(IntStream.range(0, (int) bytes.byteSize())
                .mapToObj(i -> bytes.asSlice(i, 1))
                .toList());

        assertThatObject(ExternalTerm.decode(apart, Limits.DEFAULT)).isEqualTo(list);
    }

    @Test
    void shouldReadListsWithOneElementOfAnotherKindAtAnyPlace() {
        for (int i = 0; i < LENGTH; i++) {
            List<Term> elements = texts();
            elements.set(i, i % 2 == 0 ? tuple(integer(i), atom("x")) : Binary.wrap(new byte[256 + i]));
            ListTerm list = ListTerm.of(elements);

            assertThatObject(ExternalTerm.decode(ExternalTerm.encode(list))).isEqualTo(list);
        }
    }

    @Test
    void shouldReadImproperListsAndTailsThatAreLists() {
        Term improper = ListTerm.improper(texts().toArray(Term[]::new), atom("end"));
        assertThatObject(ExternalTerm.decode(ExternalTerm.encode(improper))).isEqualTo(improper);

        byte[] first = ExternalTerm.encode(ListTerm.of(texts()));
        byte[] second = ExternalTerm.encode(ListTerm.of(texts().reversed()));
        byte[] joined = Arrays.copyOf(first, first.length - 1 + second.length - 1);
        System.arraycopy(second, 1, joined, first.length - 1, second.length - 1);
        List<Term> all = texts();
        all.addAll(texts().reversed());
        assertThatObject(ExternalTerm.decode(joined)).isEqualTo(ListTerm.of(all));
    }

    @Test
    void shouldRefuseEveryPrefix() {
        byte[] bytes = ExternalTerm.encode(ListTerm.of(texts()));

        for (int length = 0; length < bytes.length; length++) {
            byte[] prefix = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> ExternalTerm.decode(prefix)).isInstanceOf(MalformedTermException.class);
            assertThatThrownBy(() -> skip(prefix)).isInstanceOf(MalformedTermException.class);
        }
        assertThat(skip(bytes)).isZero();
    }

    @Test
    void shouldNotNeedTheBytesAnyMoreWhenTheyAreNotOnTheHeap() {
        ListTerm list = ListTerm.of(texts());
        Term decoded;
        try (Arena arena = Arena.ofConfined()) {
            byte[] bytes = ExternalTerm.encode(list);
            MemorySegment outside = arena.allocate(bytes.length).copyFrom(MemorySegment.ofArray(bytes));
            decoded = ExternalTerm.decode(Bytes.of(List.of(outside)), Limits.DEFAULT);
        }

        assertThatObject(decoded).isInstanceOf(LazyList.class).isEqualTo(list);
    }

    @Test
    void shouldWriteWhatWasReadAsItWas() {
        byte[] bytes = ExternalTerm.encode(ListTerm.of(texts()));

        assertThat(ExternalTerm.encode(ExternalTerm.decode(bytes))).isEqualTo(bytes);
        for (int cut = 0; cut <= bytes.length; cut++) {
            assertThat(ExternalTerm.encode(ExternalTerm.decode(cut(bytes, cut), Limits.DEFAULT)))
                    .isEqualTo(bytes);
        }
    }

    @Test
    void shouldPackTextsOfJava() {
        List<String> texts = List.of("", "a", "grün", "x".repeat(65_535));

        assertThatObject(ExternalTerm.strings(texts))
                .isInstanceOf(LazyList.class)
                .isEqualTo(ListTerm.of(texts.stream().map(ListTerm::of).toList()));
        assertThatObject(ExternalTerm.strings(List.of())).isEqualTo(ListTerm.nil());
    }

    @Test
    void shouldTakeTextsThatCannotBePacked() {
        List<String> texts = List.of("a", "x".repeat(65_536), "→");

        assertThatObject(ExternalTerm.strings(texts))
                .isEqualTo(ListTerm.of(texts.stream().map(ListTerm::of).toList()));
    }

    private static List<Term> texts() {
        List<Term> texts = new ArrayList<>(Collections.nCopies(LENGTH, ListTerm.nil()));
        for (int i = 0; i < LENGTH; i++) {
            switch (i % 4) {
                case 0, 1 -> texts.set(i, ListTerm.of("a string, number " + i));
                case 2 -> texts.set(i, binary("a binary, number " + i));
                default -> texts.set(i, i % 8 == 3 ? ListTerm.nil() : Binary.wrap(new byte[i % 256]));
            }
        }
        return texts;
    }

    private static Bytes cut(byte[] bytes, int at) {
        MemorySegment all = MemorySegment.ofArray(bytes);
        return Bytes.of(List.of(all.asSlice(0, at), all.asSlice(at)));
    }

    /// Passes over the term.
    ///
    /// @return how many bytes are left
    private static long skip(byte[] bytes) {
        TermReader reader = new TermReader(Bytes.of(bytes).open(), Limits.DEFAULT);
        reader.readVersion();
        reader.skipTerm();
        return reader.remaining();
    }
}
