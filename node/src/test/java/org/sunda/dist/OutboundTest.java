package org.sunda.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.sunda.memory.Bytes;
import org.sunda.memory.Output;
import org.sunda.term.Term;

class OutboundTest {
    private final NarrowChannel channel = new NarrowChannel(0);
    private final Outbound outbound = new Outbound(channel, 100);

    /// Bytes that stand for a message that is never cut.
    private record Frame(Bytes bytes) implements Outbound.Message {
        @Override
        public long size() {
            return bytes.size();
        }

        @Override
        public @Nullable Term sender() {
            return null;
        }

        @Override
        public boolean copyTo(ByteBuffer target) {
            if (bytes.size() > target.remaining()) {
                return false;
            }
            target.put(bytes.toByteArray());
            return true;
        }

        @Override
        public void moveTo(Output target) {
            target.write(bytes);
        }

        @Override
        public Bytes takeFrame() {
            return bytes;
        }

        @Override
        public boolean mayBeFragmented() {
            return false;
        }

        @Override
        public Fragmented takeFragments(int bytesPerFragment) {
            throw new UnsupportedOperationException("never cut");
        }

        @Override
        public void sent() {}
    }

    private static Frame frame(byte[] bytes) {
        return new Frame(Bytes.of(bytes));
    }

    private static Frame frame(int size, int value) {
        byte[] bytes = new byte[size];
        Arrays.fill(bytes, (byte) value);
        return frame(bytes);
    }

    @Test
    void shouldLeaveInOneWriteWhenManyWait() throws IOException {
        channel.room(1000);
        for (int i = 0; i < 50; i++) {
            assertThat(outbound.append(frame(2, i), Long.MAX_VALUE)).isEqualTo(Outbound.Appended.YES);
        }

        assertThat(outbound.flush(Long.MAX_VALUE)).isFalse();

        assertThat(channel.writes()).isEqualTo(1);
        assertThat(channel.written()).hasSize(100).startsWith(0, 0, 1, 1, 2, 2);
        assertThat(outbound.waitingBytes()).isZero();
        assertThat(outbound.writtenBytes()).isEqualTo(100);
    }

    @Test
    void shouldKeepEveryByteInOrderWhenTheChannelTakesLittle() throws IOException {
        Random random = new Random(7);
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        while (sent.size() < 1_000_000) {
            byte[] bytes = new byte[1 + random.nextInt(300_000)];
            random.nextBytes(bytes);
            sent.writeBytes(bytes);
            outbound.append(frame(bytes), Long.MAX_VALUE);
            channel.room(random.nextInt(200_000));
            outbound.flush(Long.MAX_VALUE);
        }
        while (outbound.waitingBytes() > 0) {
            channel.room(random.nextInt(50_000));
            outbound.flushStalled(Long.MAX_VALUE);
        }
        assertThat(channel.written()).containsExactly(sent.toByteArray());
        assertThat(outbound.isStalled()).isFalse();
    }

    @Test
    void shouldWriteNoMoreUntilTheReaderDoesWhenStalled() throws IOException {
        channel.room(3);
        outbound.append(frame(5, 1), Long.MAX_VALUE);

        assertThat(outbound.flush(Long.MAX_VALUE)).as("stalls").isTrue();
        assertThat(outbound.isStalled()).isTrue();
        channel.room(100);
        outbound.append(frame(5, 2), Long.MAX_VALUE);
        assertThat(outbound.flush(Long.MAX_VALUE)).isFalse();
        assertThat(channel.written()).hasSize(3);

        outbound.flushStalled(Long.MAX_VALUE);
        assertThat(channel.written()).containsExactly(1, 1, 1, 1, 1, 2, 2, 2, 2, 2);
        assertThat(outbound.isStalled()).isFalse();
    }

