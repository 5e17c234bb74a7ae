package org.sunda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.term.Terms.binary;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sunda.signal.NodeDownException;
import org.sunda.term.Term;
import org.sunda.tls.TlsSettings;

/// TLS with a real Erlang node, which is told `-proto_dist inet_tls` and verifies as this node does.
@Timeout(120)
final class TlsIT {
    private static final String HOST = "127.0.0.1";

    private static final String[] HOSTS = {HOST, "localhost"};

    @TempDir
    private Path folder;

    private TlsFiles files;
    private Node keeper;
    private int epmdPort;
    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    @BeforeEach
    void start() throws IOException {
        files = TlsFiles.create(HOSTS);
        open.push(files);
        // Its epmd serves all others.
        InetSocketAddress epmd = new InetSocketAddress(InetAddress.getLoopbackAddress(), Cluster.freePort());
        keeper =
                Node.builder("keeper@" + HOST).cookie(Cluster.COOKIE).epmd(epmd).start();
        open.push(keeper);
        epmdPort = epmd.getPort();
    }

    @AfterEach
    void stop() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }

    private Node java(TlsSettings.Builder settings) throws IOException {
        return java("java@" + HOST, settings);
    }

    private Node java(String name, TlsSettings.Builder settings) throws IOException {
        Node node = Node.builder(name)
                .cookie(Cluster.COOKIE)
                .epmd(new InetSocketAddress(InetAddress.getLoopbackAddress(), epmdPort))
                .tls(settings.build())
                .start();
        open.push(node);
        TestServices.start(node);
        return node;
    }

    private ErlNode erl(String name, String options, String... flags) throws IOException {
        List<String> all = new ArrayList<>(List.of(flags));
        Collections.addAll(all, files.flags(options));
        return plainErl(name, all.toArray(String[]::new));
    }

    private ErlNode plainErl(String name, String... flags) throws IOException {
        ErlNode node = ErlNode.start(name, Cluster.COOKIE, epmdPort, flags);
        open.push(node);
        return node;
    }

    @ParameterizedTest
    @CsvSource({"tlsv1.3, TLSv1.3", "tlsv1.2, TLSv1.2"})
    void shouldConnectInBothRolesWhenBothVerify(String version, String protocol) throws Exception {
        Node java = java(files.settings().protocols(List.of(protocol)));
        ErlNode erl = erl("erl@" + HOST, ", {versions, ['" + version + "']}");

        erl.check("net_adm:ping('java@127.0.0.1') =:= pong");
        assertEchoes(erl);
        assertThat(java.disconnect(erl.name())).isTrue();
        assertThat(java.ping(erl.name())).isTrue();
        assertEchoes(erl);
        assertThat(java.rpc(erl.name(), "erlang", "byte_size", binary(new byte[3_000_000])))
                .hasToString("3000000");
    }

    /// Terms of all sizes, many at once, come back as they went.
    private static void assertEchoes(ErlNode erl) {
        erl.check("""
                lists:all(fun(N) ->
                        Terms = [{I, binary:copy(<<I>>, N)} || I <- lists:seq(1, 50)],
                        [{echo, 'java@127.0.0.1'} ! {self(), T} || T <- Terms],
                        lists:all(fun(T) -> receive {echoed, T} -> true after 10000 -> false end end, Terms)
                    end, [0, 1, 100, 16383, 16384, 16385, 300000])""");
    }

    @Test
    void shouldSendTheHostWhenNameIsOne() throws Exception {
        Node java = java("java@localhost", files.settings());
        ErlNode erl = erl("erl@localhost", "");

        assertThat(java.ping(erl.name())).isTrue();
        assertThat(java.disconnect(erl.name())).isTrue();
        // The first ping may still go by the connection of which Erlang does not know that it has ended.
        erl.check("""
                lists:any(fun(_) -> net_adm:ping('java@localhost') =:= pong orelse timer:sleep(100) =/= ok end,
                    lists:seq(1, 50))""");
    }

    /// In TLS 1.3 the keys change after so many bytes, in 1.2 the handshake begins anew after so many records.
    @ParameterizedTest
    @ValueSource(strings = {"'tlsv1.3'], {key_update_at, 100000", "'tlsv1.2'], {renegotiate_at, 100"})
    void shouldGoOnWhenErlangChangesKeys(String options) throws Exception {
        java(files.settings());
        ErlNode erl = erl("erl@" + HOST, ", {versions, [" + options.replace("], ", "]}, ") + "}");

        erl.check("net_adm:ping('java@127.0.0.1') =:= pong");
        assertEchoes(erl);
        assertEchoes(erl);
        erl.check("nodes(hidden) =:= ['java@127.0.0.1']");
    }

    @Test
    void shouldSaySoWhenErlangSpeaksNoTls() throws Exception {
        Node java = java(files.settings());
        ErlNode erl = plainErl("plain@" + HOST);

        erl.check("net_adm:ping('java@127.0.0.1') =:= pang");
        assertThatThrownBy(() -> java.connect(erl.name()))
                .isInstanceOf(NodeDownException.class)
                .hasMessageContaining("did not answer in the TLS handshake: perhaps it speaks no TLS");
    }

    @Test
    void shouldSaySoWhenOnlyErlangSpeaksTls() throws Exception {
        ErlNode erl = erl("erl@" + HOST, "");

        erl.check("net_adm:ping('keeper@127.0.0.1') =:= pang");
        assertThatThrownBy(() -> keeper.connect(erl.name()))
                .isInstanceOf(NodeDownException.class)
                .hasMessageContaining("TLS");
    }

    @Test
    void shouldRefuseErlangWhenItsCertificateIsNotTrusted() throws Exception {
        Authority strange = Authority.create("strange authority");
        Path believed = Files.writeString(folder.resolve("strange.pem"), strange.pem());
        Node java = java(files.settings().authorities(believed));
        ErlNode erl = erl("erl@" + HOST, "");

        erl.check("net_adm:ping('java@127.0.0.1') =:= pang");
        assertThatThrownBy(() -> java.connect(erl.name()))
                .isInstanceOf(NodeDownException.class)
                .hasMessageContaining("its certificate is of an authority that this node does not believe, CN=cluster");
    }

    @Test
    void shouldBeRefusedByErlangWhenCertificateIsBad() throws Exception {
        Authority.Paths expired = files.authority()
                .issue("EC", Instant.now().minusSeconds(5), List.of(HOSTS))
                .write(folder, "expired");
        Authority.Paths strange =
                Authority.create("strange authority").issue(HOSTS).write(folder, "strange");
        Path believed =
                Files.writeString(folder.resolve("ca.pem"), files.authority().pem());
        ErlNode erl = erl("erl@" + HOST, "");

        for (Authority.Paths bad : List.of(expired, strange)) {
            Node java = java(TlsSettings.files(bad.certificate(), bad.key()).authorities(believed));
            erl.check("net_adm:ping('java@127.0.0.1') =:= pang");
            assertThatThrownBy(() -> java.connect(erl.name()))
                    .isInstanceOf(NodeDownException.class)
                    // Erlang hangs up at once, and then TCP may lose its reason.
                    .hasMessageMatching(
                            bad.equals(expired)
                                    ? ".*(has expired|closed in the).*"
                                    : ".*(does not believe the authority|closed in the).*");
            open.remove(java);
            java.close();
        }
    }

    @Test
    void shouldLetErlangKeepItsNameWhenNamesAreAskedFor() throws Exception {
        Node java = java(files.settings().requireNodeNames());
        ErlNode erl = erl("erl@" + HOST, "");

        erl.check("net_adm:ping('java@127.0.0.1') =:= pong");
        Term nodes = java.rpc(erl.name(), "erlang", "node");
        assertThat(nodes).hasToString("'erl@127.0.0.1'");
    }
}
