package org.sunda.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.dist.DistributionTest.A;
import static org.sunda.dist.DistributionTest.B;
import static org.sunda.dist.DistributionTest.message;
import static org.sunda.dist.RecordingListener.next;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sunda.Authority;
import org.sunda.signal.Signal;
import org.sunda.term.Terms;
import org.sunda.tls.TlsSettings;

/// Nodes that meet at a Unix domain socket.
@Timeout(60)
class UnixSocketTest {
    @TempDir
    private Path folder;

    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    @AfterEach
    void closeAll() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }

    private Path file() {
        return folder.resolve("b.sock");
    }

    private Distribution start(DistributionConfig.Builder config, DistributionListener listener) throws Exception {
        Distribution distribution = new Distribution(config.build(), listener);
        open.push(distribution);
        distribution.start();
        return distribution;
    }

    private DistributionConfig.Builder dialler() {
        return DistributionTest.config(A).peer(B, UnixDomainSocketAddress.of(file()));
    }

    @Test
    void shouldExchangeSignalsWhenPeersMeetAtAFile() throws Exception {
        RecordingListener atA = new RecordingListener();
        RecordingListener atB = new RecordingListener();
        Distribution b = start(DistributionTest.config(B).listenUnix(file()), atB);
        Distribution a = start(dialler(), atA);

        byte[] much = new byte[3_000_000];
        a.send(B, message(A, "sink", Terms.binary(much)));
        assertThat(((Signal.RegSend) next(atB.signals)).payload().term()).isEqualTo(Terms.binary(much));
        b.send(A, message(B, "sink", Terms.integer(42)));
        assertThat(((Signal.RegSend) next(atA.signals)).payload().term()).isEqualTo(Terms.integer(42));
        a.disconnect(B);
        assertThat(next(atB.reasons)).isEqualTo("it closed the connection");
    }

    @Test
    void shouldNeedNoTlsWhenPeersMeetAtAFile() throws Exception {
        Authority authority = Authority.create("authority");
        Authority.Paths own = authority.issue("127.0.0.1").write(folder, "own");
        TlsSettings tls = TlsSettings.files(own.certificate(), own.key())
                .verifyPeer(false)
                .build();
        start(DistributionTest.config(B).listenUnix(file()).tls(tls), new RecordingListener());
        Distribution a = start(dialler().tls(tls), new RecordingListener());

        assertThat(a.connect(B).peer()).isEqualTo(B);
    }

    @Test
    void shouldLetOnlyTheOwnerConnect() throws Exception {
        start(DistributionTest.config(B).listenUnix(file()), new RecordingListener());

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
        try (var files = Files.list(folder)) {
            assertThat(files).as("nothing else is left").containsExactly(file());
        }
    }

    @Test
    void shouldReplaceTheFileWhenNobodyListensThere() throws Exception {
        ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                .bind(UnixDomainSocketAddress.of(file()))
                .close();
        assertThat(file()).exists();

        Distribution b = start(DistributionTest.config(B).listenUnix(file()), new RecordingListener());
        assertThat(start(dialler(), new RecordingListener()).connect(B).peer()).isEqualTo(B);
        b.close();
        assertThat(file()).as("it is gone with the node").doesNotExist();
    }

    @Test
    void shouldRefuseToStartWhenSomethingElseIsThere() throws Exception {
        Files.writeString(file(), "precious");
        assertThatThrownBy(() -> start(DistributionTest.config(B).listenUnix(file()), new RecordingListener()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("b.sock")
                .hasMessageContaining("is no socket");
        assertThat(file()).hasContent("precious");
    }

    @Test
    void shouldRefuseToStartWhenAnotherListensThere() throws Exception {
        Distribution b = start(DistributionTest.config(B).listenUnix(file()), new RecordingListener());
        assertThatThrownBy(() ->
                        start(DistributionTest.config(DistributionTest.C).listenUnix(file()), new RecordingListener()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("another process does");
        assertThat(start(dialler(), new RecordingListener()).connect(B).peerCreation())
                .isEqualTo(b.creation());
    }

    @Test
    void shouldSaySoWhenNobodyListensThere() throws Exception {
        Distribution a = start(dialler(), new RecordingListener());
        assertThatThrownBy(() -> a.connect(B)).hasMessageContaining("nobody answers at " + file());
    }

    @Test
    void shouldEndInTimeWhenCallerIsSilent() throws Exception {
        start(
                DistributionTest.config(B).listenUnix(file()).handshakeDeadline(Duration.ofMillis(100)),
                new RecordingListener());
        try (SocketChannel silent = SocketChannel.open(UnixDomainSocketAddress.of(file()))) {
            assertThat(silent.read(ByteBuffer.allocate(1))).isEqualTo(-1);
        }
    }
}
