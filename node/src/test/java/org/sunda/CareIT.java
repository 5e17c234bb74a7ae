package org.sunda;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sunda.kernel.ExportedModule;
import org.sunda.peer.Intake;
import org.sunda.peer.PeerPolicy;
import org.sunda.peer.Permissions;
import org.sunda.peer.Reconnect;
import org.sunda.term.Term;
import org.sunda.term.Terms;
import org.sunda.term.Tuple;

/// Connection care with a real Erlang node at the other end.
final class CareIT {
    private static final String ERL = "care_erl@127.0.0.1";
    private static final String JAVA = "care_java@127.0.0.1";

    private Cluster cluster;

    @BeforeEach
    void start() throws IOException {
        cluster = Cluster.start();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void shouldMeasureTheRoundTripWhenErlangAnswers() throws Exception {
        try (Node java = cluster.builder("care_java").start()) {
            ErlNode erl = cluster.erl("care_erl");
            for (int i = 0; i < 100; i++) {
                assertThat(java.roundTrip(ERL)).isBetween(Duration.ofNanos(1), Duration.ofSeconds(5));
            }
            assertThat(java.connections()).singleElement().satisfies(stats -> {
                assertThat(stats.roundTrip()).isPresent();
                assertThat(stats.messagesOut()).isGreaterThanOrEqualTo(100);
            });
            erl.check("net_adm:ping('" + JAVA + "') =:= pong");
            erl.check("lists:member('" + JAVA + "', nodes(hidden))");
        }
    }

    @Test
    void shouldRefuseInErlangsTermsWhenPeerMayDoLittle() throws Exception {
        Permissions few =
                Permissions.NONE.sendingTo("echo", "net_kernel").linking(true).calling("lists", "maths:add");
        BlockingQueue<Term> received = new LinkedBlockingQueue<>();
        try (Node java = cluster.builder("care_java")
                .policy(ERL, PeerPolicy.DEFAULT.withPermissions(few))
                .start()) {
            java.react("echo", (message, _) -> received.add(message));
            java.react("secret", (message, _) -> received.add(message));
            java.export(
                    "maths",
                    ExportedModule.of(Map.of("add/2", _ -> Terms.integer(42), "sub/2", _ -> Terms.integer(0))));
            ErlNode erl = cluster.erl("care_erl");

            erl.check("net_adm:ping('" + JAVA + "') =:= pong");
            erl.check("erpc:call('" + JAVA + "', maths, add, [1, 2]) =:= 42");
            erl.check("""
                    try erpc:call('%s', maths, sub, [1, 2]) catch error:{erpc, notsup} -> true end""".formatted(JAVA));
            erl.check("rpc:call('" + JAVA + "', maths, sub, [1, 2]) =:= {badrpc, notsup}");
            erl.check("""
                    Ref = monitor(process, {secret, '%s'}),
                    receive {'DOWN', Ref, process, {secret, '%1$s'}, noproc} -> true after 5000 -> false end""".formatted(JAVA));
            erl.check("{secret, '" + JAVA + "'} ! hidden, {echo, '" + JAVA + "'} ! shown, true");
            assertThat(received.poll(20, TimeUnit.SECONDS)).isEqualTo(Terms.atom("shown"));
            erl.check("try gen_server:call({secret, '" + JAVA + "'}, x) catch exit:{noproc, _} -> true end");
            erl.check("net_adm:ping('" + JAVA + "') =:= pong");
            assertThat(received).isEmpty();
            assertThat(java.connections().getFirst().refused()).isGreaterThanOrEqualTo(4);
        }
    }

    @Test
    void shouldRefuseTheConnectionWhenPeerIsNotAllowed() throws Exception {
        try (Node java =
                cluster.builder("care_java").allow("care_friend@127.0.0.1").start()) {
            ErlNode erl = cluster.erl("care_erl");
            ErlNode friend = cluster.erl("care_friend");
            erl.check("net_adm:ping('" + JAVA + "') =:= pang");
            friend.check("net_adm:ping('" + JAVA + "') =:= pong");
            assertThat(java.nodes()).containsExactly("care_friend@127.0.0.1");
            assertThat(java.ping(ERL)).isFalse();
        }
    }

    @Test
    void shouldConnectAgainWhenAKeptNodeWasKilledAndStarted() throws Exception {
        try (Node java = cluster.builder("care_java")
                .keepConnected(ERL, new Reconnect(Duration.ofMillis(50), Duration.ofMillis(200)))
                .start()) {
            BlockingQueue<Term> news = new LinkedBlockingQueue<>();
            java.spawn(self -> {
                self.monitorNodes(true);
                while (true) {
                    news.add(self.receive());
                }
            });
            for (int i = 0; i < 2; i++) {
                ErlNode erl = cluster.erl("care_erl");
                assertThat(news.poll(20, TimeUnit.SECONDS)).hasToString("{nodeup,'" + ERL + "'}");
                erl.kill();
                assertThat(news.poll(20, TimeUnit.SECONDS)).hasToString("{nodedown,'" + ERL + "'}");
            }
        }
    }

    @Test
    void shouldReadErlangSlowlyWhenItsIntakeIsLimited() throws Exception {
        int messages = 3000;
        BlockingQueue<Term> received = new LinkedBlockingQueue<>();
        PeerPolicy slow = PeerPolicy.DEFAULT
                .withTickTime(Duration.ofSeconds(4))
                .withIntake(Intake.UNLIMITED.withMessagesPerSecond(1000));
        try (Node java = cluster.builder("care_java").policy(ERL, slow).start()) {
            java.react("sink", (message, _) -> received.add(message));
            ErlNode erl = cluster.erl("care_erl", "-kernel", "net_ticktime", "4");
            erl.check("[{sink, '%s'} ! {N, <<0:10000/unit:8>>} || N <- lists:seq(1, %d)], true"
                    .formatted(JAVA, messages));
            for (int i = 1; i <= messages; i++) {
                Term next = received.poll(20, TimeUnit.SECONDS);
                assertThat(next).isInstanceOf(Tuple.class);
                assertThat(((Tuple) Objects.requireNonNull(next)).element(0)).isEqualTo(Terms.integer(i));
            }
            erl.check("net_adm:ping('" + JAVA + "') =:= pong");
        }
    }
}
