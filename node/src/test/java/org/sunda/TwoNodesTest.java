package org.sunda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.tuple;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sunda.process.ExitException;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.Pid;
import org.sunda.term.RandomTerms;
import org.sunda.term.Term;
import org.sunda.term.Tuple2;

/// Two Sunda nodes with each other, over real sockets.
@Timeout(120)
final class TwoNodesTest {
    private static final Duration SECONDS = Duration.ofSeconds(10);

    private Cluster cluster;
    private Node here;
    private Node there;

    @BeforeEach
    void start() throws IOException {
        cluster = Cluster.start();
        here = cluster.java("here");
        there = cluster.java("there");
        TestServices.start(there);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void shouldPingEachOther() throws Exception {
        assertThat(here.ping(there.name())).isTrue();
        assertThat(there.ping(here.name())).isTrue();
        assertThat(here.nodes()).containsExactly(there.name());
        assertThat(there.nodes()).containsExactly(here.name());
    }

    @Test
    void shouldCallServersAndFunctions() throws Exception {
        assertThat(here.call(Node.name("counter", there.name()), tuple(atom("identity"), integer(7)), SECONDS))
                .isEqualTo(integer(7));
        assertThat(here.rpc(there.name(), "calculator", "add", integer(1), integer(2)))
                .isEqualTo(integer(3));
        assertThatThrownBy(() -> here.call(Node.name("nobody", there.name()), Atom.OK, SECONDS))
                .isInstanceOfSatisfying(
                        ExitException.class, e -> assertThat(e.reason()).isEqualTo(atom("noproc")));
    }

    @Test
    void shouldAnswerAThousandCallsAtOnce() throws Exception {
        List<CompletableFuture<Term>> calls = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            calls.add(here.callAsync(Node.name("counter", there.name()), tuple(atom("identity"), integer(i)), SECONDS));
        }
        for (int i = 0; i < calls.size(); i++) {
            assertThat(calls.get(i).get(10, TimeUnit.SECONDS)).isEqualTo(integer(i));
        }
    }

    @Test
    void shouldEchoEveryTerm() throws Exception {
        RandomTerms random = new RandomTerms(42);
        List<Term> terms = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            terms.add(random.next());
        }
        List<Term> echoed = here.processes().asProcess(self -> {
            List<Term> back = new ArrayList<>();
            for (Term term : terms) {
                self.send(Node.name("echo", there.name()), tuple(self.pid(), term));
                back.add(self.receive(message -> message instanceof Tuple2(Atom _, Term body) ? body : null));
            }
            return back;
        });
        assertThat(echoed).isEqualTo(terms);
    }

    @Test
    void shouldKeepMessagesInOrderAndLoseNoneThatWasSentBeforeTheEnd() throws Exception {
        BlockingQueue<Term> received = new ArrayBlockingQueue<>(20_000);
        Pid sink = there.spawn(self -> {
            while (true) {
                received.add(self.receive());
            }
        });
        here.spawn(self -> {
            for (int i = 0; i < 10_000; i++) {
                self.send(sink, integer(i));
            }
        });
        for (int i = 0; i < 10_000; i++) {
            assertThat(received.poll(10, TimeUnit.SECONDS)).isEqualTo(integer(i));
        }
    }

    @Test
    void shouldTellWhoIsLinkedWhenTheOtherNodeCloses() throws Exception {
        Node closing = cluster.builder("closing").start();
        Pid remote = closing.spawn(self -> self.receive());
        BlockingQueue<Term> received = new ArrayBlockingQueue<>(10);
        here.spawn(self -> {
            self.trapExit(true);
            self.link(remote);
            received.add(atom("linked"));
            received.add(self.receive());
        });
        assertThat(received.poll(10, TimeUnit.SECONDS)).isEqualTo(atom("linked"));
        assertThat(here.ping(closing.name())).isTrue();
        closing.close();
        assertThat(received.poll(10, TimeUnit.SECONDS)).isEqualTo(tuple(atom("EXIT"), remote, atom("shutdown")));
    }

    @Test
    void shouldExchangeMuchInBothDirectionsAtOnce() throws Exception {
        TestServices.start(here);
        byte[] megabyte = new byte[1 << 20];
        CompletableFuture<Integer> oneWay = flood(here, there, megabyte);
        CompletableFuture<Integer> otherWay = flood(there, here, megabyte);
        assertThat(oneWay.get(60, TimeUnit.SECONDS)).isEqualTo(100);
        assertThat(otherWay.get(60, TimeUnit.SECONDS)).isEqualTo(100);
    }

    private static CompletableFuture<Integer> flood(Node from, Node to, byte[] body) {
        CompletableFuture<Integer> count = new CompletableFuture<>();
        from.spawn(self -> {
            for (int i = 0; i < 100; i++) {
                self.send(Node.name("echo", to.name()), tuple(self.pid(), Binary.wrap(body)));
            }
            int echoed = 0;
            while (echoed < 100 && self.receive(SECONDS).isPresent()) {
                echoed++;
            }
            count.complete(echoed);
        });
        return count;
    }

    @Test
    void shouldSayWhoHasTheName() {
        assertThatThrownBy(() -> cluster.builder("here").start())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("here");
    }
}
