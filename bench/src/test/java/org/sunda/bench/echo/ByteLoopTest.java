package org.sunda.bench.echo;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ByteLoopTest {
    private static final int PID_BYTES = 15 + 3;

    private SocketChannel client = SocketChannel.open();

    ByteLoopTest() throws IOException {}

    @BeforeEach
    void start() throws IOException {
        try (ServerSocketChannel server =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            client = SocketChannel.open(server.getLocalAddress());
            Thread.ofPlatform().daemon().start(new ByteLoop(server.accept()));
        }
    }

    @AfterEach
    void end() throws IOException {
        client.close();
    }

    @Test
    void shouldSendEachPayloadToItsPidWhenFramesComeTogetherAndInPieces() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream frames = new DataOutputStream(bytes);
        byte[][] payloads = {payload(3, 'a'), payload(400_000, 'b'), payload(0, 'c'), payload(70, 'd')};
        for (byte[] each : payloads) {
            request(frames, each);
            // A tick.
            frames.writeInt(0);
        }

        byte[] all = bytes.toByteArray();
        Thread.ofVirtual().start(() -> send(all));

        DataInputStream answers = new DataInputStream(client.socket().getInputStream());
        for (byte[] each : payloads) {
            answer(answers, each);
            assertThat(answers.readInt()).isZero();
        }
    }

    private void send(byte[] all) {
        try {
            for (int i = 0; i < all.length; i += 100_003) {
                client.socket().getOutputStream().write(all, i, Math.min(100_003, all.length - i));
            }
        } catch (IOException e) {
            throw new IllegalStateException("the loop has gone", e);
        }
    }

    private static byte[] payload(int size, char filling) {
        byte[] payload = new byte[size];
        Arrays.fill(payload, (byte) filling);
        return payload;
    }

    private static void request(DataOutputStream frames, byte[] payload) throws IOException {
        frames.writeInt(6 + PID_BYTES + 8 + payload.length);
        frames.write(new byte[] {'p', (byte) 131, 104, 4, 97, 6});
        frames.write(pid());
        frames.write(new byte[] {119, 0, 119, 4, 'e', 'c', 'h', 'o'});
        frames.write(payload);
    }

    private static void answer(DataInputStream answers, byte[] payload) throws IOException {
        assertThat(answers.readInt()).isEqualTo(8 + PID_BYTES + payload.length);
        assertThat(answers.readNBytes(8)).containsExactly('p', (byte) 131, 104, 3, 97, 2, 119, 0);
        assertThat(answers.readNBytes(PID_BYTES)).isEqualTo(pid());
        assertThat(answers.readNBytes(payload.length)).isEqualTo(payload);
    }

    private static byte[] pid() throws IOException {
        ByteArrayOutputStream pid = new ByteArrayOutputStream();
        pid.write(new byte[] {88, 119, 3});
        pid.write("a@b".getBytes(US_ASCII));
        pid.write(new byte[] {0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3});
        return pid.toByteArray();
    }
}
