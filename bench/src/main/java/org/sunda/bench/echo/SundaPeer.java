package org.sunda.bench.echo;

import static org.sunda.term.Terms.binary;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.tuple;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.sunda.Node;
import org.sunda.NodeBuilder;
import org.sunda.etf.Limits;
import org.sunda.process.BlockingSelf;
import org.sunda.process.CallerRuns;
import org.sunda.process.Handler;
import org.sunda.process.Self;
import org.sunda.process.SpawnOptions;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.Int;
import org.sunda.term.Pid;
import org.sunda.term.Term;
import org.sunda.term.Tuple;
import org.sunda.term.Tuple2;
import org.sunda.tls.TlsSettings;

/// A Sunda node with what it is asked for: `echo`, as `./sunda echo` has it, `sink`, which counts, `store`, which
/// does so too, for large messages, and `source`, which sends as much as one wants. It can ask another node too.
final class SundaPeer {
    /// A message of a gigabyte, and what stands before it.
    private static final long MOST_BYTES = 2L << 30;

    private static final long LIMIT_SECONDS = 60;

    private final String cookie;
    private final @Nullable TlsSettings tls;
    private final Node node;
    private final List<Node> crowd = new ArrayList<>();

    /// @param tls when it speaks that, or null
    SundaPeer(String name, String cookie, @Nullable TlsSettings tls) throws IOException {
        this.cookie = cookie;
        this.tls = tls;
        this.node = node(name);
        SpawnOptions reader = SpawnOptions.DEFAULT.on(CallerRuns.INSTANCE);
        node.processes().react(reader.named("echo"), SundaPeer::echo);
        node.processes().react(reader.named("sink"), new Sink());
        // A gigabyte is neither sent nor put together by the thread that reads.
        node.processes().react(SpawnOptions.DEFAULT.named("source"), new Source());
        node.processes().react(SpawnOptions.DEFAULT.named("store"), new Sink());
    }

    private Node node(String name) throws IOException {
        NodeBuilder builder = Node.builder(name)
                .cookie(cookie)
                .limits(Limits.DEFAULT.withFrameBytes(MOST_BYTES))
                .maxOutboundBytes(MOST_BYTES);
        return (tls == null ? builder : builder.tls(tls)).start();
    }

    private static void echo(Term message, Self self) {
        if (message instanceof Tuple2(Pid from, Term _)) {
            self.send(from, message);
        }
    }

    /// Counts messages; who sends its pid and something is told how many they were.
    private static final class Sink implements Handler {
        private long counted;

        @Override
        public void handle(Term message, Self self) {
            if (message instanceof Tuple2(Pid from, Term _)) {
                self.send(from, tuple(self.pid(), integer(counted)));
                counted = 0;
            } else {
                counted++;
            }
        }
    }

    /// Sends a binary of so many bytes; made once.
    private static final class Source implements Handler {
        private Binary bytes = Binary.EMPTY;

        @Override
        public void handle(Term message, Self self) {
            if (message instanceof Tuple2(Pid from, Int size)) {
                if (bytes.byteSize() != size.toLong()) {
                    bytes = Binary.wrap(new byte[size.toInt()]);
                }
                self.send(from, bytes);
            }
        }
    }

    /// Nanoseconds, as text.
    String answer(String[] words) throws Exception {
        long nanos = switch (words[0]) {
            case "flow" -> flow(words[1], number(words[2]), number(words[3]), number(words[4]));
            case "echo" -> echoes(words[1], number(words[2]), number(words[3]), number(words[4]), 1);
            case "crowd" -> echoes(words[1], number(words[2]), number(words[3]), number(words[4]), number(words[5]));
            case "times" -> new Single(node, words[1], number(words[3]), number(words[4])).times(Path.of(words[2]));
            case "beside" ->
                new Single(node, words[1], number(words[3]), Integer.MAX_VALUE)
                        .beside(Path.of(words[2]), number(words[4]), words[5]);
            default -> 0;
        };
        return Long.toString(nanos);
    }

    private static int number(String word) {
        return Integer.parseInt(word);
    }

    // -- One way ------------------------------------------------------------------------------------------------------

    /// So many messages by so many processes to a counting one.
    private long flow(String peer, int size, int senders, int count) throws InterruptedException {
        return node.processes().asProcess(self -> flow(self, peer, size, senders, count));
    }

    private long flow(BlockingSelf self, String peer, int size, int senders, int count) throws InterruptedException {
        Tuple2 first = counted(self, Node.name("sink", peer));
        Binary payload = binary(new byte[size]);
        CountDownLatch sent = new CountDownLatch(senders);
        long start = System.nanoTime();
        for (int i = 0; i < senders; i++) {
            node.spawn(sender -> {
                for (int j = 0; j < count / senders; j++) {
                    sender.send(first.first(), payload);
                }
                sent.countDown();
            });
        }
        sent.await();
        Term counted = counted(self, first.first()).second();
        long nanos = System.nanoTime() - start;
        if (!counted.equals(integer((long) (count / senders) * senders))) {
            throw new IllegalStateException(counted + " messages of " + count + " arrived");
        }
        return nanos;
    }

    static Tuple2 counted(BlockingSelf self, Term sink) throws InterruptedException {
        self.send(sink, tuple(self.pid(), Atom.UNDEFINED));
        return (Tuple2) self.receive();
    }

    // -- There and back -----------------------------------------------------------------------------------------------

    /// Echoes by one process on each of so many nodes: this one, and further ones in this JVM.
    private long echoes(String peer, int size, int window, int count, int nodes) throws Exception {
        for (int i = crowd.size(); i < nodes - 1; i++) {
            crowd.add(node("crowd" + i + "_" + node.name()));
        }
        List<Node> askers = new ArrayList<>(crowd.subList(0, nodes - 1));
        askers.add(node);
        for (Node each : askers) {
            if (!each.ping(peer)) {
                throw new IOException(each.name() + " cannot reach " + peer);
            }
        }
        List<CompletableFuture<Void>> all = new ArrayList<>();
        long start = System.nanoTime();
        for (Node each : askers) {
            Asker asker = new Asker(Node.name("echo", peer), size, window, count / nodes);
            each.processes().react(SpawnOptions.DEFAULT.on(CallerRuns.INSTANCE), asker);
            all.add(asker.done);
        }
        CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(LIMIT_SECONDS, TimeUnit.SECONDS);
        return System.nanoTime() - start;
    }

    /// Run by the thread that reads the answers.
    private static final class Asker implements Handler {
        private final CompletableFuture<Void> done = new CompletableFuture<>();
        private final Tuple to;
        private final Binary payload;
        private final int window;
        private int unsent;
        private int awaited;

        Asker(Tuple to, int size, int window, int count) {
            this.to = to;
            this.payload = binary(new byte[size]);
            this.window = window;
            this.unsent = count;
            this.awaited = count;
        }

        @Override
        public void started(Self self) {
            for (int i = 0; i < window && unsent > 0; i++) {
                send(self);
            }
        }

        private void send(Self self) {
            unsent--;
            self.send(to, tuple(self.pid(), payload));
        }

        @Override
        public void handle(Term message, Self self) {
            awaited--;
            if (unsent > 0) {
                send(self);
            }
            if (awaited == 0) {
                done.complete(null);
                throw self.exit(Atom.NORMAL);
            }
        }
    }
}
