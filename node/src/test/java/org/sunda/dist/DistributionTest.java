package org.sunda.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.dist.RecordingListener.next;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sunda.signal.NodeDownException;
import org.sunda.signal.Payload;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Term;
import org.sunda.term.Terms;

class DistributionTest {
    static final Atom A = Atom.of("a@127.0.0.1");
    static final Atom B = Atom.of("b@127.0.0.1");

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    static DistributionConfig.Builder config(Atom node) {
        return DistributionConfig.of(node, Cookies.of("secret")).withoutEpmd().listen(InetAddress.getLoopbackAddress());
    }

    static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    static Signal.RegSend message(Atom from, String name, Term term) {
        return new Signal.RegSend(new Pid(from, 1, 0, 7), Atom.of(name), Payload.of(term));
    }

    private Distribution start(DistributionConfig.Builder config, DistributionListener listener) throws Exception {
        Distribution distribution = new Distribution(config.build(), listener);
        open.add(distribution);
        distribution.start();
        return distribution;
    }

    @Test
    void shouldExchangeSignalsWhenConnected() throws Exception {
        RecordingListener atA = new RecordingListener();
        RecordingListener atB = new RecordingListener();
        Distribution b = start(config(B), atB);
        Distribution a = start(config(A).peer(B, loopback(b.port())), atA);

        a.send(B, message(A, "echo", Terms.atom("hello")));

        Signal.RegSend got = (Signal.RegSend) next(atB.signals);
        assertThat(got.to()).isEqualTo(Atom.of("echo"));
        assertThat(got.payload().term()).isEqualTo(Terms.atom("hello"));
        b.send(A, message(B, "answer", Terms.integer(42)));
        assertThat(((Signal.RegSend) next(atA.signals)).payload().term()).isEqualTo(Terms.integer(42));
        assertThat(a.disconnect(B)).isTrue();
        assertThat(next(atA.events)).isEqualTo("up b@127.0.0.1");
        assertThat(next(atA.events)).isEqualTo("down b@127.0.0.1");
        assertThat(next(atB.events)).isEqualTo("up a@127.0.0.1");
        assertThat(next(atB.events)).isEqualTo("down a@127.0.0.1");
    }

    @Test
    void shouldSayCookieWhenCookiesDiffer() throws Exception {
        Distribution b = start(DistributionConfig.of(B, Cookies.of("other")).withoutEpmd(), new RecordingListener());
        Distribution a = start(config(A).peer(B, loopback(b.port())), new RecordingListener());

        assertThatThrownBy(() -> a.connect(B))
                .isInstanceOf(NodeDownException.class)
                .hasMessageContaining("cookie");
    }
}
