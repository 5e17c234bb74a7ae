package org.sunda.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InputTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldReadWhatABufferWouldWhenReadAtRandom(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            byte[] all = new byte[random.nextInt(2000)];
            random.nextBytes(all);
            ByteBuffer model = ByteBuffer.wrap(all);
            Input in = Bytes.of(cut(all, random)).open();
            while (model.hasRemaining()) {
                read(in, model, random);
                assertThat(in.position()).isEqualTo(model.position());
                assertThat(in.remaining()).isEqualTo(model.remaining());
            }
        }
    }

    @Test
    void shouldReadOtherBytesFromTheirStartWhenReset() {
        Random random = new Random(9);
        Input in = Bytes.EMPTY.open();
        for (int round = 0; round < 300; round++) {
            byte[] all = new byte[random.nextInt(300)];
            random.nextBytes(all);
            in.reset(round % 3 == 0 ? Bytes.of(all) : round % 3 == 1 ? Bytes.of(cut(all, random)) : taken(all));
            ByteBuffer model = ByteBuffer.wrap(all);
            assertThat(in.size()).isEqualTo(all.length);
            int most = random.nextInt(20);
            for (int i = 0; i < most && model.hasRemaining(); i++) {
                read(in, model, random);
            }
            assertThat(in.fork().readRest().toByteArray())
                    .isEqualTo(Arrays.copyOfRange(all, model.position(), all.length));
            assertThat(in.remaining()).isEqualTo(model.remaining());
        }
    }

    /// Bytes that are not the first ones in their array.
    private static Bytes taken(byte[] all) {
        Output out = new Output();
        out.writeInt(-1);
        out.take();
        out.write(all);
        return out.take();
    }

    private static void read(Input in, ByteBuffer model, Random random) {
        int length = random.nextInt(Math.min(model.remaining(), 1 + random.nextInt(400)) + 1);
        switch (random.nextInt(10)) {
            case 0 -> assertThat(in.peekUnsignedByte()).isEqualTo(model.get(model.position()) & 0xff);
            case 1 -> assertThat(in.readUnsignedByte()).isEqualTo(model.get() & 0xff);
            case 2 -> {
                if (model.remaining() >= Short.BYTES) {
                    assertThat(in.readUnsignedShort()).isEqualTo(model.getShort() & 0xffff);
                }
            }
            case 3 -> {
                if (model.remaining() >= Integer.BYTES) {
                    assertThat(in.readInt()).isEqualTo(model.getInt());
                }
            }
            case 4 -> {
                if (model.remaining() >= Long.BYTES) {
                    assertThat(in.readLong()).isEqualTo(model.getLong());
                }
            }
            case 5 -> {
                byte[] target = new byte[length + 3];
                in.read(target, 2, length);
                assertThat(target).startsWith(0, 0).endsWith(0);
                assertThat(Arrays.copyOfRange(target, 2, 2 + length)).isEqualTo(next(model, length));
            }
            case 6 ->
                assertThat(in.readSegment(length).toArray(ValueLayout.JAVA_BYTE))
                        .isEqualTo(next(model, length));
            case 7 -> assertThat(in.readBytes(length).toByteArray()).isEqualTo(next(model, length));
            case 8 -> {
                in.skip(length);
                next(model, length);
            }
            default ->
                assertThat(in.fork().readRest().toByteArray()).isEqualTo(next(model.duplicate(), model.remaining()));
        }
    }

    private static byte[] next(ByteBuffer model, int length) {
        byte[] bytes = new byte[length];
        model.get(bytes);
        return bytes;
    }

    private static List<MemorySegment> cut(byte[] all, Random random) {
        List<MemorySegment> parts = new ArrayList<>();
        int from = 0;
        while (from < all.length) {
            int to = Math.min(all.length, from + random.nextInt(random.nextBoolean() ? 4 : 300));
            parts.add(MemorySegment.ofArray(Arrays.copyOfRange(all, from, to)));
            from = to;
        }
        return parts;
    }

    @Test
    void shouldReadNumbersAcrossSegmentsWhereverTheyAreCut() {
        byte[] all = {1, 2, 3, 4, 5, 6, 7, 8};
        for (int cut = 0; cut <= all.length; cut++) {
            MemorySegment segment = MemorySegment.ofArray(all);
            Bytes bytes = Bytes.of(List.of(segment.asSlice(0, cut), segment.asSlice(cut)));

            assertThat(bytes.open().readLong()).isEqualTo(0x0102030405060708L);
            assertThat(bytes.open().readInt()).isEqualTo(0x01020304);
            assertThat(bytes.open().readUnsignedShort()).isEqualTo(0x0102);
            assertThat(bytes.open().readDouble()).isEqualTo(Double.longBitsToDouble(0x0102030405060708L));
        }
    }

    @Test
    void shouldStayWhereItIsWhenThereAreTooFewBytes() {
        Input in = Bytes.of(List.of(MemorySegment.ofArray(new byte[2]), MemorySegment.ofArray(new byte[1])))
                .open();

        List<Runnable> tooMuch = List.of(
                in::readInt,
                in::readLong,
                () -> in.skip(4),
                () -> in.skip(-1),
                () -> in.readSegment(4),
                () -> in.readBytes(4),
                () -> in.read(new byte[9], 0, 4),
                () -> in.read(new byte[9], 8, 2));
        for (Runnable read : tooMuch) {
            assertThatThrownBy(read::run).isInstanceOf(IndexOutOfBoundsException.class);
            assertThat(in.position()).isZero();
        }
        in.skip(3);
        assertThatThrownBy(in::readUnsignedByte).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(in.position()).isEqualTo(3);
    }

    @Test
    void shouldHaveNothingToReadWhenThereAreNoBytes() {
        Input in = Bytes.EMPTY.open();

        assertThat(in.remaining()).isZero();
        assertThat(in.readSegment(0).byteSize()).isZero();
        assertThat(in.readRest().size()).isZero();
        assertThatThrownBy(in::peekUnsignedByte).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void shouldGiveAViewWhenTheBytesLieTogether() {
        byte[] all = {1, 2, 3, 4};
        Input in = Bytes.of(all).open();
        in.readUnsignedByte();
        MemorySegment segment = in.readSegment(2);
        Bytes rest = in.readRest();
        all[1] = 9;
        all[3] = 8;

        assertThat(segment.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 9);
        assertThat(rest.toByteArray()).isEqualTo(new byte[] {8});
    }
}
