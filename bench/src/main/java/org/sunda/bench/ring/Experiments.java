package org.sunda.bench.ring;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.sunda.bench.ring.Actors.Behaviour;
import org.sunda.bench.ring.Actors.Context;

/// What is asked of processes on the JVM. Each experiment ends when all its processes have.
///
/// @param actors the processes
/// @param <A> where messages are sent to
record Experiments<A>(Actors<A> actors) {
    private static final int LOAD_MEMBERS = 1_000;
    private static final int WORKERS = 60;
    private static final int LIGHT_WORKERS = 54;
    private static final int HEAVY = 81;

    // -- Ring ---------------------------------------------------------------------------------------------------------

    /// The report's program: each process knows the one before it, and hands on a number until it is not above zero.
    Map<String, Double> ring(int n, long m) throws Exception {
        CompletableFuture<Map<String, Double>> result = new CompletableFuture<>();
        CountDownLatch alive = new CountDownLatch(n);
        actors.begin(context -> {
            First<A> first = new First<>(n, m, alive, result);
            long began = System.nanoTime();
            A next = context.spawn(first);
            for (int i = 1; i < n; i++) {
                next = context.spawn(new Relay<>(next, alive));
            }
            first.start(new Relay<>(next, alive), began);
            context.send(next, m);
        });
        alive.await();
        return result.get();
    }

    private record Relay<A>(A next, CountDownLatch alive) implements Behaviour<A> {
        @Override
        public boolean handle(long message, Context<A> context) {
            context.send(next, message - 1);
            if (message <= 0) {
                alive.countDown();
                return false;
            }
            return true;
        }
    }

    private static final class First<A> implements Behaviour<A> {
        private final int n;
        private final long m;
        private final CountDownLatch alive;
        private final CompletableFuture<Map<String, Double>> result;
        private @Nullable Relay<A> relay;
        private long began;
        private long spawned;

        First(int n, long m, CountDownLatch alive, CompletableFuture<Map<String, Double>> result) {
            this.n = n;
            this.m = m;
            this.alive = alive;
            this.result = result;
        }

        /// Before the first message is sent.
        void start(Relay<A> own, long beginning) {
            relay = own;
            began = beginning;
            spawned = System.nanoTime();
        }

        @Override
        public boolean handle(long message, Context<A> context) {
            if (relay == null) {
                alive.countDown();
                return false;
            }
            if (message <= 0) {
                double hops = m + 1 - message;
                result.complete(Map.of(
                        Answer.SPAWN, (double) (spawned - began) / n,
                        Answer.MESSAGE, (System.nanoTime() - spawned) / hops,
                        Answer.HOPS, hops));
            }
            return relay.handle(message, context);
        }
    }

    // -- Round trips --------------------------------------------------------------------------------------------------

    /// Round trips between two processes, beside a ring of 1,000 in which so many numbers go round.
    Map<String, Double> trip(int count, int numbers) throws Exception {
        Pinger<A> pinger = new Pinger<>(count);
        CountDownLatch alive = new CountDownLatch(numbers == 0 ? 0 : LOAD_MEMBERS);
        CompletableFuture<A> one = new CompletableFuture<>();
        actors.begin(context -> {
            one.complete(numbers == 0 ? context.self() : load(context, alive, numbers));
            A ping = context.spawn(pinger);
            pinger.echo = context.spawn((message, echo) -> {
                echo.send(ping, message);
                return message >= 0;
            });
            context.send(ping, 0);
        });
        Map<String, Double> figures = pinger.result.get();
        A member = one.get();
        actors.begin(context -> context.send(member, Actors.END));
        alive.await();
        return figures;
    }

    private static final class Pinger<A> implements Behaviour<A> {
        private final int count;
        private final CompletableFuture<Map<String, Double>> result = new CompletableFuture<>();
        private final Histogram times = new Histogram(3);
        private @Nullable A echo;
        private long start;
        private long before;

        Pinger(int count) {
            this.count = count;
        }

        @Override
        public boolean handle(long message, Context<A> context) {
            if (message == Actors.END || echo == null) {
                return false;
            }
            long now = System.nanoTime();
            if (message == 0) {
                start = now;
            } else {
                times.recordValue(now - before);
            }
            before = now;
            if (message == count) {
                result.complete(figures());
            }
            context.send(echo, message == count ? Actors.END : message + 1);
            return true;
        }

