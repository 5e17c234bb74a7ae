package org.sunda.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutputTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldHoldWhatAStreamOfDataWouldWhenWrittenAtRandom(long seed) throws IOException {
        writeAtRandom(new Output(), new Random(seed));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldHoldTheSameInPooledMemoryAndGiveAllOfItBack(long seed) throws IOException {
        try (ConfinedPool pool = new ConfinedPool()) {
            Output out = new Output(pool);
            writeAtRandom(out, new Random(seed));
            out.release();

            assertThat(pool.counters().liveSegments()).isZero();
        }
    }

    /// Several messages; some of them are begun and forgotten.
    private static void writeAtRandom(Output out, Random random) throws IOException {
        IdentityHashMap<Bytes, byte[]> kept = new IdentityHashMap<>();
        for (int message = 0; message < 10; message++) {
            Model model = new Model();
            int writes = random.nextInt(5000);
            for (int i = 0; i < writes; i++) {
                model.write(out, random);
                assertThat(out.position()).isEqualTo(model.bytes.size());
            }
            byte[] expected = model.patched(out, random);
            if (random.nextInt(3) == 0) {
                out.clear();
            } else {
                Bytes bytes = out.take();
                assertThat(bytes.toByteArray()).isEqualTo(expected);
                kept.put(bytes, expected);
            }
            assertThat(out.position()).isZero();
        }
        kept.forEach((bytes, expected) -> {
            assertThat(bytes.toByteArray()).as("as it was when it was taken").isEqualTo(expected);
            bytes.release();
        });
    }

    @Test
    void shouldTakeASegmentOfTheSizeThatASmallMessageHas() {
        try (ConfinedPool pool = new ConfinedPool()) {
            Output out = new Output(pool);
            out.writeLong(1);
            Bytes bytes = out.take();

            assertThat(pool.counters().liveBytes()).isLessThanOrEqualTo(64);
            bytes.release();
        }
    }

    @Test
    void shouldEndTheUseOfPooledBytesWithTheirLastOwner() {
        try (ConfinedPool pool = new ConfinedPool()) {
            Output out = new Output(pool);
            out.writeInt(7);
            Bytes one = out.take();
            Bytes other = one.share();
            one.release();

            assertThat(other.toByteArray()).isEqualTo(new byte[] {0, 0, 0, 7});
            assertThatThrownBy(one::toByteArray).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(one::release).isInstanceOf(IllegalStateException.class);
            other.release();
            assertThat(pool.counters().liveSegments()).isZero();
        }
    }

    @Test
    void shouldKeepWhatWasTakenWhenWritingGoesOn() {
        Output out = new Output();
        out.writeInt(1);
        Bytes first = out.take();
        out.writeInt(2);
        out.patchInt(0, 3);
        Bytes second = out.take();

        assertThat(first.toByteArray()).isEqualTo(new byte[] {0, 0, 0, 1});
        assertThat(second.toByteArray()).isEqualTo(new byte[] {0, 0, 0, 3});
    }

    @Test
    void shouldLinkALargeSegmentAndCopyASmallOne() {
        byte[] large = new byte[10_000];
        byte[] small = new byte[10];
        Output out = new Output();
        out.write(MemorySegment.ofArray(small));
        out.write(MemorySegment.ofArray(large));
        out.writeByte(7);
        Bytes bytes = out.take();
        small[0] = 1;
        large[0] = 2;

        byte[] all = bytes.toByteArray();
        assertThat(all).hasSize(10_011);
        assertThat(all[0]).isZero();
        assertThat(all[10]).as("the very bytes, not a copy").isEqualTo((byte) 2);
        assertThat(all[10_010]).isEqualTo((byte) 7);
    }

    @Test
    void shouldNotGrowByCopyingWhenMuchIsWritten() {
        Output out = new Output();
        byte[] chunk = new byte[1000];
        for (int i = 0; i < 10_000; i++) {
            out.write(chunk);
        }
        Bytes bytes = out.take();

        assertThat(bytes.size()).isEqualTo(10_000_000);
        assertThat(bytes.segments())
                .as("segments of at most 64 KiB, all but the first few of that size")
                .allMatch(segment -> segment.byteSize() <= 64 * 1024)
                .hasSizeLessThan(10_000_000 / (64 * 1024) + 12);
    }

    @Test
    void shouldHandOutByteBuffersOfAllBytes() {
        Output out = new Output();
        out.writeLong(1);
        out.write(MemorySegment.ofArray(new byte[5000]).asReadOnly());
        out.writeShort(2);
        ByteBuffer all = ByteBuffer.allocate(5010);
        for (ByteBuffer each : out.take().toByteBuffers()) {
            all.put(each);
        }

        assertThat(all.hasRemaining()).isFalse();
        assertThat(all.getLong(0)).isEqualTo(1);
        assertThat(all.getShort(5008)).isEqualTo((short) 2);
    }

    @Test
    void shouldRefuseToPatchWhereNothingWasWritten() {
        Output out = new Output();
        out.writeInt(1);
        out.writeShort(2);

        assertThatThrownBy(() -> out.patchInt(3, 0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> out.patchInt(6, 0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> out.patchInt(-1, 0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(out.take().toByteArray()).isEqualTo(new byte[] {0, 0, 0, 1, 0, 2});
    }

    /// The same writes on what the JDK has.
    private static final class Model {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final DataOutputStream data = new DataOutputStream(bytes);
        private final List<Integer> ints = new ArrayList<>();

        void write(Output out, Random random) throws IOException {
            switch (random.nextInt(9)) {
                case 0 -> {
                    int value = random.nextInt();
                    out.writeByte(value);
                    data.writeByte(value);
                }
                case 1 -> {
                    int value = random.nextInt();
                    out.writeShort(value);
                    data.writeShort(value);
                }
                case 2 -> {
                    int value = random.nextInt();
                    ints.add(bytes.size());
                    out.writeInt(value);
                    data.writeInt(value);
                }
                case 3 -> {
                    long value = random.nextLong();
                    out.writeLong(value);
                    data.writeLong(value);
                }
                case 4 -> {
                    double value = random.nextDouble();
                    out.writeDouble(value);
                    data.writeDouble(value);
                }
                case 5 -> {
                    byte[] value = bytes(random, 300);
                    int offset = random.nextInt(value.length + 1);
                    out.write(value, offset, value.length - offset);
                    data.write(value, offset, value.length - offset);
                }
                case 6 -> {
                    long value = random.nextLong();
                    int length = 1 + random.nextInt(Long.BYTES);
                    out.writeLow(value, length);
                    data.write(ByteBuffer.allocate(Long.BYTES).putLong(value).array(), Long.BYTES - length, length);
                }
                case 7 -> {
                    // On both sides of where segments are linked instead of copied.
                    byte[] value = bytes(random, random.nextInt(20) == 0 ? 10_000 : 50);
                    out.write(MemorySegment.ofArray(value));
                    data.write(value);
                }
                default -> {
                    byte[] value = bytes(random, 2000);
                    int cut = random.nextInt(value.length + 1);
                    MemorySegment segment = MemorySegment.ofArray(value);
                    out.write(Bytes.of(List.of(segment.asSlice(0, cut), segment.asSlice(cut))));
                    data.write(value);
                }
            }
        }

        private static byte[] bytes(Random random, int most) {
            byte[] bytes = new byte[random.nextInt(most)];
            random.nextBytes(bytes);
            return bytes;
        }

        /// Overwrites some of the ints, in the output and in the bytes that are returned.
        byte[] patched(Output out, Random random) {
            ByteBuffer expected = ByteBuffer.wrap(bytes.toByteArray());
            for (int position : ints) {
                if (random.nextBoolean()) {
                    int value = random.nextInt();
                    out.patchInt(position, value);
                    expected.putInt(position, value);
                }
            }
            return expected.array();
        }
    }
}
