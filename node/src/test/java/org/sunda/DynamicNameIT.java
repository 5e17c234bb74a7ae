package org.sunda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.list;
import static org.sunda.term.Terms.tuple;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sunda.process.ExitException;
import org.sunda.signal.NodeDownException;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Term;
import org.sunda.term.Tuple2;

/// Nodes without a name and nodes that name them, one of both a real Erlang node.
@Timeout(180)
final class DynamicNameIT {
    private static final String ERL = "erl@" + Cluster.HOST;

    private Cluster cluster;

    @BeforeEach
    void start() throws Exception {
        cluster = Cluster.start();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private static void echo(Node node) {
        node.spawn("echo", self -> {
            while (true) {
                if (self.receive() instanceof Tuple2(Pid from, Term body)) {
                    self.send(from, tuple(self.pid(), body));
                }
            }
        });
    }

    private Node dynamic() throws Exception {
        return cluster.dynamic(ERL).start();
    }

    /// What an Erlang node is called now.
    private static String text(ErlNode erl) {
        return ((Atom) erl.eval("node()")).text();
    }

    private static String pingEcho(String node) {
        return "{echo, '%s'} ! {self(), hello}, receive {P, hello} when node(P) =:= '%s' -> true after 10000 -> false end"
                .formatted(node, node);
    }

    @Test
    void shouldBeNamedByErlangAndWorkBothWays() throws Exception {
        ErlNode erl = cluster.erl("erl");
        try (Node one = dynamic();
                Node two = dynamic()) {
            echo(one);

            assertThat(one.name()).contains("@").doesNotStartWith("undefined").isNotEqualTo(two.name());
            assertThat(one.ping(ERL)).isTrue();
            assertThat(one.rpc(ERL, "erlang", "length", list(integer(1), integer(2))))
                    .isEqualTo(integer(2));
            erl.check(pingEcho(one.name()));
            erl.check("net_adm:ping('" + one.name() + "') =:= pong");
            erl.check("lists:sort(nodes(hidden)) =:= lists:sort(['%s', '%s'])".formatted(one.name(), two.name()));
            erl.check("nodes() =:= []");
        }
    }

    @Test
    void shouldConnectToOthersByTheNameItWasGiven() throws Exception {
        cluster.erl("erl");
        ErlNode other = cluster.erl("other");
        Node java = cluster.java("java");
        try (Node named = dynamic()) {
            assertThat(named.ping("other@" + Cluster.HOST)).isTrue();
            assertThat(named.ping(java.name())).isTrue();
            other.check("nodes(hidden) =:= ['" + named.name() + "']");
            assertThat(java.nodes()).containsExactly(named.name());
        }
    }

    @Test
    void shouldEndAllConnectionsWhenErlangThatNamedItIsKilled() throws Exception {
        ErlNode erl = cluster.erl("erl");
        ErlNode other = cluster.erl("other");
        try (Node named = dynamic()) {
            assertThat(named.ping("other@" + Cluster.HOST)).isTrue();
            other.check("monitor_node('" + named.name() + "', true)");
            erl.kill();

            other.check("receive {nodedown, '" + named.name() + "'} -> true after 20000 -> false end");
            assertThatThrownBy(() -> named.connect("other@" + Cluster.HOST))
                    .isInstanceOf(NodeDownException.class)
                    .hasMessageContaining("had its name from");
            Term server = Node.name("x", "other@" + Cluster.HOST);
            assertThatThrownBy(() -> named.call(server, atom("hello"), Duration.ofSeconds(10)))
                    .isInstanceOf(ExitException.class)
                    .hasMessageContaining("nodedown");
        }
    }

    @Test
    void shouldNameErlangAndWorkBothWays() throws Exception {
        Node java = cluster.java("java");
        echo(java);
        ErlNode erl = cluster.erl("undefined");
        erl.check("node() =:= nonode@nohost");

        erl.check("net_kernel:connect_node('" + java.name() + "')");

        String name = text(erl);
        assertThat(name).matches("[0-9A-Z]{1,13}@127\\.0\\.0\\.1");
        assertThat(java.ping(name)).isTrue();
        assertThat(java.nodes()).containsExactly(name);
        assertThat(java.rpc(name, "erlang", "node")).isEqualTo(atom(name));
        erl.check(pingEcho(java.name()));
        erl.check("net_adm:ping('" + java.name() + "') =:= pong");
    }

    @Test
    void shouldGiveErlangItsNameAgainWhenItReconnects() throws Exception {
        Node java = cluster.java("java");
        ErlNode erl = cluster.erl("undefined");
        String connect = "net_kernel:connect_node('" + java.name() + "')";
        erl.check(connect);
        Term name = erl.eval("node()");
        Term creation = erl.eval("erlang:system_info(creation)");

        assertThat(java.ping(text(erl))).isTrue();
        assertThat(java.disconnect(text(erl))).isTrue();
        erl.check("W = fun W() -> case node() of nonode@nohost -> true; _ -> timer:sleep(10), W() end end, W()");
        erl.check(connect);

        assertThat(erl.eval("node()")).isEqualTo(name);
        assertThat(erl.eval("erlang:system_info(creation)")).isNotEqualTo(creation);
        assertThat(java.ping(text(erl))).isTrue();
    }

    @Test
    void shouldNameTwoOfErlangDifferentlyWhenBothAreThere() throws Exception {
        Node java = cluster.java("java");
        ErlNode one = cluster.erl("undefined");
        ErlNode two = cluster.erl("undefined");
        one.check("net_kernel:connect_node('" + java.name() + "')");
        two.check("net_kernel:connect_node('" + java.name() + "')");

        assertThat(java.ping(text(one))).isTrue();
        assertThat(java.ping(text(two))).isTrue();
        assertThat(text(one)).isNotEqualTo(text(two));
        assertThat(java.nodes()).containsExactlyInAnyOrder(text(one), text(two));
    }
}
