package org.sunda.etf;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sunda.memory.Bytes;
import org.sunda.term.Term;

/// What real releases of OTP wrote and read: see `golden/golden.escript`.
class GoldenTest {
    /// The releases there are vectors of.
    static Stream<String> releases() {
        return lines("MANIFEST").filter(line -> !line.startsWith("#")).map(line -> line.split("\t", 2)[0]);
    }

    @ParameterizedTest
    @MethodSource("releases")
    void shouldReadTheTermWhenTheBeamWroteIt(String release) {
        for (String file : List.of("modern", "old", "compressed", "foreign")) {
            for (Vector vector : vectors(release, file)) {
                Term term = ExternalTerm.decode(vector.bytes());
                if (vector.isReadable()) {
                    assertThat(term.equals(Term.parse(vector.text())))
                            .as("%s read as %s", vector, term)
                            .isTrue();
                }
                assertThat(ExternalTerm.decode(ExternalTerm.encode(term)).equals(term))
                        .as("%s", vector)
                        .isTrue();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("releases")
    void shouldWriteTheBytesThatTheBeamWritesWhenTheTermIsNoMap(String release) {
        for (Vector vector : vectors(release, "modern")) {
            byte[] encoded = ExternalTerm.encode(ExternalTerm.decode(vector.bytes()));
            if (vector.text().contains("#{")) {
                assertThat(encoded).as("%s, keys in another order", vector).hasSameSizeAs(vector.bytes());
            } else if (!release.equals("otp25") || !vector.text().contains("#Port")) {
                // OTP 25 still wrote ports of less than 2^28 with an older tag.
                assertThat(encoded).as("%s", vector).isEqualTo(vector.bytes());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("releases")
    void shouldRefuseEveryProperPrefix(String release) {
        for (String file : List.of("modern", "old", "compressed", "foreign")) {
            for (Vector vector : vectors(release, file)) {
                byte[] all = vector.bytes();
                for (int length = 0; length < all.length; length++) {
                    Bytes prefix = Bytes.of(Arrays.copyOf(all, length));
                    assertThat(isRefused(() -> ExternalTerm.decode(prefix, Limits.DEFAULT)))
                            .as("%s cut after %d bytes", vector, length)
                            .isTrue();
                    assertThat(file.equals("compressed") || isRefused(() -> skip(prefix)))
                            .as("%s skipped, cut after %d bytes", vector, length)
                            .isTrue();
                }
            }
        }
    }

    private static boolean isRefused(Supplier<Object> read) {
        try {
            return read.get() == null;
        } catch (MalformedTermException _) {
            return true;
        }
    }

    @ParameterizedTest
    @MethodSource("releases")
    void shouldSkipEachTermToItsEndAndNoFurther(String release) {
        for (String file : List.of("modern", "old", "foreign")) {
            for (Vector vector : vectors(release, file)) {
                byte[] longer = Arrays.copyOf(vector.bytes(), vector.bytes().length + 3);
                assertThat(skip(Bytes.of(longer)).remaining()).as("%s", vector).isEqualTo(3);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("releases")
    void shouldReadTheSameTermWhereverTheBytesAreCutIntoSegments(String release) {
        for (String file : List.of("modern", "old", "compressed", "foreign")) {
            for (Vector vector : vectors(release, file)) {
                Term whole = ExternalTerm.decode(vector.bytes());
                MemorySegment all = MemorySegment.ofArray(vector.bytes());
                for (int cut = 0; cut <= all.byteSize(); cut++) {
                    Bytes parts = Bytes.of(List.of(all.asSlice(0, cut), all.asSlice(cut)));
                    assertThat(ExternalTerm.decode(parts, Limits.DEFAULT).equals(whole))
                            .as("%s cut at %d", vector, cut)
                            .isTrue();
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("releases")
    void shouldRefuseWhatTheBeamRefuses(String release) {
        for (Vector vector : vectors(release, "refused")) {
            assertThatThrownBy(() -> ExternalTerm.decode(vector.bytes()))
                    .as("%s", vector)
                    .isInstanceOf(MalformedTermException.class);
        }
    }

    private static TermReader skip(Bytes bytes) {
        TermReader reader = new TermReader(bytes.open(), Limits.DEFAULT);
        reader.readVersion();
        reader.skipTerm();
        return reader;
    }

    private static List<Vector> vectors(String release, String file) {
        List<Vector> vectors = lines(release + "/" + file + ".terms")
                .map(line -> line.split("\t", 2))
                .map(parts -> new Vector(parts[0], parts[1]))
                .toList();
        assertThat(vectors).as("%s/%s.terms", release, file).isNotEmpty();
        return vectors;
    }

    private static Stream<String> lines(String file) {
        try (InputStream in = GoldenTest.class.getResourceAsStream("/golden/" + file)) {
            return new String(Objects.requireNonNull(in, file).readAllBytes(), UTF_8).lines();
        } catch (IOException e) {
            throw new UncheckedIOException(file, e);
        }
    }

    /// Bytes, and the term that they are as text.
    private record Vector(String hex, String text) {
        byte[] bytes() {
            return HexFormat.of().parseHex(hex);
        }

        /// Whether the text is a term and not a remark.
        boolean isReadable() {
            return !text.startsWith("%");
        }

        @Override
        public String toString() {
            return hex + " " + text;
        }
    }
}
