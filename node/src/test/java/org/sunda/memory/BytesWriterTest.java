package org.sunda.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.GatheringByteChannel;
import java.nio.channels.Pipe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BytesWriterTest {
    @TempDir
    private Path folder;

    @Test
    void shouldWriteAllWhenTheChannelIsAFile() throws IOException {
        byte[] all = AdapterTest.random(1, 5_000_000);
        Bytes bytes = Bytes.of(AdapterTest.cut(all, new Random(1)));
        Path file = folder.resolve("all");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            BytesWriter writer = new BytesWriter(bytes);
            assertThat(writer.remaining()).isEqualTo(all.length);
            assertThat(writer.writeTo(channel)).isTrue();
            assertThat(writer.written()).isEqualTo(all.length);
            assertThat(writer.writeTo(channel)).isTrue();
        }
        assertThat(Files.readAllBytes(file)).isEqualTo(all);
        try (MappedFile mapped = new MappedFile(file)) {
            assertThat(mapped.bytes().toByteArray()).isEqualTo(all);
        }
    }

    @Test
    void shouldWriteAllWhenTheChannelDoesNotGather() throws IOException {
        byte[] all = AdapterTest.random(2, 3_000_000);
        ByteArrayOutputStream target = new ByteArrayOutputStream();

        boolean complete =
                new BytesWriter(Bytes.of(AdapterTest.cut(all, new Random(2)))).writeTo(Channels.newChannel(target));

        assertThat(complete).isTrue();
        assertThat(target.toByteArray()).isEqualTo(all);
    }

    @Test
    void shouldSayHowFarItCameWhenTheChannelTakesNoMore() throws IOException {
        byte[] all = AdapterTest.random(3, 2_000_000);
        BytesWriter writer = new BytesWriter(Bytes.of(AdapterTest.cut(all, new Random(3))));
        Pipe pipe = Pipe.open();
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        try (Pipe.SinkChannel sink = pipe.sink();
                Pipe.SourceChannel source = pipe.source()) {
            sink.configureBlocking(false);
            ByteBuffer buffer = ByteBuffer.allocate(10_007);
            boolean complete = writer.writeTo(sink);
            assertThat(complete).isFalse();
            assertThat(writer.written()).isPositive().isLessThan(all.length);
            while (target.size() < all.length) {
                assertThat(writer.written() + writer.remaining()).isEqualTo(all.length);
                target.write(buffer.array(), 0, source.read(buffer.clear()));
                complete = writer.writeTo(sink);
            }
            assertThat(complete).isTrue();
        }
        assertThat(target.toByteArray()).isEqualTo(all);
    }

    @Test
    void shouldStayWithinWhatASystemTakesAtOnceWhenThereIsMuch() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment large = arena.allocate(200 << 20);
            MemorySegment small = large.asSlice(0, 10);
            MemorySegment heap = MemorySegment.ofArray(new byte[40 << 20]);
            Counting channel = new Counting();

            new BytesWriter(Bytes.of(Collections.nCopies(23, large))).writeTo(channel);
            new BytesWriter(Bytes.of(Collections.nCopies(5_000, small))).writeTo(channel);
            new BytesWriter(Bytes.of(List.of(small, heap, large, heap, small))).writeTo(channel);

            assertThat(channel.bytes).isEqualTo((24L * 200 << 20) + 50_020 + (80 << 20));
        }
    }

    /// Counts what it is given, and takes only half of it every third time.
    private static final class Counting implements GatheringByteChannel {
        private long bytes;
        private long calls;

        @Override
        public long write(ByteBuffer[] buffers, int offset, int length) {
            List<ByteBuffer> given = Arrays.asList(buffers).subList(offset, offset + length);
            long size = given.stream().mapToLong(ByteBuffer::remaining).sum();
            long onHeap = given.stream()
                    .filter(ByteBuffer::hasArray)
                    .mapToLong(ByteBuffer::remaining)
                    .sum();
            assertThat(length).isLessThanOrEqualTo(1024);
            assertThat(size).isPositive().isLessThanOrEqualTo(1 << 30);
            assertThat(onHeap).isLessThanOrEqualTo(1 << 20);
            long taken = 0;
            long most = ++calls % 3 == 0 ? size / 2 + 1 : size;
            for (ByteBuffer each : given) {
                int part = (int) Math.min(each.remaining(), most - taken);
                each.position(each.position() + part);
                taken += part;
            }
            bytes += taken;
            return taken;
        }

        @Override
        public long write(ByteBuffer[] buffers) {
            return write(buffers, 0, buffers.length);
        }

        @Override
        public int write(ByteBuffer buffer) {
            return (int) write(new ByteBuffer[] {buffer});
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }

    @Test
    void shouldReadAnywhereWhenAMappedFileIsLargerThanABuffer() throws IOException {
        Path file = folder.resolve("large");
        long size = (3L << 30) + 5;
        // Nothing but its last bytes is on the disk.
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.setLength(size);
            access.seek(size - 5);
            access.write(new byte[] {1, 2, 3, 4, 5});
        }
        try (MappedFile mapped = new MappedFile(file)) {
            assertThat(mapped.bytes().size()).isEqualTo(size);
            Input input = mapped.bytes().open();
            input.skip(size - 5);
            assertThat(input.readRest().toByteArray()).containsExactly(1, 2, 3, 4, 5);
        }
    }

    @Test
    void shouldThrowWhenAMappedFileIsReadAfterItWasClosed() throws IOException {
        Path file = Files.write(folder.resolve("file"), new byte[] {1, 2, 3});
        MappedFile mapped = new MappedFile(file);
        Bytes bytes = mapped.bytes();
        mapped.close();

        assertThatThrownBy(bytes::toByteArray).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> new MappedFile(folder.resolve("none"))).isInstanceOf(IOException.class);
    }
}
