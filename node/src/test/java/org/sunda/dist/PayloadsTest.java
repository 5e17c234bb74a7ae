package org.sunda.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sunda.etf.ExternalTerm;
import org.sunda.etf.Limits;
import org.sunda.etf.Tags;
import org.sunda.memory.Bytes;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.Term;
import org.sunda.term.Terms;

/// The cursor that does for many payloads keeps nothing of one that the next could see.
class PayloadsTest {
    private static final Term PLAIN = Terms.tuple(Atom.OK, Terms.list(1, 2, 3));

    /// A reference to the first atom of the header.
    private static final Bytes FIRST_ATOM = Bytes.of((byte) Tags.ATOM_CACHE_REF, (byte) 0);

    private final List<String> malformed = new ArrayList<>();
    private final Payloads payloads = new Payloads(Limits.DEFAULT, malformed::add);

    @BeforeEach
    void own() {
        payloads.own();
    }

    private static Bytes external(Term term) {
        return ExternalTerm.encodeBytes(term);
    }

    @Test
    void shouldReadTheNextWhenOneWasMalformed() {
        byte[] cut = ExternalTerm.encode(PLAIN);
        for (int length = 0; length < cut.length; length++) {
            assertThat(payloads.decode(Bytes.of(Arrays.copyOf(cut, length)), null))
                    .isNull();
            assertThat(payloads.decode(external(PLAIN), null)).isEqualTo(PLAIN);
        }
        assertThat(malformed).hasSize(cut.length);
    }

    @Test
    void shouldForgetTheAtomsOfTheMessageBefore() {
        Atom[] header = {Atom.of("first")};
        assertThat(payloads.decode(FIRST_ATOM, header)).isEqualTo(header[0]);

        assertThat(payloads.decode(FIRST_ATOM, new Atom[0])).isNull();
        assertThat(payloads.decode(external(PLAIN), null)).isEqualTo(PLAIN);
        assertThat(malformed).hasSize(1);
    }

    @Test
    void shouldReadLongAndShortByTurns() {
        byte[] bytes = new byte[100_000];
        new Random(5).nextBytes(bytes);
        for (int i = 0; i < 3; i++) {
            assertThat(payloads.decode(external(Binary.wrap(bytes)), null)).isEqualTo(Binary.wrap(bytes));
            assertThat(payloads.decode(external(PLAIN), null)).isEqualTo(PLAIN);
        }
    }

    @Test
    void shouldReadRightWhenOtherThreadsReadAtTheSameTime() throws Exception {
        List<CompletableFuture<Boolean>> others = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            others.add(CompletableFuture.supplyAsync(this::readsRight));
        }
        assertThat(readsRight()).isTrue();
        for (CompletableFuture<Boolean> each : others) {
            assertThat(each.get(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    private boolean readsRight() {
        boolean isRight = true;
        for (int i = 0; i < 20_000; i++) {
            Term term = Terms.tuple(Terms.integer(i), PLAIN);
            isRight &= term.equals(payloads.decode(external(term), null));
        }
        return isRight;
    }
}
