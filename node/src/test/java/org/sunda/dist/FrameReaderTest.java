package org.sunda.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sunda.memory.Bytes;

class FrameReaderTest {
    private static final byte[] HELLO =
            Hex.bytes("00000028 70 83 6804 6106" + Hex.P + "7700 77046563686f 83 770568656c6c6f");

    private static FrameReader reader() {
        return new FrameReader(1 << 20);
    }

    @Test
    void shouldNeedMoreWhenAnyProperPrefixCame() throws ProtocolException {
        for (int length = 0; length < HELLO.length; length++) {
            FrameReader frames = reader();
            ByteBuffer first = ByteBuffer.wrap(HELLO, 0, length);

            assertThat(frames.next(first)).as("%d bytes", length).isNull();
            assertThat(first.hasRemaining()).isFalse();

            Bytes frame = Objects.requireNonNull(frames.next(ByteBuffer.wrap(HELLO, length, HELLO.length - length)));
            assertThat(frame.toByteArray()).containsExactly(body(HELLO));
        }
    }

    private static byte[] body(byte[] frame) {
        return Arrays.copyOfRange(frame, 4, frame.length);
    }

    @Test
    void shouldCutEachWhenBytesComeOneByOne() throws ProtocolException {
        FrameReader frames = reader();
        List<Bytes> all = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            for (byte each : HELLO) {
                Bytes frame = frames.next(ByteBuffer.wrap(new byte[] {each}));
                if (frame != null) {
                    all.add(frame);
                }
            }
        }
        assertThat(all)
                .hasSize(3)
                .allSatisfy(frame -> assertThat(frame.toByteArray()).containsExactly(body(HELLO)));
    }

    @Test
    void shouldAnswerNoBytesWhenTickCame() throws ProtocolException {
        FrameReader frames = reader();
        ByteBuffer in = ByteBuffer.wrap(Hex.bytes("00000000 00000001 70 00000000"));

        assertThat(frames.next(in)).isNotNull().extracting(Bytes::size).isEqualTo(0L);
        assertThat(frames.next(in)).isNotNull().extracting(Bytes::size).isEqualTo(1L);
        assertThat(frames.next(in)).isNotNull().extracting(Bytes::size).isEqualTo(0L);
        assertThat(frames.next(in)).isNull();
    }

    @Test
    void shouldTakeTheLongestAndRefuseOneMoreWhenLimited() throws ProtocolException {
        FrameReader frames = new FrameReader(1000);
        assertThat(frames.next(ByteBuffer.allocate(1004).putInt(0, 1000))).isNotNull();

        assertThatThrownBy(() -> frames.next(ByteBuffer.allocate(1005).putInt(0, 1001)))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("1001")
                .hasMessageContaining("frameBytes");
    }

    @Test
    void shouldReadLengthAsUnsignedWhenItsFirstBitIsSet() {
        assertThatThrownBy(() -> reader().next(ByteBuffer.wrap(Hex.bytes("ffffffff"))))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("4294967295");
    }

    @Test
    void shouldKeepEveryByteWhenLargeFramesComeInPieces() throws ProtocolException {
        Random random = new Random(42);
        for (int size : new int[] {65_535, 65_536, 65_537, 1_000_000, 5_000_001}) {
            byte[] body = new byte[size];
            random.nextBytes(body);
            FrameReader frames = new FrameReader(1 << 24);
            ByteBuffer whole =
                    ByteBuffer.allocate(4 + size).putInt(size).put(body).flip();
            Bytes frame = null;
            while (frame == null) {
                int length = Math.min(whole.remaining(), 1 + random.nextInt(100_000));
                frame = frames.next(whole.slice(whole.position(), length));
                whole.position(whole.position() + length);
            }
            assertThat(whole.hasRemaining()).isFalse();
            assertThat(frame.toByteArray()).as("%d bytes", size).containsExactly(body);
        }
    }

    /// A peer may announce 512 MiB a thousand times: what it has not sent takes no memory.
    @Test
    void shouldTakeLittleMemoryWhenMuchIsOnlyAnnounced() throws ProtocolException {
        List<FrameReader> readers = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            FrameReader frames = new FrameReader(512L << 20);
            assertThat(frames.next(ByteBuffer.allocate(100).putInt(0, 512 << 20)))
                    .isNull();
            readers.add(frames);
        }
        assertThat(readers).hasSize(1000);
    }
}
