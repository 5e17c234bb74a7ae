package org.sunda.bench.codec;

import static org.sunda.term.Terms.list;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.sunda.Node;
import org.sunda.term.ListTerm;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// A Sunda node that calls a function on an Erlang node: its argument comes back.
@State(Scope.Benchmark)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SundaCall {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    /// The node and its term outlive a turn.
    private static @Nullable Node node;

    private static Term term = ListTerm.nil();

    /// The Erlang node.
    @Param("")
    public String peer = "";

    /// Of both.
    @Param("")
    public String cookie = "";

    /// JMH makes it.
    public SundaCall() {}

    /// Starts the node, once.
    @Setup
    public void prepare() throws IOException {
        synchronized (SundaCall.class) {
            if (node == null) {
                node = Node.builder("sunda@127.0.0.1").cookie(cookie).start();
                term = Load.REPORT.term();
            }
        }
    }

    /// There and back.
    @Benchmark
    public Term call() throws InterruptedException {
        if (node == null) {
            throw new IllegalStateException("not prepared");
        }
        return node.rpc(peer, "erlang", "hd", List.of(list(term)), TIMEOUT);
    }

    /// There and back, and then each string to a Java string.
    @Benchmark
    public int callAndRead() throws InterruptedException {
        return SundaCodec.read((Tuple) call());
    }
}