    @Test
    void shouldRefuseWhenMoreWouldWaitThanAllowed() {
        assertThat(outbound.append(frame(10, 1), 10)).isEqualTo(Outbound.Appended.YES);
        assertThat(outbound.append(frame(1, 1), 10)).isEqualTo(Outbound.Appended.TOO_MUCH);
        outbound.close();
        assertThat(outbound.append(frame(1, 1), 10)).isEqualTo(Outbound.Appended.CLOSED);
    }

    @Test
    void shouldNotWaitWhenJustBusyBytesWait() throws InterruptedException {
        outbound.append(frame(100, 1), Long.MAX_VALUE);
        assertThat(outbound.awaitRoom(frame(1, 1), Duration.ofNanos(1))).isTrue();
        outbound.append(frame(1, 1), Long.MAX_VALUE);
        assertThat(outbound.awaitRoom(frame(1, 1), Duration.ofMillis(1))).isFalse();
    }

    @Test
    void shouldReleaseWaitingSendersWhenHalfHasLeft() throws Exception {
        outbound.append(frame(200, 1), Long.MAX_VALUE);
        CompletableFuture<Boolean> released = waiting();
        channel.room(149);
        outbound.flush(Long.MAX_VALUE);
        assertThat(outbound.waitingBytes()).isEqualTo(51);
        assertThat(released).isNotDone();

        channel.room(1);
        outbound.flushStalled(Long.MAX_VALUE);

        assertThat(released.get(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void shouldReleaseWaitingSendersWhenClosed() throws Exception {
        outbound.append(frame(200, 1), Long.MAX_VALUE);
        CompletableFuture<Boolean> released = waiting();

        outbound.close();

        assertThat(released.get(20, TimeUnit.SECONDS)).isTrue();
    }

    /// A sender that waits for room; returns when it does.
    private CompletableFuture<Boolean> waiting() {
        CompletableFuture<Boolean> released = new CompletableFuture<>();
        Thread sender = Thread.ofPlatform().start(() -> {
            try {
                released.complete(outbound.awaitRoom(frame(1, 1), Duration.ofMinutes(1)));
            } catch (InterruptedException e) {
                released.completeExceptionally(e);
            }
        });
        while (sender.getState() != Thread.State.TIMED_WAITING) {
            assertThat(sender.isAlive()).as("it waits").isTrue();
            Thread.onSpinWait();
        }
        return released;
    }

    @Test
    void shouldCloseWhenTheChannelBreaks() {
        Outbound broken = new Outbound(
                new WritableByteChannel() {
                    @Override
                    public int write(ByteBuffer source) throws IOException {
                        throw new IOException("Broken pipe");
                    }

                    @Override
                    public boolean isOpen() {
                        return true;
                    }

                    @Override
                    public void close() {}
                },
                100);
        broken.append(frame(1, 1), Long.MAX_VALUE);

        assertThatThrownBy(() -> broken.flush(Long.MAX_VALUE)).hasMessage("Broken pipe");
        assertThat(broken.append(frame(1, 1), Long.MAX_VALUE)).isEqualTo(Outbound.Appended.CLOSED);
    }

    /// Many senders, one of whom always writes for the others: each sender's frames stay in order, none is
    /// lost.
    @Test
    void shouldKeepEachSendersOrderWhenManySend() throws Exception {
        int senders = 8;
        int each = 2000;
        channel.room(Integer.MAX_VALUE);
        List<Thread> threads = new ArrayList<>();
        for (int sender = 0; sender < senders; sender++) {
            int id = sender;
            threads.add(Thread.ofPlatform().start(() -> {
                for (int i = 0; i < each; i++) {
                    byte[] frame = ByteBuffer.allocate(8).putInt(id).putInt(i).array();
                    outbound.append(frame(frame), Long.MAX_VALUE);
                    try {
                        outbound.flush(Long.MAX_VALUE);
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        ByteBuffer written = ByteBuffer.wrap(channel.written());
        int[] next = new int[senders];
        while (written.hasRemaining()) {
            int sender = written.getInt();
            assertThat(written.getInt()).isEqualTo(next[sender]++);
        }
        assertThat(next).containsOnly(each);
    }
}
