package org.sunda.etf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.tuple;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.sunda.memory.Bytes;
import org.sunda.memory.Input;
import org.sunda.memory.Output;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.Pid;
import org.sunda.term.Port;
import org.sunda.term.RecordTerm;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Terms;

class TermReaderTest {
    private static final Pid PID = new Pid(atom("j@h"), 1, 2, 3);
    private static final Port PORT = new Port(atom("j@h"), 1L << 40, 3);
    private static final Ref REF = Ref.of(atom("j@h"), 3, 1, 2, 3, 4, 5);

    @Test
    void shouldReadABinaryAsTextWhenItIsUtf8() {
        for (String text : List.of("", "plain", "é日😀", "\uFFFD")) {
            assertThat(after131(Terms.binary(text)).readUtf8()).isEqualTo(text);
        }
        assertThat(after131(Terms.binary(new byte[] {'a', -1})).readUtf8()).isNull();
        TermReader reader = after131(tuple(Term.parse("<<1:3>>"), Terms.integer(7)));
        reader.readTupleHeader();
        assertThat(reader.readUtf8()).isNull();
        assertThat(reader.readInt()).isEqualTo(7);
    }

    @Test
    void shouldReadTheNextMessageWhenItsInputIsReset() {
        Input in = Bytes.EMPTY.open();
        TermReader reader = new TermReader(in, Limits.DEFAULT.withDepth(3));
        Term good = Term.parse("{[{<<\"a\">>, 1}], #{k => v}, {1, 2, 3, 4, 5, 6}}");
        Term tooDeep = Term.parse("{[{1, 2}, [[x]]], 2}");
        byte[] bytes = ExternalTerm.encode(good);
        for (Bytes bad : List.of(
                Bytes.of(ExternalTerm.encode(tooDeep)),
                Bytes.of(Arrays.copyOf(bytes, bytes.length - 1)),
                Bytes.EMPTY)) {
            in.reset(bad);
            assertThatThrownBy(() -> {
                        reader.readVersion();
                        reader.readTerm();
                    })
                    .isInstanceOf(MalformedTermException.class);
            in.reset(Bytes.of(bytes));
            reader.readVersion();
            assertThat(reader.readTerm()).isEqualTo(good);
            assertThat(reader.position()).isEqualTo(bytes.length);
            assertThat(reader.remaining()).isZero();
        }
    }

