package org.sunda;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Everything over IPv6: epmd, connections in both directions, an Erlang node that knows nothing else.
@Timeout(120)
final class Ipv6IT {
    private static final String HOST = "::1";

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private InetSocketAddress epmd;

    @BeforeEach
    void start() throws IOException {
        InetAddress loopback = InetAddress.getByAddress(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1});
        try (ServerSocket socket = new ServerSocket(0, 1, loopback)) {
            epmd = new InetSocketAddress(loopback, socket.getLocalPort());
        } catch (IOException e) {
            String missing = "this machine has no IPv6: nothing can listen at ::1 (" + e.getMessage() + ")";
            System.err.println("SKIPPED: " + missing);
            Assumptions.abort(missing);
        }
    }

    @AfterEach
    void stop() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }

    private Node java(String alive) throws IOException {
        Node node = Node.builder(alive + "@" + HOST)
                .cookie(Cluster.COOKIE)
                .epmd(epmd)
                .start();
        open.push(node);
        return node;
    }

    @Test
    void shouldFindEachOtherWhenOnlyNamesAreKnown() throws Exception {
        Node one = java("one");
        Node two = java("two");

        assertThat(one.ping("two@" + HOST)).isTrue();
        assertThat(two.nodes()).containsExactly("one@" + HOST);
    }

    @ParameterizedTest
    @ValueSource(strings = {"inet6_tcp", "inet6_tls"})
    void shouldConnectInBothRolesWhenErlangSpeaksOnlyIpv6(String carrier) throws Exception {
        java("keeper");
        NodeBuilder builder =
                Node.builder("java@" + HOST).cookie(Cluster.COOKIE).epmd(epmd);
        String[] flags = {"-proto_dist", carrier};
        if (carrier.endsWith("tls")) {
            TlsFiles files = TlsFiles.create(HOST);
            open.push(files);
            builder.tls(files.settings().build());
            flags = files.flags("");
            flags[1] = carrier;
        }
        Node java = builder.start();
        open.push(java);
        ErlNode erl = ErlNode.start("erl@" + HOST, Cluster.COOKIE, epmd.getPort(), flags);
        open.push(erl);

        assertThat(java.ping(erl.name())).isTrue();
        assertThat(java.disconnect(erl.name())).isTrue();
        if (carrier.equals("inet6_tcp")) {
            erl.check("net_adm:ping('java@::1') =:= pong");
        } else {
            // Erlang sends the host of the name, but an address is no server name (RFC 6066, section 3).
            erl.check("net_adm:ping('java@::1') =:= pang");
        }
    }
}
