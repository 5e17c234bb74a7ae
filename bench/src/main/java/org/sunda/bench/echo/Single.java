package org.sunda.bench.echo;

import static org.sunda.term.Terms.binary;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.tuple;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.sunda.Node;
import org.sunda.process.BlockingSelf;
import org.sunda.process.CallerRuns;
import org.sunda.process.Handler;
import org.sunda.process.Self;
import org.sunda.process.SpawnOptions;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.Term;

/// Echoes one at a time, by a process that the reading thread runs: how long each of them takes. Does what
/// `sunda_echo` does in Erlang.
final class Single implements Handler {
    private static final long LIMIT_SECONDS = 60;

    /// When it began and how long it was, in nanoseconds.
    private record Span(long start, long nanos) {
        static Span since(long start) {
            return new Span(start, System.nanoTime() - start);
        }

        boolean covers(Span other) {
            return other.start - start >= 0 && other.start - start <= nanos;
        }
    }

    private final Node node;
    private final String peer;
    private final Binary payload;
    private final List<Span> echoes = new ArrayList<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile int most;
    private long sent;

    Single(Node node, String peer, int size, int most) {
        this.node = node;
        this.peer = peer;
        this.payload = binary(new byte[size]);
        this.most = most;
    }

    private void begin() throws IOException, InterruptedException {
        if (!node.ping(peer)) {
            throw new IOException(node.name() + " cannot reach " + peer);
        }
        node.processes().react(SpawnOptions.DEFAULT.on(CallerRuns.INSTANCE), this);
    }

    @Override
    public void started(Self self) {
        send(self);
    }

    private void send(Self self) {
        sent = System.nanoTime();
        self.send(Node.name("echo", peer), tuple(self.pid(), payload));
    }

    @Override
    public void handle(Term message, Self self) {
        echoes.add(Span.since(sent));
        if (echoes.size() < most) {
            send(self);
        } else {
            ended.complete(null);
            throw self.exit(Atom.NORMAL);
        }
    }

    /// Writes what each took to a file, and answers the sum.
    long times(Path file) throws Exception {
        begin();
        await();
        write(file, echoes);
        return echoes.stream().mapToLong(Span::nanos).sum();
    }

    private void await() throws Exception {
        ended.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    private static void write(Path file, List<Span> spans) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(spans.size() * Long.BYTES);
        spans.forEach(each -> bytes.putLong(each.nanos));
        Files.write(file, bytes.array());
    }

    /// Writes what each took that began while a message of so many bytes was under way, and answers how long that was.
    long beside(Path file, int bytes, String direction) throws Exception {
        begin();
        Span large = node.processes().asProcess(self -> direction.equals("to") ? to(self, bytes) : from(self, bytes));
        most = 0;
        await();
        write(file, echoes.stream().filter(large::covers).toList());
        return large.nanos;
    }

    private Span to(BlockingSelf self, int bytes) throws InterruptedException {
        Binary large = Binary.wrap(new byte[bytes]);
        Term sink = Node.name("store", peer);
        long start = System.nanoTime();
        self.send(sink, large);
        Term counted = SundaPeer.counted(self, sink).second();
        Span span = Span.since(start);
        if (!counted.equals(integer(1))) {
            throw new IllegalStateException(counted + " messages arrived instead of one");
        }
        return span;
    }

    private Span from(BlockingSelf self, int bytes) throws InterruptedException {
        long start = System.nanoTime();
        self.send(Node.name("source", peer), tuple(self.pid(), integer(bytes)));
        Term back = self.receive();
        Span span = Span.since(start);
        if (!(back instanceof Binary large && large.byteSize() == bytes)) {
            throw new IllegalStateException("something else came than " + bytes + " bytes");
        }
        return span;
    }
}
