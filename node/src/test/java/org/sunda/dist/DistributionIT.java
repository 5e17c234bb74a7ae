package org.sunda.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.dist.RecordingListener.next;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.list;
import static org.sunda.term.Terms.tuple;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sunda.ErlNode;
import org.sunda.signal.NodeDownException;
import org.sunda.signal.Payload;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Terms;

/// The distribution alone against a real Erlang node: no process answers here, so that every signal is seen
/// as it crosses.
class DistributionIT {
    private static final Atom A = DistributionTest.A;
    private static final Atom X = Atom.of("x@127.0.0.1");
    private static final Cookies COOKIES = Cookies.of("secret");

    private static EpmdServer epmd;
    private static ErlNode x;

    private final RecordingListener listener = new RecordingListener();
    private Distribution a;

    @BeforeAll
    static void startErlang() throws IOException {
        epmd = EpmdServer.start(DistributionTest.loopback(0), Duration.ofSeconds(20));
        x = ErlNode.start(X.text(), "secret", epmd.address().getPort());
    }

    @AfterAll
    static void stopErlang() {
        if (x != null) {
            x.close();
        }
        epmd.close();
    }

    @BeforeEach
    void startHere() throws IOException {
        a = new Distribution(config(A).build(), listener);
        a.start();
        x.eval("catch unregister(main), true = register(main, self())");
    }

    @AfterEach
    void stopHere() {
        a.close();
        x.eval("(fun F() -> case lists:member('a@127.0.0.1', nodes(connected)) of "
                + "true -> timer:sleep(5), F(); false -> ok end end)()");
    }

    private static DistributionConfig.Builder config(Atom node) {
        return DistributionConfig.of(node, COOKIES).epmd(epmd.address());
    }

    private Pid self() {
        return new Pid(A, 1, 0, a.creation());
    }

    private Ref ref(int number) {
        return Ref.of(A, a.creation(), number, 0, 0);
    }

    private void toMain(Term term) {
        a.send(X, new Signal.RegSend(self(), atom("main"), Payload.of(term)));
    }

    /// What Erlang sends to `{sink, 'a@127.0.0.1'}`.
    private Term fromErlang() throws InterruptedException {
        Signal.RegSend signal = (Signal.RegSend) next(listener.signals);
        assertThat(signal.to()).isEqualTo(atom("sink"));
        assertThat(signal.from().node()).isEqualTo(X);
        return Objects.requireNonNull(signal.payload().term());
    }

    private Pid spawn(String body) {
        return (Pid) x.eval("spawn(fun() -> " + body + " end)");
    }

    // Connections.

    @Test
    void shouldBeHiddenWhenConnectedFromHere() throws Exception {
        Connection connection = a.connect(X);

        assertThat(connection.hidden()).isTrue();
        assertThat(next(listener.events)).isEqualTo("up x@127.0.0.1");
        x.check("lists:member('a@127.0.0.1', nodes(hidden)) andalso not lists:member('a@127.0.0.1', nodes())");
        toMain(atom("hello"));
        x.check("receive hello -> true after 5000 -> false end");
        assertThat(a.disconnect(X)).isTrue();
        assertThat(next(listener.events)).isEqualTo("down x@127.0.0.1");
    }

    @Test
    void shouldBeHiddenWhenConnectedFromErlang() throws Exception {
        x.check("net_kernel:connect_node('a@127.0.0.1')");

        assertThat(next(listener.events)).isEqualTo("up x@127.0.0.1");
        x.check("lists:member('a@127.0.0.1', nodes(hidden))");
        x.eval("{sink, 'a@127.0.0.1'} ! {hello, [1, 2.5, <<\"b\">>]}");
        assertThat(fromErlang()).hasToString("{hello,[1,2.5,<<\"b\">>]}");
        x.check("erlang:disconnect_node('a@127.0.0.1')");
        assertThat(next(listener.events)).isEqualTo("down x@127.0.0.1");
    }

    @Test
    void shouldSayCookieWhenItIsWrongInEitherDirection() throws Exception {
        Atom c = Atom.of("c@127.0.0.1");
        DistributionConfig wrong = DistributionConfig.of(c, Cookies.of("sesame"))
                .epmd(epmd.address())
                .build();
        RecordingListener atC = new RecordingListener();
        try (Distribution stranger = new Distribution(wrong, atC)) {
            stranger.start();
            assertThatThrownBy(() -> stranger.connect(X))
                    .isInstanceOf(NodeDownException.class)
                    .hasMessageContaining("cookie");
            x.check("not net_kernel:connect_node('c@127.0.0.1')");
            assertThat(atC.events).isEmpty();
        }
    }

