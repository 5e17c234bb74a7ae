package org.sunda.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.dist.DistributionTest.A;
import static org.sunda.dist.DistributionTest.B;
import static org.sunda.dist.DistributionTest.loopback;
import static org.sunda.dist.DistributionTest.message;
import static org.sunda.dist.RecordingListener.next;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sunda.Authority;
import org.sunda.signal.NodeDownException;
import org.sunda.signal.Signal;
import org.sunda.term.Terms;
import org.sunda.tls.TlsSettings;

/// Nodes that are connected through TLS.
@Timeout(60)
class TlsTest {
    private static final int MESSAGES = 300;

    @TempDir
    private Path folder;

    private TlsSettings.Builder settings;
    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    @BeforeEach
    void issue() throws IOException {
        Authority authority = Authority.create("authority");
        Authority.Paths own = authority.issue("127.0.0.1").write(folder, "own");
        settings = TlsSettings.files(own.certificate(), own.key())
                .authorities(Files.writeString(folder.resolve("ca.pem"), authority.pem()));
    }

    @AfterEach
    void closeAll() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }

    private Distribution start(DistributionConfig.Builder config, DistributionListener listener) throws Exception {
        Distribution distribution =
                new Distribution(config.tls(settings.build()).build(), listener);
        open.push(distribution);
        distribution.start();
        return distribution;
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void shouldLoseNothingWhenBothSendMuchAtOnce(String protocol) throws Exception {
        settings.protocols(List.of(protocol));
        RecordingListener atA = new RecordingListener();
        RecordingListener atB = new RecordingListener();
        Distribution b = start(DistributionTest.config(B), atB);
        Distribution a = start(DistributionTest.config(A).peer(B, loopback(b.port())), atA);
        a.connect(B);
        next(atB.events);

        CompletableFuture<Void> there = CompletableFuture.runAsync(() ->
                sizes().forEach(size -> a.send(B, message(A, "sink", Terms.binary(bytes(size))))));
        CompletableFuture<Void> back = CompletableFuture.runAsync(() ->
                sizes().forEach(size -> b.send(A, message(B, "sink", Terms.binary(bytes(size))))));

        assertAllCame(atA);
        assertAllCame(atB);
        there.get(20, TimeUnit.SECONDS);
        back.get(20, TimeUnit.SECONDS);
    }

    /// From nothing to many records, in an order that is the same each time.
    private static List<Integer> sizes() {
        Random random = new Random(7);
        return random.ints(MESSAGES, 0, 20)
                .mapToObj(power -> random.nextInt(1 << power))
                .toList();
    }

    private static byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }

    private static void assertAllCame(RecordingListener listener) throws InterruptedException {
        for (int size : sizes()) {
            Signal.RegSend signal = (Signal.RegSend) next(listener.signals);
            assertThat(signal.payload().term()).isEqualTo(Terms.binary(bytes(size)));
        }
    }

    @Test
    void shouldSurviveWhenOnlyTicksPass() throws Exception {
        RecordingListener atA = new RecordingListener();
        RecordingListener atB = new RecordingListener();
        Distribution b = start(DistributionTest.config(B).tickTime(Duration.ofMillis(200)), atB);
        Distribution a =
                start(DistributionTest.config(A).peer(B, loopback(b.port())).tickTime(Duration.ofMillis(200)), atA);
        a.connect(B);
        assertThat(next(atA.events)).startsWith("up");

        assertThat(atA.events.poll(800, TimeUnit.MILLISECONDS)).isNull();
        assertThat(a.connection(B)).isNotNull();
    }

    @Test
    void shouldTellBothWhenOneCloses() throws Exception {
        RecordingListener atA = new RecordingListener();
        RecordingListener atB = new RecordingListener();
        Distribution b = start(DistributionTest.config(B), atB);
        Distribution a = start(DistributionTest.config(A).peer(B, loopback(b.port())), atA);
        a.connect(B);
        a.disconnect(B);

        assertThat(next(atB.events)).startsWith("up");
        assertThat(next(atB.events)).startsWith("down");
        assertThat(next(atB.reasons)).isEqualTo("it closed the connection");
    }

    @Test
    void shouldServeOthersWhenManyCallersAreSilent() throws Exception {
        Distribution b = start(DistributionTest.config(B).halfOpen(40), new RecordingListener());
        for (int i = 0; i < 50; i++) {
            Socket silent = new Socket(loopback(0).getAddress(), b.port());
            open.push(silent);
        }
        Distribution a = start(DistributionTest.config(A).peer(B, loopback(b.port())), new RecordingListener());

        assertThat(a.connect(B).peer()).isEqualTo(B);
    }

    @Test
    void shouldSayWhyWhenPeerIsNotTrusted() throws Exception {
        Distribution b = start(DistributionTest.config(B), new RecordingListener());
        Authority strange = Authority.create("strange authority");
        settings.authorities(Files.writeString(folder.resolve("other-ca.pem"), strange.pem()));
        Distribution a = start(DistributionTest.config(A).peer(B, loopback(b.port())), new RecordingListener());

        assertThatThrownBy(() -> a.connect(B))
                .isInstanceOf(NodeDownException.class)
                .hasMessageContaining("an authority that this node does not believe, CN=authority");
    }

    @Test
    void shouldNotStartWhenFilesCannotBeUsed() throws Exception {
        Path missing = folder.resolve("missing.pem");
        settings = TlsSettings.files(missing, missing).verifyPeer(false);
        assertThatThrownBy(() -> start(DistributionTest.config(A), new RecordingListener()))
                .isInstanceOf(IOException.class)
                .hasMessage("there is no file " + missing);
    }
}
