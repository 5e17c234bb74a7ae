package org.sunda.etf;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.Collections;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sunda.memory.Bytes;
import org.sunda.term.Binary;
import org.sunda.term.ListTerm;
import org.sunda.term.Term;

/// Terms that no array and no buffer could hold. They take little memory all the same: all their parts are one binary,
/// and neither encoding nor decoding copies it.
class LargeTermTest {
    private static final int PART = 64 << 20;
    private static final int PARTS = 72;
    private static final long ALL = (long) PARTS * PART;

    @Test
    void shouldEncodeAndDecodeATermOfMoreThanFourGibibytesWithoutACopy() {
        byte[] part = new byte[PART];
        new Random(1).nextBytes(part);
        Term term = ListTerm.of(Collections.nCopies(PARTS, Binary.wrap(MemorySegment.ofArray(part))));

        Bytes encoded = ExternalTerm.encodeBytes(term);
        Term decoded = ExternalTerm.decode(encoded, Limits.DEFAULT);

        assertThat(encoded.size()).isEqualTo(1 + 5 + PARTS * 5L + ALL + 1);
        assertThat(decoded.equals(term)).isTrue();
        // The same memory, so a change shows.
        part[PART - 1]++;
        assertThat(decoded.equals(term)).isTrue();
    }

    @Test
    void shouldPassOverATermOfMoreThanFourGibibytes() {
        Term term = ListTerm.of(Collections.nCopies(PARTS, Binary.wrap(new byte[PART])));
        TermReader reader = new TermReader(ExternalTerm.encodeBytes(term).open(), Limits.DEFAULT);

        reader.readVersion();
        int length = reader.readListHeader();
        reader.skipTerms(length);
        reader.readNil();

        assertThat(length).isEqualTo(PARTS);
        assertThat(reader.position()).isGreaterThan(ALL);
        assertThat(reader.remaining()).isZero();
    }
}
