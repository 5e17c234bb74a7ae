package org.sunda.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdapterTest {
    @Test
    void shouldReadWhatWasWrittenWhenZippedOverThem() throws IOException {
        byte[] all = random(1, 3_000_000);
        try (ConfinedPool pool = new ConfinedPool()) {
            Output output = new Output(pool);
            try (GZIPOutputStream zip = new GZIPOutputStream(new OutputAdapter(output))) {
                zip.write(all);
            }
            Bytes bytes = output.take();
            try (InputStream unzip = new GZIPInputStream(new InputAdapter(bytes.open()))) {
                assertThat(unzip.readAllBytes()).isEqualTo(all);
            }
            bytes.release();
            output.release();
            assertThat(pool.counters().liveSegments()).isZero();
        }
    }

    @Test
    void shouldReadWhatWasWrittenWhenDataStreamsUseThem() throws IOException {
        Output output = new Output();
        DataOutputStream out = new DataOutputStream(new OutputAdapter(output));
        for (int i = 0; i < 10_000; i++) {
            out.writeInt(i);
            out.writeUTF("Zażółć " + i);
            out.writeDouble(i / 3.0);
        }
        DataInputStream in = new DataInputStream(new InputAdapter(output.take().open()));
        for (int i = 0; i < 10_000; i++) {
            assertThat(in.readInt()).isEqualTo(i);
            assertThat(in.readUTF()).isEqualTo("Zażółć " + i);
            assertThat(in.readDouble()).isEqualTo(i / 3.0);
        }
        assertThat(in.read()).isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldKeepACopyWhenTheBufferIsUsedAgain(boolean direct) throws IOException {
        byte[] all = random(2, 200_000);
        Output output = new Output();
        OutputAdapter adapter = new OutputAdapter(output);
        ByteBuffer buffer = direct ? ByteBuffer.allocateDirect(20_000) : ByteBuffer.allocate(20_000);
        for (int at = 0; at < all.length; at += 20_000) {
            buffer.clear().put(all, at, 20_000).flip();
            assertThat(adapter.write(buffer)).isEqualTo(20_000);
            assertThat(buffer.hasRemaining()).isFalse();
        }
        assertThat(output.take().toByteArray()).isEqualTo(all);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldReadAsAStreamOfAnArrayWhenReadAtRandom(long seed) throws IOException {
        Random random = new Random(seed);
        byte[] all = random(seed, 50_000);
        ByteArrayInputStream model = new ByteArrayInputStream(all);
        InputAdapter stream = new InputAdapter(Bytes.of(cut(all, random)).open());
        model.mark(0);
        stream.mark(0);
        for (int round = 0; round < 2_000; round++) {
            int length = 1 + random.nextInt(200);
            switch (random.nextInt(8)) {
                case 0 -> assertThat(stream.read()).isEqualTo(model.read());
                case 1, 2 -> assertSameRead(stream, model, length);
                case 3 -> assertThat(stream.skip(length - 10)).isEqualTo(model.skip(length - 10));
                case 4 -> assertThat(stream.available()).isEqualTo(model.available());
                case 5 -> {
                    stream.mark(1);
                    model.mark(1);
                }
                case 6 -> assertSameRead(stream, model, ByteBuffer.allocateDirect(length + 1));
                default -> {
                    if (random.nextInt(10) == 0) {
                        stream.reset();
                        model.reset();
                    }
                }
            }
        }
        ByteArrayOutputStream rest = new ByteArrayOutputStream();
        assertThat(stream.transferTo(rest)).isEqualTo(model.available());
        assertThat(rest.toByteArray()).isEqualTo(model.readAllBytes());
        assertThat(stream.read()).isEqualTo(-1);
    }

    private static void assertSameRead(InputAdapter stream, InputStream model, int length) throws IOException {
        byte[] bytes = new byte[length + 2];
        byte[] expected = new byte[length + 2];
        assertThat(stream.read(bytes, 1, length)).isEqualTo(model.read(expected, 1, length));
        assertThat(bytes).isEqualTo(expected);
    }

    private static void assertSameRead(InputAdapter stream, InputStream model, ByteBuffer buffer) throws IOException {
        byte[] expected = new byte[buffer.capacity()];
        int read = model.read(expected);
        assertThat(stream.read(buffer)).isEqualTo(read);
        byte[] bytes = new byte[Math.max(read, 0)];
        buffer.flip().get(bytes);
        assertThat(bytes).isEqualTo(Arrays.copyOf(expected, bytes.length));
    }

    @Test
    void shouldTakeAllThatAStreamOrChannelHasWhenItIsNoMoreThanAllowed() throws IOException {
        byte[] all = random(5, 100_000);
        Output output = new Output();
        OutputAdapter adapter = new OutputAdapter(output);

        assertThat(adapter.writeAll(new ByteArrayInputStream(all), all.length)).isEqualTo(all.length);
        assertThat(adapter.writeAll(Channels.newChannel(new ByteArrayInputStream(all)), all.length))
                .isEqualTo(all.length);

        Bytes both = output.take();
        assertThat(both.size()).isEqualTo(2L * all.length);
        assertThat(both.open().readBytes(all.length).toByteArray()).isEqualTo(all);
        assertThatThrownBy(() -> adapter.writeAll(new ByteArrayInputStream(all), all.length - 1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("more than 99999 bytes");
        assertThatThrownBy(() -> adapter.writeAll(Channels.newChannel(new ByteArrayInputStream(all)), all.length - 1))
                .isInstanceOf(IOException.class);
    }

    @Test
    void shouldRefuseWhenClosed() throws IOException {
        Output output = new Output();
        OutputAdapter out = new OutputAdapter(output);
        out.write("ab".getBytes(StandardCharsets.US_ASCII));
        out.close();
        InputAdapter in = new InputAdapter(output.take().open());
        assertThatThrownBy(in::reset).isInstanceOf(IOException.class).hasMessageContaining("mark()");
        assertThat(in.read()).isEqualTo('a');
        in.close();

        assertThat(out.isOpen() || in.isOpen()).isFalse();
        assertThatThrownBy(() -> out.write(1)).isInstanceOf(ClosedChannelException.class);
        assertThatThrownBy(in::read).isInstanceOf(ClosedChannelException.class);
    }

    static byte[] random(long seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    static List<MemorySegment> cut(byte[] all, Random random) {
        List<MemorySegment> parts = new ArrayList<>();
        for (int from = 0; from < all.length; ) {
            int to = Math.min(all.length, from + random.nextInt(5_000));
            parts.add(MemorySegment.ofArray(Arrays.copyOfRange(all, from, to)));
            from = to;
        }
        return parts;
    }
}
