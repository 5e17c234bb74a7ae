package org.sunda.etf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sunda.memory.Bytes;
import org.sunda.memory.Output;
import org.sunda.term.ListTerm;
import org.sunda.term.LocalFun;
import org.sunda.term.Term;

/// A million levels, on the small stack of a thread.
class DepthTest {
    private static final int LEVELS = 1_000_000;

    @ParameterizedTest
    @EnumSource(Nesting.class)
    void shouldDecodeEncodeAndSkipAMillionLevels(Nesting nesting) {
        byte[] encoded = nesting.encoded(LEVELS);

        Term term = ExternalTerm.decode(encoded);

        assertThat(Arrays.equals(ExternalTerm.encode(term), encoded)).isTrue();
        assertThat(skipped(encoded).remaining()).isZero();
    }

    @Test
    void shouldJoinAMillionListsWhenEachIsTheTailOfTheOneBefore() {
        Output out = new Output();
        TermWriter writer = new TermWriter(out);
        writer.writeVersion();
        for (int i = 0; i < LEVELS; i++) {
            writer.writeListHeader(1);
            writer.writeLong(i);
        }
        writer.writeLong(-1);
        byte[] encoded = out.take().toByteArray();

        Term term = ExternalTerm.decode(Bytes.of(encoded), Limits.DEFAULT.withDepth(1));

        assertThat(term).isInstanceOfSatisfying(ListTerm.class, list -> {
            assertThat(list.size()).isEqualTo(LEVELS);
            assertThat(list.get(LEVELS - 1)).hasToString("999999");
            assertThat(list.tail()).hasToString("-1");
        });
        assertThat(skipped(encoded).remaining()).isZero();
    }

    @Test
    void shouldKeepAClosureWhenClosuresStandInItAMillionLevelsDeep() {
        byte[] encoded = closures(LEVELS);

        Term term = ExternalTerm.decode(encoded);

        assertThat(term)
                .isInstanceOfSatisfying(
                        LocalFun.class,
                        fun -> assertThat(fun.environment().byteSize()).isEqualTo((LEVELS - 1L) * Closure.SIZE));
        assertThat(Arrays.equals(ExternalTerm.encode(term), encoded)).isTrue();
        assertThat(skipped(encoded).remaining()).isZero();
    }

    @Test
    void shouldRefuseAClosureWhenOneDeepInsideDoesNotEndWhereItSays() {
        byte[] encoded = closures(1000);
        ByteBuffer.wrap(encoded).putInt(1 + 998 * Closure.SIZE + 1, Closure.SIZE - 2);

        assertThatThrownBy(() -> ExternalTerm.decode(encoded))
                .isInstanceOf(MalformedTermException.class)
                .hasMessageContaining("Size");
        assertThatThrownBy(() -> skipped(encoded))
                .isInstanceOf(MalformedTermException.class)
                .hasMessageContaining("Size");
    }

    private static byte[] closures(int levels) {
        Output out = new Output();
        out.writeByte(Tags.VERSION);
        for (int left = levels; left > 0; left--) {
            Closure.write(out, left > 1 ? 1 : 0, (left - 1) * Closure.SIZE);
        }
        return out.take().toByteArray();
    }

    private static TermReader skipped(byte[] encoded) {
        TermReader reader = new TermReader(Bytes.of(encoded).open(), Limits.DEFAULT);
        reader.readVersion();
        reader.skipTerm();
        return reader;
    }
}
