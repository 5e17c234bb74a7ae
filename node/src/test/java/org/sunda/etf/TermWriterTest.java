package org.sunda.etf;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.term.Terms.atom;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sunda.memory.Bytes;
import org.sunda.memory.Output;
import org.sunda.term.Binary;
import org.sunda.term.Int;
import org.sunda.term.ListTerm;
import org.sunda.term.LocalFun;
import org.sunda.term.Pid;
import org.sunda.term.Port;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

class TermWriterTest {
    @Test
    void shouldChooseTheTagThatTheSizeAsksFor() {
        assertThat(hex(w -> w.writeTupleHeader(255))).isEqualTo("68ff");
        assertThat(hex(w -> w.writeTupleHeader(256))).isEqualTo("6900000100");
        assertThat(hex(w -> w.writeListHeader(0))).isEmpty();
        assertThat(hex(w -> w.writeListHeader(1))).isEqualTo("6c00000001");
        assertThat(hex(w -> w.writeMapHeader(0))).isEqualTo("7400000000");
        assertThat(hex(w -> w.writeAtom(atom("é".repeat(127))))).startsWith("77fec3a9");
        assertThat(hex(w -> w.writeAtom(atom("é".repeat(128))))).startsWith("760100c3a9");
        assertThat(hex(w -> w.writePort(new Port(atom("n"), 1 << 28, 1))))
                .isEqualTo("7877016e000000001000000000000001");
        assertThat(hex(w -> w.writePort(new Port(atom("n"), -1, 1)))).isEqualTo("7877016effffffffffffffff00000001");
        assertThat(hex(w -> w.writePid(new Pid(atom("j@h"), 1, 0, 0x11223344))))
                .isEqualTo("5877036a4068000000010000000011223344");
        assertThat(hex(w -> w.writeRef(Ref.of(atom("j@h"), 0x11223344, 3, 2, 1))))
                .isEqualTo("5a000377036a406811223344000000030000000200000001");
        assertThat(hex(w -> w.writeBinaryHeader(0xffff_ffffL))).isEqualTo("6dffffffff");
    }

    @Test
    void shouldWriteIntegersWithAsFewBytesAsTheyNeed() {
        assertThat(hex(w -> w.writeUnsignedLong(-1))).isEqualTo("6e0800ffffffffffffffff");
        assertThat(hex(w -> w.writeLong(Long.MIN_VALUE))).isEqualTo("6e08010000000000000080");
        assertThat(hex(w -> w.writeLong(1L << 32))).isEqualTo("6e05000000000001");
        assertThat(hex(w -> w.writeLong(-(1L << 40) + 1))).isEqualTo("6e0501ffffffffff");
        assertThat(hex(w -> w.writeInteger(BigInteger.ONE.shiftLeft(255 * 8).subtract(BigInteger.ONE))))
                .isEqualTo("6eff00" + "ff".repeat(255));
        assertThat(hex(w -> w.writeInteger(BigInteger.ONE.shiftLeft(255 * 8).negate())))
                .isEqualTo("6f0000010001" + "00".repeat(255) + "01");
        assertThat(hex(w -> w.writeInteger(BigInteger.TEN))).isEqualTo("610a");
    }