        private Map<String, Double> figures() {
            Map<String, Double> figures = new LinkedHashMap<>();
            figures.put(Answer.TRIP, (double) (before - start) / count);
            figures.put(Answer.HALF, (double) times.getValueAtPercentile(50));
            figures.put(Answer.P99, (double) times.getValueAtPercentile(99));
            figures.put(Answer.P999, (double) times.getValueAtPercentile(99.9));
            figures.put(Answer.LONGEST, (double) times.getMaxValue());
            return figures;
        }
    }

    /// A ring in which numbers go round until one of them says that it is to end.
    private static <A> A load(Context<A> context, CountDownLatch alive, int numbers) {
        Endless<A> first = new Endless<>(alive);
        A next = context.spawn(first);
        A[] all = array(LOAD_MEMBERS);
        all[0] = next;
        for (int i = 1; i < LOAD_MEMBERS; i++) {
            Endless<A> member = new Endless<>(alive);
            member.next = next;
            next = context.spawn(member);
            all[i] = next;
        }
        first.next = next;
        for (int i = 0; i < numbers; i++) {
            context.send(all[i * LOAD_MEMBERS / numbers], i);
        }
        return next;
    }

    private static final class Endless<A> implements Behaviour<A> {
        private final CountDownLatch alive;
        private @Nullable A next;

        Endless(CountDownLatch alive) {
            this.alive = alive;
        }

        @Override
        public boolean handle(long message, Context<A> context) {
            if (next != null) {
                context.send(next, message);
            }
            if (message != Actors.END) {
                return true;
            }
            alive.countDown();
            return false;
        }
    }

    // -- Many and one -------------------------------------------------------------------------------------------------

    /// Many processes send numbered messages to one, which checks the order of each.
    Map<String, Double> fanIn(int senders, int each) throws Exception {
        Collector<A> collector = new Collector<>(senders, each);
        actors.begin(context -> {
            A to = context.spawn(collector);
            A[] all = array(senders);
            for (int i = 0; i < senders; i++) {
                long begin = (long) i * each;
                all[i] = context.spawn((_, sender) -> {
                    for (long number = begin; number < begin + each; number++) {
                        sender.send(to, number);
                    }
                    return false;
                });
            }
            collector.start = System.nanoTime();
            for (A sender : all) {
                context.send(sender, 0);
            }
        });
        return collector.result.get();
    }

    private static final class Collector<A> implements Behaviour<A> {
        private final CompletableFuture<Map<String, Double>> result = new CompletableFuture<>();
        private final int each;
        private final int[] expected;
        private long left;
        private long start;

        Collector(int senders, int each) {
            this.each = each;
            this.expected = new int[senders];
            this.left = (long) senders * each;
        }

        @Override
        public boolean handle(long message, Context<A> context) {
            int sender = (int) (message / each);
            if (message % each != expected[sender]++) {
                result.completeExceptionally(new IllegalStateException("message " + message + " is out of order"));
                return false;
            }
            if (--left > 0) {
                return true;
            }
            double time = System.nanoTime() - start;
            result.complete(Map.of(Answer.MESSAGE, time / ((double) expected.length * each)));
            return false;
        }
    }

    /// One process sends to many in turn.
    Map<String, Double> fanOut(int receivers, int each) throws Exception {
        CountDownLatch alive = new CountDownLatch(receivers);
        CompletableFuture<Long> start = new CompletableFuture<>();
        actors.begin(context -> {
            A[] all = array(receivers);
            Arrays.setAll(all, _ -> context.spawn(new Counter<>(each, alive)));
            start.complete(System.nanoTime());
            for (int number = 0; number < each; number++) {
                for (A to : all) {
                    context.send(to, number);
                }
            }
        });
        alive.await();
        return Map.of(Answer.MESSAGE, (System.nanoTime() - start.get()) / ((double) receivers * each));
    }

    private static final class Counter<A> implements Behaviour<A> {
        private final int each;
        private final CountDownLatch alive;
        private int count;

        Counter(int each, CountDownLatch alive) {
            this.each = each;
            this.alive = alive;
        }

        @Override
        public boolean handle(long message, Context<A> context) {
            // One that misses a message is waited for in vain, which somebody notices.
            if (message == count && ++count == each) {
                alive.countDown();
                return false;
            }
            return true;
        }
    }

    // -- Starting and ending ------------------------------------------------------------------------------------------

