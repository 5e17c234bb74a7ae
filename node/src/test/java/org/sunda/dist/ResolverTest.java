package org.sunda.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.dist.DistributionTest.A;
import static org.sunda.dist.DistributionTest.B;
import static org.sunda.dist.DistributionTest.C;
import static org.sunda.dist.DistributionTest.config;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sunda.signal.NodeDownException;
import org.sunda.term.Atom;

class ResolverTest {
    private static final Atom REMOTE = Atom.of("b@db.example.org");

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    private Distribution start(DistributionConfig.Builder config) throws IOException {
        Distribution distribution = new Distribution(config.build(), new RecordingListener());
        open.add(distribution);
        distribution.start();
        return distribution;
    }

    private static List<SocketAddress> resolve(DistributionConfig.Builder config, Atom node) throws IOException {
        return new Resolver(config.build()).resolve(node, Deadline.in(Duration.ofSeconds(20)));
    }

    private static InetAddress address(int... four) throws UnknownHostException {
        byte[] bytes = {(byte) four[0], (byte) four[1], (byte) four[2], (byte) four[3]};
        return InetAddress.getByAddress(bytes);
    }

    private static InetSocketAddress unused() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return (InetSocketAddress) socket.getLocalSocketAddress();
        }
    }

    @Test
    void shouldAskInTheOrderThatIsDocumentedWhenSeveralKnow() throws Exception {
        InetSocketAddress first = new InetSocketAddress(address(10, 0, 0, 1), 1);
        InetSocketAddress second = new InetSocketAddress(address(10, 0, 0, 2), 2);
        List<String> asked = new ArrayList<>();
        DistributionConfig.Builder config = config(A).peer(B, first).resolver(node -> {
            asked.add(node);
            return node.equals(C.text()) ? List.of(second) : List.of();
        });

        assertThat(resolve(config, B)).containsExactly(first);
        assertThat(asked).isEmpty();
        assertThat(resolve(config, C)).containsExactly(second);
        assertThatThrownBy(() -> resolve(config, Atom.of("d@127.0.0.1")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("asks no epmd");
        assertThat(asked).containsExactly(C.text(), "d@127.0.0.1");
    }

    @Test
    void shouldTakeEachAddressOfAHostWhenItStandsInTheTable() throws Exception {
        DistributionConfig.Builder config = config(A)
                .host("db", List.of(address(10, 0, 0, 1), address(10, 0, 0, 2)))
                .peer(B, HostAndPort.parse("db:9100"))
                .resolver(_ -> List.of(HostAndPort.parse("db:1"), HostAndPort.parse("10.0.0.9:2")));

        assertThat(resolve(config, B)).hasToString("[/10.0.0.1:9100, /10.0.0.2:9100]");
        assertThat(resolve(config, C)).hasToString("[/10.0.0.1:1, /10.0.0.2:1, /10.0.0.9:2]");
    }

    @Test
    void shouldTryTheNextAddressWhenNobodyAnswersAtTheFirst() throws Exception {
        Distribution b = start(config(B));
        InetSocketAddress nobody = unused();
        Distribution a = start(config(A).resolver(_ -> List.of(nobody, DistributionTest.loopback(b.port()))));

        assertThat(a.connect(B).peer()).isEqualTo(B);
        b.close();
        assertThatThrownBy(() -> {
                    a.disconnect(B);
                    a.connect(B);
                })
                .isInstanceOf(NodeDownException.class)
                .hasMessageContaining("127.0.0.1:" + nobody.getPort())
                .hasMessageContaining("127.0.0.1:" + b.port());
    }

    @Test
    void shouldSayWhyWhenTheResolverFails() throws Exception {
        Distribution a = start(config(A).resolver(_ -> {
            throw new IOException("the registry is closed on Sundays");
        }));

        assertThatThrownBy(() -> a.connect(B))
                .isInstanceOf(NodeDownException.class)
                .hasMessageContaining("closed on Sundays");
    }

    @Test
    void shouldNameEachEpmdWhenNoneKnows() throws Exception {
        InetSocketAddress epmd = unused();
        DistributionConfig.Builder config = DistributionConfig.of(Atom.of("a@x.example.org"), Cookies.of("secret"))
                .epmd(epmd)
                .host("db.example.org", List.of(address(127, 0, 0, 1), address(127, 0, 0, 2)));

        assertThatThrownBy(() -> resolve(config, REMOTE))
                .hasMessageContaining("no epmd at 127.0.0.1:" + epmd.getPort() + " answers")
                .hasMessageContaining("no epmd at 127.0.0.2:" + epmd.getPort() + " answers")
                .hasMessageContaining("firewall");
    }

    @Test
    void shouldNameTheNodesThatEpmdKnowsWhenItIsAskedForAnother() throws Exception {
        InetSocketAddress epmd = unused();
        Distribution orders = start(DistributionConfig.of(Atom.of("orders@127.0.0.1"), Cookies.of("secret"))
                .epmd(epmd));

        assertThatThrownBy(() -> orders.connect(Atom.of("order@127.0.0.1")))
                .isInstanceOf(NodeDownException.class)
                .hasMessageContaining("knows no node of the name order, only orders");
    }

    @Test
    void shouldSayWhatToCheckWhenTheHostIsUnknown() {
        DistributionConfig.Builder config =
                DistributionConfig.of(A, Cookies.of("secret")).epmd(DistributionTest.loopback(1));

        assertThatThrownBy(() -> resolve(config, Atom.of("b@no-such-host.invalid")))
                .hasMessageContaining("there is no host of the name no-such-host.invalid")
                .hasMessageContaining("'@'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"db1:9100", "10.0.0.8:1", "[fd00::8]:65535"})
    void shouldBeAnAddressWhenItHasHostAndPort(String text) {
        InetSocketAddress address = HostAndPort.parse(text);

        assertThat(address.isUnresolved()).isTrue();
        assertThat(text.replaceAll("[\\[\\]]", "")).isEqualTo(address.getHostString() + ":" + address.getPort());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ":", "db1", "db1:", ":9100", "db1:0", "db1:65536", "fd00::8:9100", "[db1]:9100", "a b:1"})
    void shouldBeRefusedWhenItIsNoAddress(String text) {
        assertThatThrownBy(() -> HostAndPort.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("host and a port");
    }
}