    @Test
    void shouldReadBackWhatTheWriterWrites() {
        TermReader reader = written(writer -> {
            writer.writeVersion();
            writer.writeTupleHeader(2);
            writer.writeAtom(atom("ok"));
            writer.writeMapHeader(1);
            writer.writeString("key".getBytes(StandardCharsets.ISO_8859_1));
            writer.writeListHeader(2);
            writer.writeLong(-5);
            writer.writeUnsignedLong(-1);
            writer.writeNil();
            writer.writeListHeader(0);
            writer.writeNil();
            writer.writeInteger(BigInteger.TEN.pow(50));
            writer.writeDouble(0.5);
            writer.writePid(PID);
            writer.writePort(PORT);
            writer.writeRef(REF);
            writer.writeBinary(new byte[] {1, 2});
            writer.writeString(new byte[0]);
            writer.writeTerm(tuple(PID));
            writer.writeTerm(tuple(PORT));
        });

        reader.readVersion();
        assertThat(reader.readTupleHeader()).isEqualTo(2);
        assertThat(reader.peekTag()).isEqualTo(Tags.SMALL_ATOM_UTF8_EXT);
        assertThat(reader.readAtom()).isEqualTo(atom("ok"));
        assertThat(reader.readMapHeader()).isEqualTo(1);
        assertThat(reader.readString()).isEqualTo("key".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(reader.readListHeader()).isEqualTo(2);
        assertThat(reader.readInt()).isEqualTo(-5);
        assertThat(reader.readUnsignedLong()).isEqualTo(-1);
        reader.readNil();
        assertThat(reader.readListHeader()).isZero();
        reader.readNil();
        assertThat(reader.readBigInteger()).isEqualTo(BigInteger.TEN.pow(50));
        assertThat(reader.readDouble()).isEqualTo(0.5);
        assertThat(reader.readPid()).isEqualTo(PID);
        assertThat(reader.readPort()).isEqualTo(PORT);
        assertThat(reader.readRef()).isEqualTo(REF);
        assertThat(reader.readBinary()).isEqualTo(Terms.binary(new byte[] {1, 2}));
        assertThat(reader.readString()).isEmpty();
        reader.skipTerm();
        long last = reader.position();
        assertThat(reader.readTerm().equals(tuple(PORT))).isTrue();
        assertThat(reader.remaining()).isZero();
        assertThat(reader.position()).isGreaterThan(last);
    }

    @Test
    void shouldReadLongsAtTheirEdgesAndRefuseOnesBeyond() {
        long[] edges = {0, 255, 256, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE};
        for (long edge : edges) {
            assertThat(written(writer -> writer.writeLong(edge)).readLong()).isEqualTo(edge);
            assertThat(written(writer -> writer.writeLong(edge)).readBigInteger())
                    .isEqualTo(BigInteger.valueOf(edge));
        }
        BigInteger tooLarge = BigInteger.ONE.shiftLeft(63);
        BigInteger tooSmall = tooLarge.negate().subtract(BigInteger.ONE);
        for (BigInteger beyond : List.of(tooLarge, tooSmall, tooLarge.shiftLeft(1), tooLarge.shiftLeft(3000))) {
            malformed("64 bits", () -> written(w -> w.writeInteger(beyond)).readLong());
        }
        malformed("32 bits", () -> written(w -> w.writeLong(1L << 31)).readInt());
        malformed("32 bits", () -> written(w -> w.writeLong(-(1L << 31) - 1)).readInt());
    }

    @Test
    void shouldReadUnsignedLongsAndRefuseNegativeOnes() {
        for (long bits : new long[] {0, 1, 1000, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE, -1}) {
            assertThat(written(w -> w.writeUnsignedLong(bits)).readUnsignedLong())
                    .isEqualTo(bits);
            assertThat(written(w -> w.writeUnsignedLong(bits)).readTerm())
                    .isEqualTo(Terms.integer(new BigInteger(Long.toUnsignedString(bits))));
        }
        assertThat(hex("6e0101" + "00").readUnsignedLong()).as("minus zero").isZero();
        for (BigInteger negative :
                List.of(BigInteger.TWO.negate(), BigInteger.ONE.shiftLeft(63).negate())) {
            malformed("negative", () -> written(w -> w.writeInteger(negative)).readUnsignedLong());
        }
        malformed(
                "64 bits",
                () -> written(w -> w.writeInteger(BigInteger.ONE.shiftLeft(64))).readUnsignedLong());
    }

    @Test
    void shouldSayWhereAndWhichTagWhenATermIsNotWhatWasAskedFor() {
        List<Consumer<TermReader>> others = List.of(
                TermReader::readTupleHeader,
                TermReader::readListHeader,
                TermReader::readMapHeader,
                TermReader::readNil,
                TermReader::readString,
                TermReader::readLong,
                TermReader::readUnsignedLong,
                TermReader::readBigInteger,
                TermReader::readDouble,
                TermReader::readPid,
                TermReader::readPort,
                TermReader::readRef,
                TermReader::readBinary,
                TermReader::readVersion);
        for (Consumer<TermReader> other : others) {
            TermReader reader = hex("6101" + "77026f6b");
            reader.skipTerm();
            assertThatThrownBy(() -> other.accept(reader)).isInstanceOfSatisfying(MalformedTermException.class, e -> {
                assertThat(e.offset()).isEqualTo(2);
                assertThat(e.tag()).isEqualTo(Tags.SMALL_ATOM_UTF8_EXT);
                assertThat(e).hasMessageEndingWith("(offset 2, tag 119)");
            });
        }
        malformed("not an atom", () -> hex("6101").readAtom());
    }

    @Test
    void shouldSayWhereInsideATermTheFaultIs() {
        assertThatThrownBy(() -> hex("6803" + "6101" + "7701ff" + "6102").readTerm())
                .isInstanceOfSatisfying(MalformedTermException.class, e -> {
                    assertThat(e.offset()).isEqualTo(4);
                    assertThat(e.tag()).isEqualTo(Tags.SMALL_ATOM_UTF8_EXT);
                });
    }

    @Test
    void shouldTellTheOuterTermWhenTheFaultComesAfterTheNodeInIt() {
        // A pid cut off after its node; a map whose second key is its first.
        assertThatThrownBy(
                        () -> hex("6801" + "58" + "7700" + "00000001" + "0000").readTerm())
                .isInstanceOfSatisfying(MalformedTermException.class, e -> {
                    assertThat(e.offset()).isEqualTo(2);
                    assertThat(e.tag()).isEqualTo(Tags.NEW_PID_EXT);
                });
        assertThatThrownBy(() -> hex("6801" + "7400000002" + "610161026101" + "6802616a616b")
                        .readTerm())
                .isInstanceOfSatisfying(MalformedTermException.class, e -> {
                    assertThat(e.offset()).isEqualTo(2);
                    assertThat(e.tag()).isEqualTo(Tags.MAP_EXT);
                });
    }

    @Test
    void shouldRefuseClearlyWhatOnlyAnotherNodeCouldRead() {
        malformed("atom cache", () -> hex("5200").readAtom());
        malformed("atom cache", () -> hex("68015200").readTerm());
        malformed("local form", () -> hex("790000000000000000" + "6101").readTerm());
        malformed("OTP 23", () -> hex("7500000000").readTerm());
        malformed(
                "compressed",
                () -> hex("5000000002" + "789c4b640400" + "00c50063").readTerm());
    }

    @Test
    void shouldRefuseWhatErlangReadsButHasNoUseFor() {
        malformed("1 to 5 words", () -> hex("5a0000" + "7700" + "00000001").readRef());
        malformed(
                "0 to 255 arguments",
                () -> hex("71" + "77016d" + "770166" + "620000012c").readTerm());
        malformed(
                "0 to 255 arguments",
                () -> hex("71" + "77016d" + "770166" + "62ffffffff").readTerm());
    }

    @Test
    void shouldReadANativeRecord() {
        String header = "43" + "00000002";
        String atoms = "77016d" + "770172" + "770161" + "770162";
        RecordTerm record = new RecordTerm(
                atom("m"), atom("r"), true, List.of(atom("a"), atom("b")), List.of(atom("x"), tuple(atom("y"))));
        String exported = header + "01" + atoms + "770178" + "6801770179";

        assertThat(hex(exported).readTerm().equals(record)).isTrue();
        assertThat(HexFormat.of().formatHex(ExternalTerm.encode(record))).isEqualTo("83" + exported);
        assertThat(hex("43" + "00000000" + "00" + "77016d" + "770172").readTerm())
                .isInstanceOfSatisfying(
                        RecordTerm.class, empty -> assertThat(empty.exported()).isFalse());
        TermReader skipping = hex(exported);
        skipping.skipTerm();
        assertThat(skipping.remaining()).isZero();
        malformed("flags", () -> hex(header + "02" + atoms + "61016102").readTerm());
        malformed(
                "are to come",
                () -> hex("43" + "ffffffff" + "00" + atoms + "61016102").readTerm());
    }

    @Test
    void shouldBeginNothingWhenMoreElementsAreAnnouncedThanThereAreBytes() {
        for (String header :
                List.of("6900100000", "6c00100000", "7400080000", "69ffffffff", "6cffffffff", "74ffffffff")) {
            malformed("are to come", () -> hex(header + "6101").readTerm());
            malformed("are to come", () -> hex(header + "6101").skipTerm());
        }
    }

    @Test
    void shouldNotMultiplyMemoryWhenEachOfManyListsClaimsAllTheBytesThatAreLeft() {
        // A hundred thousand lists inside one another: had each its half million elements, that were 200 GB.
        int levels = 100_000;
        Output out = new Output();
        TermWriter writer = new TermWriter(out);
        for (int i = 0; i < levels; i++) {
            writer.writeListHeader(500_000 - 5 * levels / 2);
        }
        out.write(new byte[1_000_000]);

        malformed("are to come", () -> reader(out.take()).readTerm());
    }

    @Test
    void shouldCopyASmallBinaryAndShareALargeOne() {
        assertThat(isShared(256, 0)).isTrue();
        assertThat(isShared(255, 0)).as("too small to be worth a view").isFalse();
        assertThat(isShared(500, 1495)).as("a quarter of the message").isTrue();
        assertThat(isShared(500, 1496)).as("less than a quarter of the message").isFalse();
    }

    @Test
    void shouldLeaveALargeBinaryInThePiecesInWhichItCame() {
        byte[] payload = new byte[100_000];
        new Random(7).nextBytes(payload);
        MemorySegment all = MemorySegment.ofArray(ExternalTerm.encode(Binary.copyOf(payload)));
        Bytes message = Bytes.of(List.of(all.asSlice(0, 60_000), all.asSlice(60_000)));

        Binary binary = (Binary) ExternalTerm.decode(message, Limits.DEFAULT);

        assertThat(binary.pieces()).extracting(MemorySegment::byteSize).containsExactly(59_994L, 40_006L);
        assertThat(ExternalTerm.encode(binary)).isEqualTo(message.toByteArray());
        assertThat(binary.toByteArray()).isEqualTo(payload);
    }

    private static boolean isShared(int size, int otherBytes) {
        Output out = new Output();
        TermWriter writer = new TermWriter(out);
        writer.writeBinary(new byte[size]);
        out.write(new byte[otherBytes]);
        byte[] message = out.take().toByteArray();
        Binary binary = reader(Bytes.of(message)).readBinary();
        message[5] = 1;
        return binary.byteAt(0) == 1;
    }

    @Test
    void shouldReadAtomsOfEveryLengthInBothCharacterSets() {
        for (int length = 0; length <= 255; length++) {
            for (String character : List.of("a", "é", "日", "😀")) {
                Atom atom = atom(character.repeat(length));
                assertThat(written(w -> w.writeAtom(atom)).readAtom()).isEqualTo(atom);
            }
            Atom latin1 = atom("é".repeat(length));
            Output out = new Output();
            out.writeByte(Tags.SMALL_ATOM_EXT);
            out.writeByte(length);
            out.write(latin1.text().getBytes(StandardCharsets.ISO_8859_1));
            assertThat(reader(out.take()).readAtom()).isEqualTo(latin1);
        }
    }

    @Test
    void shouldGiveTheSameAtomWhenItComesAgain() {
        Atom first = written(w -> w.writeAtom(atom("comes_again"))).readAtom();
        Atom again = written(w -> w.writeAtom(atom("comes_again"))).readAtom();

        assertThat(again).isSameAs(first);
    }

    @Test
    void shouldReadAcrossSegmentsWhereverTheyAreCut() {
        Term term = tuple(PID, PORT, REF, tuple(atom("日本"), Terms.integer(1L << 40)), Terms.binary(new byte[300]));
        byte[] all = ExternalTerm.encode(term);
        for (int cut = 0; cut <= all.length; cut++) {
            MemorySegment segment = MemorySegment.ofArray(all);
            List<MemorySegment> parts = new ArrayList<>(List.of(segment.asSlice(0, cut), segment.asSlice(cut)));
            assertThat(ExternalTerm.decode(Bytes.of(parts), Limits.DEFAULT).equals(term))
                    .as("cut at %d", cut)
                    .isTrue();
        }
    }

    private static TermReader written(Consumer<TermWriter> write) {
        Output out = new Output();
        write.accept(new TermWriter(out));
        return reader(out.take());
    }

    private static TermReader hex(String hex) {
        return reader(Bytes.of(HexFormat.of().parseHex(hex)));
    }

    private static TermReader reader(Bytes bytes) {
        return new TermReader(bytes.open(), Limits.DEFAULT);
    }

    private static TermReader after131(Term term) {
        TermReader reader = reader(ExternalTerm.encodeBytes(term));
        reader.readVersion();
        return reader;
    }

    private static void malformed(String why, Runnable read) {
        assertThatThrownBy(read::run).isInstanceOf(MalformedTermException.class).hasMessageContaining(why);
    }
}