    @Test
    void shouldEndWithOneConnectionWhenBothConnectAtOnce() throws Exception {
        for (int round = 0; round < 40; round++) {
            CompletableFuture<Connection> fromHere = CompletableFuture.supplyAsync(
                    () -> a.connect(X), task -> Thread.ofPlatform().start(task));
            x.check("net_kernel:connect_node('a@127.0.0.1')");
            fromHere.get(20, TimeUnit.SECONDS);
            x.eval("{sink, 'a@127.0.0.1'} ! " + round);
            assertThat(fromErlang()).isEqualTo(integer(round));
            a.disconnect(X);
            assertThat(next(listener.events)).startsWith("up");
            assertThat(next(listener.events)).startsWith("down");
            assertThat(listener.events).as("round %d", round).isEmpty();
            x.eval("(fun F() -> case nodes(hidden) of [] -> ok; _ -> timer:sleep(1), F() end end)()");
        }
    }

    @Test
    void shouldTakeOverWhenErlangThinksAnOlderConnectionIsAlive() throws Exception {
        a.close();
        int port = Epmd.lookUp(epmd.address(), "x", Deadline.in(Duration.ofSeconds(20)))
                .orElseThrow();
        try (FakePeer before = FakePeer.connect(port, A, X, COOKIES);
                Distribution after = new Distribution(config(A).build(), listener)) {
            x.check("lists:member('a@127.0.0.1', nodes(hidden))");
            after.start();
            after.connect(X);
            assertThat(before.readMessage()).isNull();
            x.eval("{sink, 'a@127.0.0.1'} ! still_here");
            assertThat(fromErlang()).isEqualTo(atom("still_here"));
        }
    }

    @Test
    void shouldStayUpWhenBothAreIdleForSeveralTickTimes() throws Exception {
        Duration tick = Duration.ofSeconds(1);
        RecordingListener atD = new RecordingListener();
        Atom d = Atom.of("d@127.0.0.1");
        try (ErlNode ticking = ErlNode.start(
                        "t@127.0.0.1", "secret", epmd.address().getPort(), "-kernel", "net_ticktime", "1");
                Distribution here = new Distribution(config(d).tickTime(tick).build(), atD)) {
            here.start();
            here.connect(Atom.of(ticking.name()));
            assertThat(next(atD.events)).startsWith("up");
            assertThat(atD.events.poll(4, TimeUnit.SECONDS))
                    .as("four tick times")
                    .isNull();
            ticking.check("nodes(hidden) =:= ['d@127.0.0.1']");
        }
    }

    @Test
    void shouldGoDownWhenErlangIsKilledOrStandsStill() throws Exception {
        RecordingListener atD = new RecordingListener();
        DistributionConfig config =
                config(Atom.of("d@127.0.0.1")).tickTime(Duration.ofSeconds(1)).build();
        try (ErlNode killed =
                        ErlNode.start("k@127.0.0.1", "secret", epmd.address().getPort());
                ErlNode still =
                        ErlNode.start("s@127.0.0.1", "secret", epmd.address().getPort());
                Distribution here = new Distribution(config, atD)) {
            here.start();
            here.connect(Atom.of(killed.name()));
            here.connect(Atom.of(still.name()));
            killed.kill();
            signal("STOP", still);

            List<String> reasons = List.of(next(atD.reasons), next(atD.reasons));

            signal("CONT", still);
            assertThat(reasons.getFirst()).doesNotContain("tick");
            assertThat(reasons.getLast()).contains("net tick timeout");
        }
    }

