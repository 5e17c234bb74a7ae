package org.sunda.term;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatObject;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Printing and parsing together: what one writes, the other reads.
class TermTextTest {
    private final RandomTerms terms = new RandomTerms();

    @Test
    void shouldReadWhatItPrinted() {
        terms.forEach(20_000, TermTextTest::assertReadsBack);
        terms.forEach(terms.boundaries(), TermTextTest::assertReadsBack);
    }

    private static void assertReadsBack(Term term) {
        if (Written.isReadable(term)) {
            assertThatObject(Term.parse(term.toString())).isEqualTo(term);
        }
    }

    @Test
    void shouldReadFileOfWhatItPrinted() {
        List<Term> written = Stream.generate(terms::next)
                .filter(Written::isReadable)
                .limit(500)
                .toList();
        StringBuilder file = new StringBuilder();
        written.forEach(term -> file.append(term).append(".\n"));

        assertThat(Term.parseAll(file.toString()))
                .as("-Dsunda.seed=%d", terms.seed())
                .isEqualTo(written);
    }
}
