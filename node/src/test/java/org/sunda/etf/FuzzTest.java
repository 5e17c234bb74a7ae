package org.sunda.etf;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.sunda.memory.Bytes;
import org.sunda.memory.Output;
import org.sunda.term.RandomTerms;
import org.sunda.term.Term;

/// Bytes that began as a term and were then damaged. Runs for the seconds of the system property `sunda.fuzz.seconds`,
/// by default 3; `sunda.seed` repeats a run.
class FuzzTest {
    /// Small enough that a term beyond them is soon made.
    private static final Limits LIMITS =
            Limits.DEFAULT.withDepth(50).withBigIntegerBytes(200).withInflatedBytes(100_000);

    private final RandomTerms terms = new RandomTerms();
    private final Random random = new Random(terms.seed());

    @Test
    void shouldMakeATermOrRefuseItWhateverTheBytesAre() {
        long end = System.nanoTime()
                + Duration.ofSeconds(Long.getLong("sunda.fuzz.seconds", 3)).toNanos();
        int accepted = 0;
        int refused = 0;
        while (System.nanoTime() < end) {
            byte[] bytes = encoded(terms.next());
            for (int i = 0; i < 20; i++) {
                bytes = damaged(bytes);
                if (holds(bytes)) {
                    accepted++;
                } else {
                    refused++;
                }
            }
        }

        assertThat(accepted).as("-Dsunda.seed=%d", terms.seed()).isPositive();
        assertThat(refused).as("-Dsunda.seed=%d", terms.seed()).isPositive();
    }

    private byte[] encoded(Term term) {
        return switch (random.nextInt(10)) {
            case 0 -> ExternalTerm.encodeCompressed(term);
            case 1 -> closure(term);
            default -> ExternalTerm.encode(term);
        };
    }

    /// The term bound in a closure.
    private static byte[] closure(Term term) {
        byte[] bound = ExternalTerm.encode(term);
        Output out = new Output();
        out.writeByte(Tags.VERSION);
        Closure.write(out, 1, bound.length - 1);
        out.write(bound, 1, bound.length - 1);
        return out.take().toByteArray();
    }

    /// @return whether the bytes are a term
    private boolean holds(byte[] bytes) {
        try {
            Term term = decoded(Bytes.of(bytes));
            Term cut = decoded(cut(bytes));
            if (term == null || cut == null) {
                assertThat(cut).isEqualTo(term);
                return false;
            }
            assertThat(cut.equals(term)).isTrue();
            byte[] encoded = ExternalTerm.encode(term);
            assertThat(ExternalTerm.decode(encoded).equals(term)).isTrue();
            assertThat(isSkipped(encoded)).isTrue();
            return true;
        } catch (Throwable e) {
            throw new AssertionError(
                    "-Dsunda.seed=" + terms.seed() + ", bytes " + HexFormat.of().formatHex(bytes), e);
        }
    }

    private Bytes cut(byte[] bytes) {
        MemorySegment all = MemorySegment.ofArray(bytes);
        int at = random.nextInt(bytes.length + 1);
        return Bytes.of(List.of(all.asSlice(0, at), all.asSlice(at)));
    }

    private static @Nullable Term decoded(Bytes bytes) {
        try {
            return ExternalTerm.decode(bytes, LIMITS);
        } catch (MalformedTermException e) {
            assertThat(e.offset()).isBetween(0L, Math.max(bytes.size(), LIMITS.inflatedBytes()));
            assertThat(e.tag()).isBetween(-1, 255);
            return null;
        }
    }

    private static boolean isSkipped(byte[] encoded) {
        TermReader reader = new TermReader(Bytes.of(encoded).open(), LIMITS);
        reader.readVersion();
        reader.skipTerm();
        return reader.remaining() == 0;
    }

    private byte[] damaged(byte[] bytes) {
        if (bytes.length == 0) {
            return new byte[] {(byte) Tags.VERSION};
        }
        byte[] changed = bytes.clone();
        int at = random.nextInt(bytes.length);
        switch (random.nextInt(8)) {
            case 0 -> changed[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> changed[at] = (byte) random.nextInt(256);
            case 2 -> changed[at] = (byte) random.nextInt(Tags.RECORD_EXT, Tags.LOCAL_EXT + 1);
            case 3 -> changed[at] = (byte) (random.nextBoolean() ? 0 : 255);
            case 4 -> Arrays.fill(changed, at, Math.min(bytes.length, at + 4), (byte) random.nextInt(-1, 1));
            case 5 -> changed = Arrays.copyOf(bytes, at);
            case 6 -> changed = joined(bytes, at, random.nextInt(bytes.length));
            default -> changed = joined(bytes, at, Math.max(0, at - random.nextInt(20)));
        }
        return changed;
    }

    /// What comes before `to`, then what comes from `from` on: bytes fall out or come twice.
    private static byte[] joined(byte[] bytes, int to, int from) {
        byte[] joined = Arrays.copyOf(bytes, to + bytes.length - from);
        System.arraycopy(bytes, from, joined, to, bytes.length - from);
        return joined;
    }
}
