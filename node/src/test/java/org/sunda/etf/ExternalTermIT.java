package org.sunda.etf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.binary;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.list;
import static org.sunda.term.Terms.tuple;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.ListTerm;
import org.sunda.term.RandomTerms;
import org.sunda.term.Term;
import org.sunda.term.TermSyntaxException;
import org.sunda.term.Written;

/// The codec against a real BEAM.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExternalTermIT {
    private static final int TERMS = 2000;

    /// Since this release `0.0` and `-0.0` are not `=:=`.
    private static final int ZEROS_DIFFER = 27;

    private final RandomTerms terms = new RandomTerms();
    private @Nullable CodecPeer peer;

    @BeforeAll
    void start() throws IOException {
        peer = CodecPeer.start();
    }

    @AfterAll
    void stop() throws IOException {
        // Null where there is no erl: then all was skipped.
        if (peer != null) {
            peer.close();
        }
    }

    @Test
    void shouldReadATermAgainInEveryFormInWhichTheBeamWritesIt() {
        terms.forEach(TERMS, term -> {
            if (isReadByTheBeam(term)) {
                comesBack(term);
            }
        });
    }

    @Test
    void shouldReadBothZerosAsKeysAgainWhenTheBeamTellsThemApart() {
        for (String text : List.of("#{0.0 => 1, -0.0 => 2}", "{[#{{a, [-0.0]} => #{}, {a, [0.0]} => #{}}]}")) {
            Term term = Term.parse(text);
            if (release() >= ZEROS_DIFFER) {
                comesBack(term);
            } else {
                assertThat(isReadByTheBeam(term)).isFalse();
                assertThat(writtenAgain(term)).isEqualTo(Term.parse("{failed, badarg}"));
            }
        }
    }

    /// Older releases take both zeros for one key, and refuse a map in which a key comes twice.
    private boolean isReadByTheBeam(Term term) {
        return !Written.mayHaveAKeyTwiceBefore27(term) || release() >= ZEROS_DIFFER;
    }

    private int release() {
        Term name = ask(tuple(atom("apply"), atom("erlang"), atom("system_info"), list(atom("otp_release"))));
        return Integer.parseInt(((ListTerm) name).text().orElseThrow());
    }

    @Test
    void shouldReadATermAgainWhenItStandsAtALimitOfTheFormat() {
        terms.forEach(terms.boundaries(), this::comesBack);
        terms.forEach(List.of(Binary.wrap(new byte[50_000_000])), this::comesBack);
    }

    private void comesBack(Term term) {
        Term answer = writtenAgain(term);
        assertThat(answer).isInstanceOf(ListTerm.class);
        for (Term form : (ListTerm) answer) {
            assertThat(ExternalTerm.decode(((Binary) form).toByteArray()).equals(term))
                    .isTrue();
        }
    }

    private Term writtenAgain(Term term) {
        return ask(tuple(atom("write_again"), binary(ExternalTerm.encode(term))));
    }

    @Test
    void shouldWriteWhatTheBeamReadsFromTheText() {
        terms.forEach(TERMS, term -> {
            if (hasText(term) && isReadByTheBeam(term)) {
                assertThat(ask(tuple(atom("is_text"), binary(term.toString()), binary(ExternalTerm.encode(term)))))
                        .isEqualTo(Atom.TRUE);
            }
        });
    }

    /// Identifiers and closures have a text that is not read.
    private static boolean hasText(Term term) {
        try {
            return Term.parse(term.toString()).equals(term);
        } catch (TermSyntaxException _) {
            return false;
        }
    }

    @Test
    void shouldSendBackWhatTheBeamMadeAtRandom() {
        for (int i = 0; i < TERMS / 4; i++) {
            long seed = terms.seed() + i;
            Term term = ask(tuple(atom("random"), integer(seed)));

            assertThat(ask(tuple(atom("is_kept"), binary(ExternalTerm.encode(term)))))
                    .as("{random, %d}, -Dsunda.seed=%d: %s", seed, terms.seed(), term)
                    .isEqualTo(Atom.TRUE);
        }
    }

    @Test
    void shouldSendBackADeepTermThatTheBeamReads() {
        for (Nesting nesting : Nesting.values()) {
            byte[] encoded = nesting.encoded(10_000);
            comesBack(ExternalTerm.decode(encoded));
        }
    }

    private Term ask(Term request) {
        try {
            return Objects.requireNonNull(peer).ask(request);
        } catch (IOException e) {
            throw new UncheckedIOException("erl is gone", e);
        }
    }
}
