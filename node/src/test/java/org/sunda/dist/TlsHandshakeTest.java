package org.sunda.dist;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sunda.Authority;
import org.sunda.term.Atom;
import org.sunda.tls.TlsEngines;
import org.sunda.tls.TlsSettings;

/// Both ends of one handshake over TLS, each with its own settings: what each says at the end.
@Timeout(60)
class TlsHandshakeTest {
    private static final Atom A = Atom.of("a@127.0.0.1");
    private static final Atom B = Atom.of("b@127.0.0.1");
    private static final Cookies COOKIES = Cookies.of("secret");
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    private static Path folder;

    private static Authority authority;
    private static Path believed;
    private static Authority.Paths good;

    private ServerSocketChannel server;

    @BeforeAll
    static void issue() throws IOException {
        authority = Authority.create("good authority");
        believed = Files.writeString(folder.resolve("ca.pem"), authority.pem());
        good = authority.issue("127.0.0.1").write(folder, "good");
    }

    @BeforeEach
    void listen() throws IOException {
        server = ServerSocketChannel.open().bind(DistributionTest.loopback(0));
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    private static TlsSettings.Builder settings(Authority.Paths own) {
        return TlsSettings.files(own.certificate(), own.key()).authorities(believed);
    }

    private static Transports transports(TlsSettings.Builder settings) throws IOException {
        return new Transports(TlsEngines.open(settings.build()));
    }

    private static final Transports PLAIN = new Transports(null);

    /// Says yes to all.
    private static final class Yes implements HandshakeDriver.Table {
        @Override
        public Handshake.Verdict ask(Atom peer) {
            return Handshake.Verdict.OK;
        }

        @Override
        public boolean pending() {
            return true;
        }

        @Override
        public void claim(Atom peer) {}
    }

    private static Handshake.Self self(Atom name) {
        return new Handshake.Self(name, 77, Flags.OURS);
    }

    private static HandshakeDriver.Outcome lead(Handshake handshake, Transport transport, Duration patience) {
        return new HandshakeDriver(handshake, transport, Deadline.in(patience), new Yes(), 4096).run();
    }

    private CompletableFuture<String> accept(Transports transports, Duration patience) {
        return inBackground(() -> {
            try (SocketChannel channel = server.accept()) {
                return said(lead(new AcceptorHandshake(self(B), COOKIES, 2), transports.accepted(channel), patience));
            }
        });
    }

    private interface Task {
        String run() throws IOException;
    }

    private static CompletableFuture<String> inBackground(Task task) {
        CompletableFuture<String> done = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                done.complete(task.run());
            } catch (IOException | RuntimeException e) {
                done.completeExceptionally(e);
            }
        });
        return done;
    }

    private String dial(Transports transports, Atom node) throws IOException {
        try (SocketChannel channel = SocketChannel.open(server.getLocalAddress())) {
            Handshake handshake = new InitiatorHandshake(self(A), node, COOKIES, 1);
            return said(lead(handshake, transports.dialled(channel, node), PATIENCE));
        }
    }

    private static String said(HandshakeDriver.Outcome outcome) {
        return switch (outcome) {
            case HandshakeDriver.Outcome.Established(Handshake.Peer peer) -> "peer " + peer.node();
            case HandshakeDriver.Outcome.GaveWay(String sentence) -> "gave way: " + sentence;
            case HandshakeDriver.Outcome.Refused(String sentence) -> sentence;
        };
    }

    private static String get(CompletableFuture<String> said) throws Exception {
        return said.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    /// What the accepting and the dialling node say.
    private record Both(String acceptor, String dialler) {}

    private Both meet(Transports acceptor, Transports dialler) throws Exception {
        CompletableFuture<String> accepted = accept(acceptor, PATIENCE);
        String dialled = dial(dialler, B);
        return new Both(get(accepted), dialled);
    }

    @ParameterizedTest
    @CsvSource({
        "TLSv1.3, TLS_AES_128_GCM_SHA256, EC",
        "TLSv1.3, TLS_CHACHA20_POLY1305_SHA256, RSA",
        "TLSv1.3, TLS_AES_256_GCM_SHA384, Ed25519",
        "TLSv1.2, TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, EC",
        "TLSv1.2, TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384, RSA"
    })
    void shouldConnectWhenBothTrustTheAuthority(String protocol, String cipher, String kind) throws Exception {
        Authority.Paths own = authority
                .issue(kind, Instant.now().plusSeconds(3600), List.of("127.0.0.1"))
                .write(folder, "own-" + kind);
        Transports both = transports(settings(own).protocols(List.of(protocol)).ciphers(List.of(cipher)));

        assertThat(meet(both, both)).isEqualTo(new Both("peer " + A, "peer " + B));
    }

    @Test
    void shouldRefuseWhenCertificateHasExpired() throws Exception {
        Authority.Paths old = authority
                .issue("EC", Instant.now().minusSeconds(60), List.of("127.0.0.1"))
                .write(folder, "old");

        Both atAcceptor = meet(transports(settings(old)), transports(settings(good)));
        Both atDialler = meet(transports(settings(good)), transports(settings(old)));

        assertThat(atAcceptor.dialler()).contains("its certificate has expired at 20");
        assertThat(atAcceptor.acceptor()).contains("certificate of this node has expired");
        assertThat(atDialler.acceptor()).contains("its certificate has expired at 20");
        assertThat(atDialler.dialler()).contains("it does not take this node's certificate");
    }

    @Test
    void shouldRefuseWhenCertificateIsOfAnotherHost() throws Exception {
        Transports other = transports(
                settings(authority.issue("192.0.2.7", "db.example.com").write(folder, "other")));

        assertThat(meet(other, transports(settings(good))).dialler())
                .contains("its certificate is for 192.0.2.7, db.example.com", "not for the host 127.0.0.1");
        assertThat(meet(other, transports(settings(good).verifyHost(false))).dialler())
                .isEqualTo("peer " + B);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void shouldRefuseWhenAuthorityIsUnknown(String protocol) throws Exception {
        Authority stranger = Authority.create("strange authority");
        Transports strange = transports(
                settings(stranger.issue("127.0.0.1").write(folder, "strange")).protocols(List.of(protocol)));

        Both atAcceptor = meet(strange, transports(settings(good)));
        Both atDialler = meet(transports(settings(good)), strange);

        assertThat(atAcceptor.dialler()).contains("an authority that this node does not believe, CN=strange authority");
        assertThat(atAcceptor.acceptor()).contains("refused TLS");
        assertThat(atDialler.acceptor() + atDialler.dialler()).contains("strange authority");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void shouldRefuseWhenCallerShowsNoCertificate(String protocol) throws Exception {
        SSLContext nobody = SSLContext.getInstance("TLS");
        nobody.init(null, trust(), null);
        TlsSettings.Builder settings = TlsSettings.context(nobody).protocols(List.of(protocol));

        Both required = meet(transports(settings(good)), transports(settings));
        Both free = meet(transports(settings(good).requireClientCertificate(false)), transports(settings));

        assertThat(required.acceptor()).contains("it shows no certificate, and this node wants one");
        assertThat(required.dialler()).contains("certificate");
        assertThat(free).isEqualTo(new Both("peer " + A, "peer " + B));
    }

    /// Trust in the good authority, for a context without a certificate of its own.
    private static TrustManager[] trust() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (InputStream file = Files.newInputStream(believed)) {
            store.setCertificateEntry(
                    "good", CertificateFactory.getInstance("X.509").generateCertificate(file));
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(store);
        return factory.getTrustManagers();
    }

    @Test
    void shouldRefuseWhenCertificateDoesNotNameTheNode() throws Exception {
        Authority.Paths ofA = authority.issue("127.0.0.1", A.text()).write(folder, "of-a");
        Authority.Paths ofB = authority.issue("127.0.0.1", B.text()).write(folder, "of-b");
        TlsSettings.Builder strictB = settings(ofB).nodeNames(TlsHandshakeTest::isNamed);
        TlsSettings.Builder strictA = settings(ofA).nodeNames(TlsHandshakeTest::isNamed);

        assertThat(meet(transports(strictB), transports(strictA))).isEqualTo(new Both("peer " + A, "peer " + B));
        Both thief = meet(transports(strictB), transports(settings(ofB)));
        assertThat(thief.acceptor()).contains(B.text(), "may not be used by " + A.text());
        assertThat(thief.dialler()).contains("not_allowed");
        Both impostor = meet(transports(settings(ofA)), transports(strictA));
        assertThat(impostor.dialler()).contains(A.text(), "may not be used by " + B.text());
        assertThat(impostor.acceptor()).contains("closed");
    }

    private static boolean isNamed(X509Certificate certificate, String node) {
        try {
            return String.valueOf(certificate.getSubjectAlternativeNames()).contains(node);
        } catch (CertificateParsingException _) {
            return false;
        }
    }

    @Test
    void shouldAcceptTheHostWhenNamesOfNodesAreAskedFor() throws Exception {
        Transports strict = transports(settings(good).requireNodeNames());
        Transports other = transports(settings(authority.issue("192.0.2.7").write(folder, "elsewhere")));

        assertThat(meet(strict, strict)).isEqualTo(new Both("peer " + A, "peer " + B));
        assertThat(meet(strict, other).acceptor()).contains("(for 192.0.2.7", "may not be used by " + A.text());
    }

    @Test
    void shouldSaySoWhenOnlyOneSpeaksTls() throws Exception {
        Transports tls = transports(settings(good));

        Both plainCaller = meet(tls, PLAIN);
        Both tlsCaller = meet(PLAIN, tls);

        assertThat(plainCaller.acceptor()).contains("speaks no TLS, and this node nothing else");
        assertThat(tlsCaller.acceptor()).contains("speaks TLS, and this node is not told to");
        assertThat(tlsCaller.dialler()).contains("closed in the TLS handshake: perhaps it speaks no TLS");
    }

    @Test
    void shouldSaySoWhenThereIsNoCommonVersion() throws Exception {
        Both both = meet(
                transports(settings(good).protocols(List.of("TLSv1.3"))),
                transports(settings(good).protocols(List.of("TLSv1.2"))));

        assertThat(both.dialler()).contains("no version of TLS that both sides take");
        assertThat(both.acceptor()).contains("there is no TLS with it");
    }

    @Test
    void shouldEndInTimeWhenCallerIsSilent() throws Exception {
        CompletableFuture<String> accepted = accept(transports(settings(good)), Duration.ofMillis(100));
        try (SocketChannel _ = SocketChannel.open(server.getLocalAddress())) {
            assertThat(get(accepted)).contains("not over in time", "100 ms");
        }
    }

    @Test
    void shouldRefuseWhenGarbageComes() throws Exception {
        Transports tls = transports(settings(good));
        for (String garbage : List.of("GET / HTTP/1.1\r\n\r\n", "\u0016\u0003\u0001\u0000\u0004aaaa", "\u0000")) {
            CompletableFuture<String> accepted = accept(tls, PATIENCE);
            try (SocketChannel channel = SocketChannel.open(server.getLocalAddress())) {
                channel.write(ByteBuffer.wrap(garbage.getBytes(US_ASCII)));

                assertThat(get(accepted)).contains("TLS");
            }
        }
    }

    /// Everything that one side sends up to the end is cut at each of its bytes: the other side notices.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldNoticeWhenCutAnywhere(boolean fromDialler) throws Exception {
        int whole = cut(Integer.MAX_VALUE, fromDialler).bytes();
        assertThat(whole).isGreaterThan(1000);

        // Each byte of the two headers, and then as many as there is time for. Signatures take a few bytes more or less
        // each time, so that the very last ones would sometimes be past the end.
        for (int bytes = 0; bytes < whole - 16; bytes += bytes < 20 ? 1 : 97) {
            assertThat(cut(bytes, fromDialler).victim()).doesNotStartWith("peer");
        }
    }

    /// @param victim what the side says to which the bytes go
    private record Cut(int bytes, String victim) {}

    private Cut cut(int bytes, boolean fromDialler) throws Exception {
        // Fresh ones, since a session that is taken up again is shorter.
        Transports tls = transports(settings(good));
        try (ServerSocketChannel middle = ServerSocketChannel.open().bind(DistributionTest.loopback(0))) {
            CompletableFuture<String> accepted = accept(tls, PATIENCE);
            CompletableFuture<String> dialled = inBackground(() -> {
                try (SocketChannel channel = SocketChannel.open(middle.getLocalAddress())) {
                    Handshake handshake = new InitiatorHandshake(self(A), B, COOKIES, 1);
                    return said(lead(handshake, tls.dialled(channel, B), PATIENCE));
                }
            });
            try (SocketChannel left = middle.accept();
                    SocketChannel right = SocketChannel.open(server.getLocalAddress())) {
                CompletableFuture<String> there = forward(left, right, fromDialler ? bytes : Integer.MAX_VALUE);
                CompletableFuture<String> back = forward(right, left, fromDialler ? Integer.MAX_VALUE : bytes);
                String victim = get(fromDialler ? accepted : dialled);
                get(fromDialler ? dialled : accepted);
                return new Cut(Integer.parseInt(get(fromDialler ? there : back)), victim);
            }
        }
    }

    /// Forwards so many bytes and then ends both directions; answers how many there were.
    private static CompletableFuture<String> forward(SocketChannel from, SocketChannel to, int most) {
        return inBackground(() -> {
            int done = 0;
            try (from;
                    to) {
                ByteBuffer buffer = ByteBuffer.allocate(4096);
                while (done < most && from.read(buffer.clear().limit(Math.min(4096, most - done))) > 0) {
                    done += buffer.flip().remaining();
                    while (buffer.hasRemaining()) {
                        to.write(buffer);
                    }
                }
            } catch (IOException _) {
                // The other direction has ended it.
            }
            return Integer.toString(done);
        });
    }

    @Test
    void shouldUseTheNewCertificateWhenFilesChange() throws Exception {
        Authority.Paths own = authority.issue("192.0.2.7").write(folder, "changing");
        Transports acceptor = transports(settings(own));
        Transports dialler = transports(settings(good));
        assertThat(meet(acceptor, dialler).dialler()).contains("192.0.2.7");

        authority.issue("127.0.0.1").write(folder, "changing");
        assertThat(meet(acceptor, dialler).dialler()).isEqualTo("peer " + B);

        Files.writeString(own.certificate(), "half a file");
        assertThat(meet(acceptor, dialler).dialler()).as("the old one stays").isEqualTo("peer " + B);

        Files.delete(own.certificate());
        assertThat(meet(acceptor, dialler).dialler()).as("the old one stays").isEqualTo("peer " + B);
    }
}