    private static void signal(String name, ErlNode node) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder(
                        "kill", "-" + name, Long.toString(node.handle().pid()))
                .start();
        assertThat(kill.waitFor()).isZero();
    }

    // Each signal, as Erlang understands and answers it.

    @Test
    void shouldCarryLargeMessagesBothWays() throws Exception {
        byte[] bytes = new byte[50 << 20];
        Arrays.fill(bytes, (byte) 7);
        x.eval("spawn(fun() -> register(big, self()), receive B -> {sink, 'a@127.0.0.1'} ! B end end)");
        a.send(X, new Signal.RegSend(self(), atom("big"), Payload.of(Terms.binary(bytes))));

        Binary back = (Binary) fromErlang();

        assertThat(back.toByteArray()).isEqualTo(bytes);
    }

    @Test
    void shouldSendToPidAndAliasWhenErlangGaveThem() throws Exception {
        Pid main = (Pid) x.eval("self()");
        Ref alias = (Ref) x.eval("alias()");

        a.send(X, new Signal.Send(self(), main, Payload.of(atom("to_pid"))));
        a.send(X, new Signal.AliasSend(self(), alias, Payload.of(atom("to_alias"))));

        x.check("receive to_pid -> true after 5000 -> false end");
        x.check("receive to_alias -> true after 5000 -> false end");
    }

    @Test
    void shouldSaySenderWhenErlangSendsToAPid() throws Exception {
        toMain(self());
        x.eval("receive P -> P ! {from, self()} end");

        Signal.Send got = (Signal.Send) next(listener.signals);

        assertThat(got.to()).isEqualTo(self());
        assertThat(got.payload().term()).isEqualTo(tuple(atom("from"), got.from()));
    }

    @Test
    void shouldTellTheReasonWhenWatchedProcessesEnd() throws Exception {
        Pid watched = spawn("receive stop -> exit({the, reason}) end");
        x.eval("spawn(fun() -> register(named, self()), receive stop -> ok end end)");
        a.send(X, new Signal.Monitor(self(), watched, ref(1)));
        a.send(X, new Signal.Monitor(self(), atom("named"), ref(2)));
        a.send(X, new Signal.Monitor(self(), atom("nobody"), ref(3)));
        Signal.Down nobody = (Signal.Down) next(listener.signals);
        assertThat(nobody.from()).isEqualTo(atom("nobody"));
        assertThat(nobody.reason().term()).isEqualTo(atom("noproc"));

        a.send(X, new Signal.Send(self(), watched, Payload.of(atom("stop"))));
        Signal.Down first = (Signal.Down) next(listener.signals);
        a.send(X, new Signal.RegSend(self(), atom("named"), Payload.of(atom("stop"))));
        Signal.Down second = (Signal.Down) next(listener.signals);

        assertThat(List.of(first.from(), first.to(), first.ref())).isEqualTo(List.of(watched, self(), ref(1)));
        assertThat(first.reason().term()).isEqualTo(tuple(atom("the"), atom("reason")));
        assertThat(second.from()).isEqualTo(atom("named"));
        assertThat(second.ref()).isEqualTo(ref(2));
    }

    @Test
    void shouldForgetTheMonitorWhenDemonitored() throws Exception {
        Pid watched = spawn("receive stop -> ok end");
        a.send(X, new Signal.Monitor(self(), watched, ref(1)));
        a.send(X, new Signal.Demonitor(self(), watched, ref(1)));
        a.send(X, new Signal.Monitor(self(), watched, ref(2)));
        a.send(X, new Signal.Send(self(), watched, Payload.of(atom("stop"))));

        assertThat(((Signal.Down) next(listener.signals)).ref()).isEqualTo(ref(2));
        assertThat(listener.signals).isEmpty();
    }

    @Test
    void shouldLinkAndUnlinkWhenBothSidesDo() throws Exception {
        Pid linked = spawn("receive stop -> exit(over) end");
        a.send(X, new Signal.Link(self(), linked));
        a.send(X, new Signal.Unlink(-1, self(), linked));
        assertThat(next(listener.signals)).isEqualTo(new Signal.UnlinkAck(-1, linked, self()));

        a.send(X, new Signal.Link(self(), linked));
        a.send(X, new Signal.Send(self(), linked, Payload.of(atom("stop"))));
        Signal.Exit exit = (Signal.Exit) next(listener.signals);
        assertThat(exit.from()).isEqualTo(linked);
        assertThat(exit.reason().term()).isEqualTo(atom("over"));

        toMain(self());
        x.eval("receive Q -> link(Q), unlink(Q) end");
        assertThat(next(listener.signals)).isInstanceOf(Signal.Link.class);
        Signal.Unlink unlink = (Signal.Unlink) next(listener.signals);
        a.send(X, new Signal.UnlinkAck(unlink.id(), self(), unlink.from()));
    }

    @Test
    void shouldEndAnErlangProcessWhenItGetsAnExit() throws Exception {
        Pid victim = spawn("receive never -> ok end");
        Pid linked = spawn("receive never -> ok end");
        a.send(X, new Signal.Monitor(self(), victim, ref(1)));
        a.send(X, new Signal.Exit2(self(), victim, Payload.of(atom("kill"))));
        assertThat(((Signal.Down) next(listener.signals)).reason().term()).isEqualTo(atom("killed"));

        a.send(X, new Signal.Monitor(self(), linked, ref(2)));
        a.send(X, new Signal.Link(self(), linked));
        a.send(X, new Signal.Exit(self(), linked, Payload.of(atom("bad"))));
        assertThat(((Signal.Down) next(listener.signals)).reason().term()).isEqualTo(atom("bad"));
    }

    @Test
    void shouldSpawnInErlangWhenAsked() throws Exception {
        Signal.SpawnRequest request = new Signal.SpawnRequest(
                ref(1), self(), self(), atom("erlang"), atom("exit"), 1, List.of(atom("monitor")), Payload.of(list(7)));
        a.send(X, request);

        Signal.SpawnReply reply = (Signal.SpawnReply) next(listener.signals);
        Signal.Down down = (Signal.Down) next(listener.signals);

        assertThat(reply.monitored()).isTrue();
        assertThat(reply.linked()).isFalse();
        assertThat(down.from()).isEqualTo(reply.result());
        assertThat(down.ref()).isEqualTo(ref(1));
        assertThat(down.reason().term()).isEqualTo(integer(7));
    }

    @Test
    void shouldTellErlangWhyWhenASpawnFails() throws Exception {
        x.eval("Req = spawn_request('a@127.0.0.1', math, max, [1, 2], [monitor])");
        Signal.SpawnRequest request = (Signal.SpawnRequest) next(listener.signals);
        assertThat(request.module()).isEqualTo(atom("math"));
        assertThat(request.function()).isEqualTo(atom("max"));
        assertThat(request.options()).containsExactly(atom("monitor"));
        assertThat(request.arguments().term()).isEqualTo(list(1, 2));

        a.send(X, new Signal.SpawnReply(request.ref(), request.from(), false, false, atom("system_limit")));

        x.check("receive {spawn_reply, Req, error, system_limit} -> true after 5000 -> false end");
    }

    @Test
    void shouldStayUpWhenSignalsGoToAnEarlierIncarnation() throws Exception {
        Pid now = (Pid) x.eval("self()");
        Pid before = new Pid(X, now.id(), now.serial(), now.creation() - 1);
        a.send(X, new Signal.Send(self(), before, Payload.of(atom("x"))));
        a.send(X, new Signal.Exit(self(), before, Payload.of(atom("x"))));
        a.send(X, new Signal.Exit2(self(), before, Payload.of(atom("x"))));
        a.send(X, new Signal.Unlink(1, self(), before));
        a.send(X, new Signal.UnlinkAck(1, self(), before));
        a.send(X, new Signal.Demonitor(self(), before, ref(1)));
        a.send(X, new Signal.Down(self(), before, ref(1), Payload.of(atom("x"))));
        a.send(X, new Signal.GroupLeader(self(), before));
        a.send(X, new Signal.Link(self(), before));
        Signal.Exit exit = (Signal.Exit) next(listener.signals);
        assertThat(exit.reason().term()).isEqualTo(atom("noproc"));
        a.send(X, new Signal.Monitor(self(), before, ref(2)));
        assertThat(((Signal.Down) next(listener.signals)).reason().term()).isEqualTo(atom("noproc"));

        assertThat(next(listener.events)).startsWith("up");
        assertThat(listener.events).isEmpty();
    }

    @Test
    void shouldChangeTheGroupLeaderWhenToldTo() throws Exception {
        Pid member = spawn("receive {who, To} -> To ! group_leader() end");
        a.send(X, new Signal.GroupLeader(self(), member));
        a.send(X, new Signal.Send(self(), member, Payload.of(tuple(atom("who"), self()))));

        assertThat(((Signal.Send) next(listener.signals)).payload().term()).isEqualTo(self());
    }
}
