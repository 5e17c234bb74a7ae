package org.sunda;

import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.tuple;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.sunda.etf.Limits;
import org.sunda.process.BlockingSelf;
import org.sunda.term.Binary;
import org.sunda.term.Int;
import org.sunda.term.ListTerm;
import org.sunda.term.Pid;
import org.sunda.term.Term;
import org.sunda.term.Tuple2;

/// The longest messages between a real Erlang node and this one: they go in fragments, and no array could
/// hold them. They take some 10 GB of memory, so only `-Dsunda.large=true` runs them.
///
/// A BEAM sends no more than 2 GiB in one message: OTP 25 and 29 end themselves then ("Absurdly large
/// distribution output data buffer"). It receives more. How a longer list is read is shown by `LargeTermIT`.
@EnabledIfSystemProperty(named = "sunda.large", matches = "true", disabledReason = "takes 10 GB: -Dsunda.large=true")
final class LargeMessageIT {
    private static final long BINARY_BYTES = (1L << 31) + 100_000_001;

    private Cluster cluster;
    private Node java;
    private ErlNode erl;

    @BeforeEach
    void start() throws IOException {
        cluster = Cluster.start();
        java = cluster.builder("large")
                .limits(Limits.DEFAULT.withFrameBytes(6L << 30))
                .start();
        erl = cluster.erl("large_erl");
    }

    @AfterEach
    void stop() {
        java.close();
        cluster.close();
    }

    @Test
    void shouldCountAListOfAsMuchAsErlangSends() throws IOException {
        java.spawn("counter", LargeMessageIT::count);

        erl.check("""
                List = [{I, binary:copy(<<"s">>, 65536)} || I <- lists:seq(1, 32700)],
                {counter, 'large@127.0.0.1'} ! {self(), List},
                receive {counted, Length, Sum, Bytes} ->
                    {Length, Sum, Bytes} =:= {32700, 32700 * 32701 div 2, 32700 * 65536}
                after 50000 -> no_answer
                end""");
    }

    private static void count(BlockingSelf self) throws InterruptedException {
        if (!(self.receive() instanceof Tuple2(Pid from, ListTerm list))) {
            throw new IllegalStateException("no list came");
        }
        long sum = 0;
        long bytes = 0;
        for (Term each : list.elements()) {
            Tuple2 pair = (Tuple2) each;
            sum += ((Int) pair.first()).toLong();
            bytes += ((Binary) pair.second()).byteSize();
        }
        self.send(from, tuple(atom("counted"), integer(list.elements().size()), integer(sum), integer(bytes)));
    }

    @Test
    void shouldSendABinaryOfMoreThanTwoGibibytesToErlang() throws IOException {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment segment = arena.allocate(BINARY_BYTES).fill((byte) 's');
            java.spawn("giver", self -> {
                if (self.receive() instanceof Pid from) {
                    self.send(from, tuple(atom("given"), Binary.wrap(segment)));
                }
            });

            erl.check("""
                    {giver, 'large@127.0.0.1'} ! self(),
                    receive {given, Binary} ->
                        byte_size(Binary) =:= %d andalso binary:last(Binary) =:= $s
                    after 50000 -> no_answer
                    end""".formatted(BINARY_BYTES));
        }
    }
}
