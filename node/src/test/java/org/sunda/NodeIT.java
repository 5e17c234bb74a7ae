package org.sunda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.list;
import static org.sunda.term.Terms.tuple;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sunda.kernel.RpcException;
import org.sunda.process.ExitException;
import org.sunda.signal.NodeDownException;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// The facade against a real Erlang node: calls from Java, and what happens when connections come and go.
@Timeout(120)
final class NodeIT {
    private static final Duration SECONDS = Duration.ofSeconds(10);

    private Cluster cluster;
    private Node java;

    @BeforeEach
    void start() throws IOException {
        cluster = Cluster.start();
        java = cluster.java("java");
        TestServices.start(java);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void shouldPingAndBePinged() throws Exception {
        ErlNode erl = cluster.erl("erl");
        assertThat(java.ping(erl.name())).isTrue();
        assertThat(java.nodes()).containsExactly(erl.name());
        erl.check("net_adm:ping('java@127.0.0.1') =:= pong");
        erl.check("nodes(hidden) =:= ['java@127.0.0.1']");
        erl.check("nodes() =:= []");
        assertThat(java.ping("nobody@127.0.0.1")).isFalse();
        assertThatThrownBy(() -> java.connect("nobody@127.0.0.1"))
                .isInstanceOf(NodeDownException.class)
                .hasMessageContaining("nobody");
    }

    @Test
    void shouldCallFunctionsOfErlang() throws Exception {
        ErlNode erl = cluster.erl("erl");
        assertThat(java.rpc(erl.name(), "erlang", "length", list(1, 2, 3))).isEqualTo(integer(3));
        assertThat(java.rpc(erl.name(), "io", "format", Term.parse("\"~p\""), Term.parse("[x]")))
                .isEqualTo(Atom.OK);
        assertThat(failure(erl, "erlang", "error", atom("oops"))).isEqualTo("error oops");
        assertThat(failure(erl, "erlang", "exit", atom("oops"))).isEqualTo("exit oops");
        assertThat(failure(erl, "erlang", "throw", atom("oops"))).isEqualTo("throw oops");
        assertThat(failure(erl, "no_such", "function")).isEqualTo("error undef");
        assertThatThrownBy(
                        () -> java.rpc(erl.name(), "timer", "sleep", List.of(integer(60_000)), Duration.ofMillis(50)))
                .isInstanceOf(RpcException.class)
                .hasMessage("erpc timeout");
        assertThatThrownBy(() -> java.rpc("nobody@127.0.0.1", "erlang", "node"))
                .isInstanceOf(RpcException.class)
                .hasMessage("erpc noconnection");
    }

    private String failure(ErlNode erl, String module, String function, Term... arguments) {
        try {
            return "value " + java.rpc(erl.name(), module, function, arguments);
        } catch (RpcException e) {
            return e.errorClass() + " " + e.reason();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldTellCallersWhenTheNodeGoesDown() throws Exception {
        ErlNode erl = cluster.erl("erl");
        erl.eval("register(deaf, spawn(fun() -> receive never -> ok end end))");
        List<CompletableFuture<Term>> calls = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            calls.add(java.callAsync(Node.name("deaf", erl.name()), integer(i), SECONDS));
        }
        java.rpc(erl.name(), "erlang", "node");
        erl.kill();
        for (CompletableFuture<Term> call : calls) {
            assertThatThrownBy(() -> call.get(10, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOfSatisfying(
                            ExitException.class,
                            e -> assertThat(e.reason()).isEqualTo(tuple(atom("nodedown"), atom(erl.name()))));
        }
        assertThat(java.nodes()).isEmpty();
    }

    @Test
    void shouldTellErlangCallersWhenTheJavaNodeCloses() throws Exception {
        ErlNode erl = cluster.erl("erl");
        Node other = cluster.builder("closing").start();
        other.spawn("deaf", self -> self.receive(message -> message.equals(atom("never")) ? message : null));
        erl.eval("""
                net_kernel:monitor_nodes(true, [{node_type, all}]),
                Parent = self(),
                [spawn(fun() ->
                     Parent ! {result, catch gen_server:call({deaf, 'closing@127.0.0.1'}, N, infinity)}
                 end) || N <- lists:seq(1, 100)],
                pong = net_adm:ping('closing@127.0.0.1')""");
        other.close();
        erl.check("""
                lists:all(fun(_) ->
                    receive {result, {'EXIT', {Reason, {gen_server, call, _}}}} ->
                        Reason =:= shutdown orelse Reason =:= {nodedown, 'closing@127.0.0.1'} orelse Reason =:= noproc
                    after 10000 -> false end
                end, lists:seq(1, 100))""");
        // The exits of the processes come before the end of the connection.
        erl.check("receive {nodedown, 'closing@127.0.0.1', _} -> nodes(hidden) =:= [] after 10000 -> false end");
    }

    @Test
    void shouldGiveLinksAndMonitorsNoconnectionWhenErlangIsKilled() throws Exception {
        ErlNode erl = cluster.erl("erl");
        Pid remote = (Pid) erl.eval("spawn(fun() -> receive never -> ok end end)");
        BlockingQueue<Term> received = new ArrayBlockingQueue<>(10);
        java.spawn(self -> {
            self.trapExit(true);
            self.monitorNodes(true);
            self.link(remote);
            self.monitor(remote);
            self.monitor(Node.name("init", erl.name()));
            received.add(atom("ready"));
            while (true) {
                received.add(self.receive());
            }
        });
        assertThat(received.poll(10, TimeUnit.SECONDS)).isEqualTo(atom("ready"));
        java.rpc(erl.name(), "erlang", "node");
        erl.kill();
        List<String> seen = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Term message = received.poll(10, TimeUnit.SECONDS);
            seen.add(
                    message instanceof Tuple tuple
                            ? tuple.element(0) + " " + tuple.element(tuple.arity() - 1)
                            : "none");
        }
        assertThat(seen)
                .containsExactlyInAnyOrder(
                        "nodeup 'erl@127.0.0.1'",
                        "'EXIT' noconnection",
                        "'DOWN' noconnection",
                        "'DOWN' noconnection",
                        "nodedown 'erl@127.0.0.1'");
    }

    @Test
    void shouldReconnectFiftyTimes() throws Exception {
        ErlNode erl = cluster.erl("erl");
        for (int i = 0; i < 50; i++) {
            assertThat(java.rpc(erl.name(), "erlang", "abs", integer(-i))).isEqualTo(integer(i));
            if (i % 2 == 0) {
                assertThat(java.disconnect(erl.name())).isTrue();
            } else {
                erl.check("erlang:disconnect_node('java@127.0.0.1')");
            }
            // A ping that meets the connection which is just going down fails, between BEAMs as well; the next one
            // connects.
            erl.check("lists:any(fun(_) -> pong =:= net_adm:ping('java@127.0.0.1') end, [first, second, third])");
        }
    }

    @Test
    void shouldSurviveSimultaneousConnects() throws Exception {
        ErlNode erl = cluster.erl("erl");
        Node lower = cluster.java("a_lower");
        Node higher = cluster.java("z_higher");
        for (int i = 0; i < 20; i++) {
            erl.eval("""
                    [spawn(fun() -> net_kernel:connect_node(Node) end)
                     || Node <- ['a_lower@127.0.0.1', 'z_higher@127.0.0.1']]""");
            assertThat(lower.ping(erl.name())).isTrue();
            assertThat(higher.ping(erl.name())).isTrue();
            // The first may meet the connection that the other node has just ended.
            boolean first = lower.ping(higher.name());
            assertThat(first || lower.ping(higher.name())).isTrue();
            erl.check("pong =:= net_adm:ping('a_lower@127.0.0.1')");
            erl.check("pong =:= net_adm:ping('z_higher@127.0.0.1')");
            lower.disconnect(erl.name());
            erl.eval("erlang:disconnect_node('z_higher@127.0.0.1')");
            higher.disconnect(lower.name());
        }
    }

    @Test
    void shouldTakeOverFromAnIncarnationThatWasKilled() throws Exception {
        ErlNode erl = cluster.erl("erl");
        for (int i = 0; i < 5; i++) {
            assertThat(java.ping(erl.name())).isTrue();
            erl.kill();
            erl = cluster.erl("erl");
            erl.check("pong =:= net_adm:ping('java@127.0.0.1')");
        }
    }

    @Test
    void shouldRefuseAWrongCookieAndServeOthers() throws Exception {
        ErlNode erl = cluster.erl("erl");
        ErlNode stranger = cluster.erlOf("wrong", "stranger");
        try (stranger) {
            stranger.check("pang =:= net_adm:ping('java@127.0.0.1')");
            erl.check("pong =:= net_adm:ping('java@127.0.0.1')");
            assertThatThrownBy(() -> java.connect(stranger.name()))
                    .isInstanceOf(NodeDownException.class)
                    .hasMessageContaining("cookie");
            stranger.eval("erlang:set_cookie('java@127.0.0.1', " + Cluster.COOKIE + ")");
            stranger.check("pong =:= net_adm:ping('java@127.0.0.1')");
        }
    }

    @Test
    void shouldSendHugeMessagesWhileSmallOnesPass() throws Exception {
        ErlNode erl = cluster.erl("erl");
        erl.load("conformance");
        erl.eval("Parent = self(), spawn(fun() -> Parent ! conformance:run(large_binary, 'java@127.0.0.1') end)");
        erl.check("3 =:= gen_server:call({counter, 'java@127.0.0.1'}, {identity, 3})");
        erl.check("receive ok -> true after 30000 -> false end");
    }
}
