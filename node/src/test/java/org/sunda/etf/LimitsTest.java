package org.sunda.etf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.term.Terms.binary;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.tuple;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.sunda.memory.Bytes;
import org.sunda.term.ListTerm;
import org.sunda.term.MapTerm;
import org.sunda.term.Term;
import org.sunda.term.Terms;

class LimitsTest {
    @Test
    void shouldTakeEachLimitToItsEdgesAndRefuseWhatIsBeyond() {
        edges(Limits.DEFAULT::withFrameBytes, 1039, 1L << 60);
        edges(value -> Limits.DEFAULT.withDepth((int) value), 1, Integer.MAX_VALUE);
        edges(value -> Limits.DEFAULT.withBigIntegerBytes((int) value), 8, Integer.MAX_VALUE / 8);
        edges(value -> Limits.DEFAULT.withInflatedBytes((int) value), 1, Integer.MAX_VALUE);
        edges(value -> Limits.DEFAULT.withHandshakeBytes((int) value), 1039, 0xffff);
        edges(value -> Limits.DEFAULT.withLinks((int) value), 1, Integer.MAX_VALUE);
        edges(value -> Limits.DEFAULT.withMonitors((int) value), 1, Integer.MAX_VALUE);
        edges(value -> Limits.DEFAULT.withMailbox((int) value), 1, Integer.MAX_VALUE);
    }

    private static void edges(LongFunction<Limits> with, long least, long most) {
        assertThat(with.apply(least)).isNotEqualTo(with.apply(most));
        for (long beyond : new long[] {least - 1, most + 1}) {
            assertThatThrownBy(() -> with.apply(beyond))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("must be " + least + " to " + most);
        }
    }

    @Test
    void shouldChangeOneLimitAndKeepTheOthers() {
        Limits limits = Limits.DEFAULT
                .withFrameBytes(5001)
                .withDepth(2)
                .withBigIntegerBytes(30)
                .withInflatedBytes(4)
                .withHandshakeBytes(5000)
                .withLinks(6)
                .withMonitors(7)
                .withMailbox(8);

        assertThat(limits).isEqualTo(new Limits(5001, 2, 30, 4, 5000, 6, 7, 8));
    }

    @Test
    void shouldDecodeAsDeepAsTheLimitAndNoDeeper() {
        Limits limits = Limits.DEFAULT.withDepth(5);
        for (Nesting nesting : Nesting.values()) {
            accepts(nesting.encoded(5), limits);
            refuses(nesting.encoded(6), limits, "limit depth, 5");
        }
    }

    @Test
    void shouldNotCountAnEmptyContainerAsALevel() {
        Limits limits = Limits.DEFAULT.withDepth(1);
        for (Term empty : List.of(ListTerm.nil(), Terms.tuple(), MapTerm.EMPTY)) {
            accepts(ExternalTerm.encode(tuple(empty, empty)), limits);
        }
        refuses(ExternalTerm.encode(tuple(tuple(tuple()))), limits, "limit depth, 1");
    }

    @Test
    void shouldDecodeIntegersAsLongAsTheLimitAndNoLonger() {
        Limits limits = Limits.DEFAULT.withBigIntegerBytes(300);
        for (BigInteger sign : List.of(BigInteger.ONE, BigInteger.ONE.negate())) {
            BigInteger longest = BigInteger.TWO.pow(300 * 8).subtract(BigInteger.ONE);
            accepts(ExternalTerm.encode(integer(longest.multiply(sign))), limits);
            refuses(
                    ExternalTerm.encode(integer(longest.add(BigInteger.ONE).multiply(sign))),
                    limits,
                    "limit bigIntegerBytes is 300");
        }
    }

    @Test
    void shouldCarryTheLongestIntegerThatTheBeamComputesWith() {
        byte[] magnitude = new byte[Limits.DEFAULT.bigIntegerBytes()];
        Arrays.fill(magnitude, (byte) 0x5a);
        for (int sign : new int[] {1, -1}) {
            accepts(ExternalTerm.encode(integer(new BigInteger(sign, magnitude))), Limits.DEFAULT);
        }
    }

    @Test
    void shouldInflateAsMuchAsTheLimitAndNoMore() {
        byte[] compressed = ExternalTerm.encodeCompressed(binary(new byte[1000]));
        int inflated = 1000 + 5;

        Term term = ExternalTerm.decode(Bytes.of(compressed), Limits.DEFAULT.withInflatedBytes(inflated));

        assertThat(term.equals(binary(new byte[1000]))).isTrue();
        assertThatThrownBy(
                        () -> ExternalTerm.decode(Bytes.of(compressed), Limits.DEFAULT.withInflatedBytes(inflated - 1)))
                .isInstanceOf(MalformedTermException.class)
                .hasMessageContaining("limit inflatedBytes is 1004");
    }

    private static void accepts(byte[] encoded, Limits limits) {
        Term term = ExternalTerm.decode(Bytes.of(encoded), limits);
        assertThat(ExternalTerm.encode(term)).isEqualTo(encoded);
        TermReader skipping = afterVersion(encoded, limits);
        skipping.skipTerm();
        assertThat(skipping.remaining()).isZero();
    }

    private static void refuses(byte[] encoded, Limits limits, String why) {
        assertThatThrownBy(() -> ExternalTerm.decode(Bytes.of(encoded), limits))
                .isInstanceOf(MalformedTermException.class)
                .hasMessageContaining(why);
        assertThatThrownBy(() -> afterVersion(encoded, limits).skipTerm())
                .isInstanceOf(MalformedTermException.class)
                .hasMessageContaining(why);
    }

    private static TermReader afterVersion(byte[] encoded, Limits limits) {
        TermReader reader = new TermReader(Bytes.of(encoded).open(), limits);
        reader.readVersion();
        return reader;
    }
}
