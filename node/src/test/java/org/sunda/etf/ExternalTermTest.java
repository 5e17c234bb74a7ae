package org.sunda.etf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.binary;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.string;
import static org.sunda.term.Terms.tuple;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sunda.memory.Bytes;
import org.sunda.memory.Input;
import org.sunda.memory.Output;
import org.sunda.term.Binary;
import org.sunda.term.ListTerm;
import org.sunda.term.Term;

class ExternalTermTest {
    /// Protocol section h.3, as OTP 25 writes with `term_to_binary/1`.
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "[] ; 836a",
                "255 ; 8361ff",
                "256 ; 836200000100",
                "-1 ; 8362ffffffff",
                "2147483647 ; 83627fffffff",
                "2147483648 ; 836e040000000080",
                "-2147483648 ; 836280000000",
                "-2147483649 ; 836e040101000080",
                "1.5 ; 83463ff8000000000000",
                "-0.0 ; 83468000000000000000",
                "18446744073709551616 ; 836e0900000000000000000001",
                "{ok,1} ; 8368026400026f6b6101",
                "\"abc\" ; 836b0003616263",
                "[1,256] ; 836c00000002610162000001006a",
                "[a|b] ; 836c000000016400016164000162",
                "<<1,2>> ; 836d000000020102",
                "<<5:3>> ; 834d0000000103a0",
                "<<1,2:4>> ; 834d00000002040120",
                "#{} ; 837400000000",
                "#{a=>1} ; 837400000001640001616101",
                "fun lists:map/2 ; 83716400056c697374736400036d61706102",
                "{} ; 836800",
            })
    void shouldReadAndWriteTheVectorsOfTheProtocolPage(String text, String hex) {
        Term term = Term.parse(text);

        assertThat(ExternalTerm.decode(HexFormat.of().parseHex(hex)).equals(term))
                .isTrue();
        assertThat(HexFormat.of().formatHex(ExternalTerm.encode(term)))
                .as("atoms are UTF-8 now")
                .isEqualTo(hex.replaceAll("6400(0[1-9])", "77$1"));
    }

    @Test
    void shouldInflateTheVectorOfTheProtocolPage() {
        byte[] compressed = HexFormat.of().parseHex("835000000067789ccb664849a4030000cccb26b4");

        assertThat(ExternalTerm.decode(compressed).equals(string("a".repeat(100))))
                .isTrue();
    }

    @Test
    void shouldCompressOnlyWhatBecomesShorter() {
        Random random = new Random(1);
        byte[] noise = new byte[100_000];
        random.nextBytes(noise);
        for (Term term : new Term[] {binary(new byte[100_000]), string("ab".repeat(30_000)), tuple(), binary(noise)}) {
            byte[] plain = ExternalTerm.encode(term);
            byte[] compressed = ExternalTerm.encodeCompressed(term);

            assertThat(ExternalTerm.decode(compressed).equals(term)).isTrue();
            boolean shorter = compressed.length < plain.length;
            assertThat(compressed[1] == Tags.COMPRESSED).isEqualTo(shorter);
            assertThat(shorter || Arrays.equals(compressed, plain)).isTrue();
        }
    }

    @Test
    void shouldBelieveNoClaimOfACompressedTerm() {
        byte[] compressed = ExternalTerm.encodeCompressed(binary(new byte[100_000]));
        int inflated = 100_005;
        for (int claimed : new int[] {0, 1, 100, inflated - 1, inflated + 1, 2 * inflated, Integer.MAX_VALUE, -1}) {
            byte[] lying = compressed.clone();
            MemorySegment.ofArray(lying).asByteBuffer().putInt(2, claimed);
            assertThatThrownBy(() -> ExternalTerm.decode(lying)).isInstanceOf(MalformedTermException.class);
        }
    }

    @Test
    void shouldRefuseWhatStandsAfterATerm() {
        byte[] plain = ExternalTerm.encode(string("a".repeat(100)));
        byte[] compressed = ExternalTerm.encodeCompressed(string("a".repeat(100)));
        for (byte[] encoded : new byte[][] {plain, compressed}) {
            assertThatThrownBy(() -> ExternalTerm.decode(Arrays.copyOf(encoded, encoded.length + 2)))
                    .isInstanceOf(MalformedTermException.class)
                    .hasMessageContaining("2 bytes stand after the term");
        }
        assertThatThrownBy(() -> ExternalTerm.decode(HexFormat.of().parseHex("8350000000036101789c4b640400" + "00")))
                .isInstanceOf(MalformedTermException.class);
    }

    @Test
    void shouldReadOneTermAfterTheOtherFromAFile() {
        Term[] terms = {atom("first"), string("b".repeat(1000)), integer(3), string("c".repeat(1000))};
        Output out = new Output();
        for (Term term : terms) {
            out.write(ExternalTerm.encodeCompressed(term));
        }
        Input in = out.take().open();

        for (Term term : terms) {
            assertThat(ExternalTerm.read(in, Limits.DEFAULT).equals(term)).isTrue();
        }
        assertThat(in.remaining()).isZero();
    }

    @Test
    void shouldNotCopyALargeBinaryWhenEncoding() {
        byte[] large = new byte[1_000_000];
        Bytes encoded = ExternalTerm.encodeBytes(tuple(Binary.wrap(large), atom("after")));
        large[0] = 7;

        assertThat(encoded.toByteArray()[8]).isEqualTo((byte) 7);
        assertThat(encoded.segments()).hasSize(3);
    }

    @Test
    void shouldKeepAListThatIsTooLongForAString() {
        for (int length : new int[] {65_535, 65_536}) {
            ListTerm bytes = ListTerm.ofBytes(new byte[length]);
            Term[] zeros = new Term[length];
            Arrays.fill(zeros, integer(0));
            byte[] encoded = ExternalTerm.encode(bytes);

            assertThat(encoded).hasSize(length == 65_535 ? 4 + length : 7 + 2 * length);
            assertThat(ExternalTerm.encode(ListTerm.of(zeros))).isEqualTo(encoded);
            assertThat(ExternalTerm.decode(encoded).equals(bytes)).isTrue();
        }
    }
}