    /// Processes that are started, get one message, answer and end; so many at once.
    Map<String, Double> churn(int count, int atOnce) throws Exception {
        int waves = count / atOnce;
        CompletableFuture<Long> end = new CompletableFuture<>();
        long start = System.nanoTime();
        actors.begin(context -> context.send(context.spawn(new Conductor<>(waves, atOnce, end)), 0));
        return Map.of(Answer.LIFE, (end.get() - start) / ((double) waves * atOnce));
    }

    private static final class Conductor<A> implements Behaviour<A> {
        private final int atOnce;
        private final CompletableFuture<Long> end;
        private int waves;
        private int answers = 1;

        Conductor(int waves, int atOnce, CompletableFuture<Long> end) {
            this.waves = waves;
            this.atOnce = atOnce;
            this.end = end;
        }

        @Override
        public boolean handle(long message, Context<A> context) {
            if (--answers > 0) {
                return true;
            }
            if (waves-- == 0) {
                end.complete(System.nanoTime());
                return false;
            }
            answers = atOnce;
            A self = context.self();
            for (int i = 0; i < atOnce; i++) {
                A child = context.spawn((number, process) -> {
                    process.send(self, number);
                    return false;
                });
                context.send(child, i);
            }
            return true;
        }
    }

    // -- Work ---------------------------------------------------------------------------------------------------------

    /// 60 processes, of which 6 have nine tenths of the work. All are started by one.
    Map<String, Double> skew(int messages, int steps) throws Exception {
        Work work = new Work();
        long start = System.nanoTime();
        work.take((long) messages * steps * (HEAVY * (WORKERS - LIGHT_WORKERS) + LIGHT_WORKERS));
        long middle = System.nanoTime();
        CountDownLatch alive = new CountDownLatch(WORKERS);
        actors.begin(context -> {
            A[] all = array(WORKERS);
            int lightInTen = WORKERS / (WORKERS - LIGHT_WORKERS);
            Arrays.setAll(
                    all,
                    i -> context.spawn(new Worker<>(messages, i % lightInTen == 0 ? HEAVY * steps : steps, alive)));
            for (A each : all) {
                context.send(each, 0);
            }
        });
        alive.await();
        return Map.of(Answer.ONE, (double) (middle - start), Answer.ALL, (double) (System.nanoTime() - middle));
    }

    /// Work that no compiler can leave out.
    private static final class Work {
        private static final long FACTOR = 1_103_515_245;
        private static final long TERM = 12_345;
        private static final long MASK = 0xffffff;

        private long sum = 1;

        void take(long steps) {
            long x = sum;
            for (long i = 0; i < steps; i++) {
                x = (x * FACTOR + TERM) & MASK;
            }
            sum = x;
        }
    }

    private static final class Worker<A> implements Behaviour<A> {
        private final Work work = new Work();
        private final int steps;
        private final CountDownLatch alive;
        private int left;

        Worker(int messages, int steps, CountDownLatch alive) {
            this.left = messages;
            this.steps = steps;
            this.alive = alive;
        }

        @Override
        public boolean handle(long message, Context<A> context) {
            context.send(context.self(), message);
            work.take(steps);
            if (--left > 0) {
                return true;
            }
            alive.countDown();
            return false;
        }
    }

    // -- Size ---------------------------------------------------------------------------------------------------------

    /// Bytes of the heap for each of so many processes: idle, and after a message each.
    Map<String, Double> size(int n) throws Exception {
        A[] all = array(n);
        CountDownLatch started = new CountDownLatch(n);
        CountDownLatch handled = new CountDownLatch(n);
        double before = heap();
        actors.begin(context -> Arrays.setAll(all, _ -> actors.idle(context, started, handled)));
        started.await();
        double idle = heap();
        actors.begin(context -> sendAll(context, all, 1));
        handled.await();
        double after = heap();
        actors.begin(context -> sendAll(context, all, Actors.END));
        return Map.of(Answer.IDLE, (idle - before) / n, Answer.AFTER_MAIL, (after - before) / n);
    }

    private static <A> void sendAll(Context<A> context, A[] all, long message) {
        for (A to : all) {
            context.send(to, message);
        }
    }

    /// What is in use after full collections: what the first leaves to be cleaned up, the second collects.
    static long heap() {
        System.gc();
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    @SuppressWarnings("unchecked") // an array of what A is erased to
    private static <A> A[] array(int length) {
        return (A[]) new Object[length];
    }
}