    @Test
    void shouldRefuseFloatsThatErlangDoesNotHave() {
        for (double value : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            assertThatThrownBy(() -> hex(w -> w.writeDouble(value)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("not an Erlang float");
        }
    }

    @Test
    void shouldRefuseCountsAndLengthsThatTheFormatCannotSay() {
        for (Consumer<TermWriter> write : Arrays.<Consumer<TermWriter>>asList(
                w -> w.writeTupleHeader(-1),
                w -> w.writeListHeader(-1),
                w -> w.writeMapHeader(-1),
                w -> w.writeBinaryHeader(-1),
                w -> w.writeBinaryHeader(0x1_0000_0000L))) {
            assertThatThrownBy(() -> hex(write)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void shouldSendAClosureBackByteForByteWhenItsAtomsAndIntegersAreInOldForms() {
        Output out = new Output();
        out.writeByte(Tags.VERSION);
        out.write(HexFormat.of()
                .parseHex("7000000045" + "02" + "00112233445566778899aabbccddeeff" + "00000007" + "00000002"));
        out.write(HexFormat.of().parseHex("6400016d" + "6200000008" + "6e0400090000ff"));
        out.write(HexFormat.of().parseHex("6773026e40" + "0000000100000000" + "03"));
        out.write(HexFormat.of().parseHex("6e0100056c000000006a"));
        byte[] encoded = out.take().toByteArray();

        Term fun = ExternalTerm.decode(encoded);

        assertThat(fun).isInstanceOfSatisfying(LocalFun.class, f -> {
            assertThat(f.module()).isEqualTo(atom("m"));
            assertThat(f.arity()).isEqualTo(2);
            assertThat(f.uniq().byteAt(15)).isEqualTo(0xff);
            assertThat(f.index()).isEqualTo(7);
            assertThat(f.oldIndex()).isEqualTo(8);
            assertThat(f.oldUniq()).isEqualTo(0xff000009L);
            assertThat(f.creator()).isEqualTo(new Pid(atom("n@"), 1, 0, 3));
            assertThat(f.free()).isEqualTo(2);
            assertThat(f.environment().byteSize()).isEqualTo(10);
        });
        assertThat(HexFormat.of().formatHex(ExternalTerm.encode(Tuple.of(fun))))
                .isEqualTo("836801" + HexFormat.of().formatHex(encoded).substring(2));
    }

    @Test
    void shouldGoOnWithTheNextTermWhenOneCouldNotBeWritten(@TempDir Path folder) throws IOException {
        Output out = new Output();
        TermWriter writer = new TermWriter(out);
        try (Arena arena = Arena.ofConfined()) {
            Term bad = Tuple.of(atom("a"), Tuple.of(Binary.wrap(zeros(folder, 1L << 32, arena))));
            assertThatThrownBy(() -> writer.writeTerm(bad))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("4294967296 bytes");
        }
        out.take();

        writer.writeTerm(Tuple.of(Int.of(1)));

        assertThat(HexFormat.of().formatHex(out.take().toByteArray())).isEqualTo("68016101");
    }

    @Test
    void shouldCarryABinaryThatIsLongerThanAnArray(@TempDir Path folder) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            long length = 3L << 30;
            Binary binary = Binary.wrap(zeros(folder, length, arena));

            Bytes encoded = ExternalTerm.encodeBytes(binary);
            Term decoded = ExternalTerm.decode(encoded, Limits.DEFAULT);

            assertThat(encoded.size()).isEqualTo(1 + 5 + length);
            assertThat(decoded)
                    .isInstanceOfSatisfying(
                            Binary.class, it -> assertThat(it.byteSize()).isEqualTo(length));
            assertThat(encoded.toByteBuffers())
                    .as("none longer than a buffer can be")
                    .hasSize(4);
        }
    }

    /// So many bytes that take no room: a file with a hole.
    private static MemorySegment zeros(Path folder, long length, Arena arena) throws IOException {
        try (FileChannel file = FileChannel.open(folder.resolve("hole"), CREATE, READ, WRITE)) {
            return file.map(MapMode.READ_WRITE, 0, length, arena).asReadOnly();
        }
    }

    @Test
    void shouldWriteTheLengthOfAListAtItsEnd() {
        Output out = new Output();
        TermWriter writer = new TermWriter(out);
        writer.writeVersion();
        long outer = writer.openList();
        for (int i = 0; i < 1000; i++) {
            long inner = writer.openList();
            for (int j = 0; j < i; j++) {
                writer.writeLong(j);
            }
            writer.closeList(inner, i);
        }
        writer.closeList(outer, 1000);

        assertThat(ExternalTerm.decode(out.take().toByteArray()))
                .isInstanceOfSatisfying(
                        ListTerm.class,
                        list -> assertThat(list.elements())
                                .hasSize(1000)
                                .allSatisfy(each -> assertThat(((ListTerm) each).elements())
                                        .isEqualTo(LongStream.range(0, ((ListTerm) each).size())
                                                .mapToObj(Int::of)
                                                .toList())));
        assertThatThrownBy(() -> writer.closeList(0, 1L << 32)).isInstanceOf(IllegalArgumentException.class);
    }

    private static String hex(Consumer<TermWriter> write) {
        Output out = new Output();
        write.accept(new TermWriter(out));
        return HexFormat.of().formatHex(out.take().toByteArray());
    }
}
