package org.sunda.etf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sunda.memory.MappedFile;

/// A list of more than 2 GiB that a real BEAM has made, sent over a socket, and that no array here could hold.
class LargeTermIT {
    private static final int ELEMENTS = 36_000;
    private static final int BINARY = 1 << 16;
    private static final long ENOUGH_ROOM = 8L << 30;
    private static final int DEADLINE_SECONDS = 300;

    @Test
    void shouldCountAListOfMoreThanTwoGibibytesFromABeam(@TempDir Path folder) throws IOException {
        Assumptions.assumeTrue(
                Files.getFileStore(folder).getUsableSpace() > ENOUGH_ROOM, "SKIPPED: less than 8 GiB of disk are free");
        Path file = folder.resolve("list");
        receive(file);

        try (MappedFile mapped = new MappedFile(file)) {
            TermReader reader = new TermReader(mapped.bytes().open(), Limits.DEFAULT);
            reader.readVersion();
            int length = reader.readListHeader();
            long sum = 0;
            long bytes = 0;
            for (int i = 0; i < length; i++) {
                assertThat(reader.readTupleHeader()).isEqualTo(2);
                sum += reader.readLong();
                bytes += reader.readBinary().byteSize();
            }
            reader.readNil();

            assertThat(length).isEqualTo(ELEMENTS);
            assertThat(sum).isEqualTo(ELEMENTS * (ELEMENTS + 1L) / 2);
            assertThat(bytes).isEqualTo((long) ELEMENTS * BINARY).isGreaterThan(1L << 31);
            assertThat(reader.remaining()).isZero();
        }
    }

    private static void receive(Path file) throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            Process erl = start(((InetSocketAddress) server.getLocalAddress()).getPort());
            server.socket().setSoTimeout((int) TimeUnit.SECONDS.toMillis(DEADLINE_SECONDS));
            try (SocketChannel socket = server.socket().accept().getChannel();
                    FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                long size = 0;
                for (long more = 1; more > 0; size += more) {
                    more = out.transferFrom(socket, size, 1 << 20);
                }
            } finally {
                erl.destroyForcibly();
            }
        }
    }

    private static Process start(int port) throws IOException {
        String send = """
                {ok, Socket} = gen_tcp:connect({127, 0, 0, 1}, %d, [binary]),
                Binary = binary:copy(<<"s">>, %d),
                List = [{I, Binary} || I <- lists:seq(1, %d)],
                [ok = gen_tcp:send(Socket, Part) || Part <- term_to_iovec(List)],
                gen_tcp:close(Socket),
                halt().""".formatted(port, BINARY, ELEMENTS);
        List<String> command =
                new ArrayList<>(List.of(System.getProperty("sunda.erl", "erl").split(" +")));
        command.addAll(List.of("-noinput", "-eval", send));
        try {
            Process erl = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            CompletableFuture.delayedExecutor(DEADLINE_SECONDS, TimeUnit.SECONDS)
                    .execute(erl::destroyForcibly);
            return erl;
        } catch (IOException e) {
            if (Boolean.getBoolean("sunda.erl.required")) {
                throw e;
            }
            return Assumptions.abort("SKIPPED: no erl here, so no real BEAM makes the list");
        }
    }
}
