package org.sunda.etf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sunda.memory.Bytes;
import org.sunda.term.Atom;
import org.sunda.term.RandomTerms;
import org.sunda.term.RecordTerm;
import org.sunda.term.Term;

class RoundTripTest {
    private final RandomTerms terms = new RandomTerms();

    @Test
    void shouldDecodeWhatItEncodedWhenTheTermIsRandom() {
        terms.forEach(5000, RoundTripTest::roundTrips);
    }

    @Test
    void shouldDecodeWhatItEncodedWhenTheTermStandsAtALimitOfTheFormat() {
        terms.forEach(terms.boundaries(), RoundTripTest::roundTrips);
    }

    @Test
    void shouldDecodeWhatItEncodedWhenTheTermIsANativeRecord() {
        for (int i = 0; i < 500; i++) {
            List<Atom> fields = new ArrayList<>();
            List<Term> values = new ArrayList<>();
            for (int field = 0; field < i % 7; field++) {
                fields.add(terms.atom());
                values.add(terms.next());
            }
            Term record = new RecordTerm(terms.atom(), terms.atom(), i % 2 == 0, fields, values);
            terms.forEach(List.of(record), RoundTripTest::roundTrips);
        }
    }

    private static void roundTrips(Term term) {
        byte[] encoded = ExternalTerm.encode(term);
        Term decoded = ExternalTerm.decode(encoded);

        assertThat(decoded.equals(term)).isTrue();
        assertThat(decoded).hasSameHashCodeAs(term);
        assertThat(ExternalTerm.encode(decoded)).isEqualTo(encoded);
        assertThat(ExternalTerm.decode(ExternalTerm.encodeCompressed(term)).equals(term))
                .isTrue();
        TermReader skipping = new TermReader(Bytes.of(encoded).open(), Limits.DEFAULT);
        skipping.readVersion();
        skipping.skipTerm();
        assertThat(skipping.remaining()).isZero();
    }

    @Test
    void shouldDecodeTheSameWhereverTheBytesAreCutIntoSegments() {
        Random random = new Random(terms.seed());
        terms.forEach(300, term -> {
            byte[] encoded = ExternalTerm.encode(term);
            for (int cut = 0; cut <= Math.min(encoded.length, 500); cut++) {
                assertThat(decodeCut(encoded, cut).equals(term)).isTrue();
            }
            int[] cuts = random.ints(encoded.length / 3 + 1L, 0, encoded.length + 1)
                    .sorted()
                    .toArray();
            assertThat(decodeCut(encoded, cuts).equals(term)).isTrue();
        });
    }

    private static Term decodeCut(byte[] encoded, int... cuts) {
        List<MemorySegment> parts = new ArrayList<>();
        int from = 0;
        for (int cut : cuts) {
            parts.add(MemorySegment.ofArray(Arrays.copyOfRange(encoded, from, cut)));
            from = cut;
        }
        parts.add(MemorySegment.ofArray(Arrays.copyOfRange(encoded, from, encoded.length)));
        return ExternalTerm.decode(Bytes.of(parts), Limits.DEFAULT);
    }

    @Test
    void shouldRefuseEveryProperPrefix() {
        terms.forEach(300, term -> {
            byte[] encoded = ExternalTerm.encode(term);
            for (int length = 0; length < Math.min(encoded.length, 500); length++) {
                byte[] prefix = Arrays.copyOf(encoded, length);
                assertThatThrownBy(() -> ExternalTerm.decode(prefix)).isInstanceOf(MalformedTermException.class);
            }
        });
    }
}
