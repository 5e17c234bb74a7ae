package org.sunda.gateway.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sunda.term.Terms.atom;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sunda.term.Term;

@Timeout(30)
class BulkheadTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    /// A deadline that passes soon, but not before a worker has begun.
    private static final Duration ENOUGH_TO_START = Duration.ofSeconds(1);

    private final List<Bulkhead> opened = new ArrayList<>();

    @AfterEach
    void close() {
        opened.forEach(Bulkhead::close);
        Instant deadline = Instant.now().plusSeconds(10);
        for (Bulkhead bulkhead : opened) {
            while (bulkhead.open() > 0 && Instant.now().isBefore(deadline)) {
                Thread.onSpinWait();
            }
            assertThat(bulkhead.open()).as("calls still in the books").isZero();
        }
    }

    @Test
    void shouldRunAsManyAsAllowedAndLetAsManyWaitAndRefuseOneMore() throws Exception {
        Bulkhead bulkhead = bulkhead(2, 3, LONG);
        Gate gate = new Gate();
        List<CompletableFuture<Term>> taken = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            taken.add(submit(bulkhead, gate, LONG));
        }

        Term refused = get(submit(bulkhead, gate, LONG));

        assertThat(refused.toString()).contains("class => overload", "at => queue", "2 requests run and 3 wait");
        assertThat(taken).noneMatch(CompletableFuture::isDone);
        gate.open.countDown();
        for (CompletableFuture<Term> answer : taken) {
            assertThat(get(answer)).isEqualTo(atom("done"));
        }
        assertThat(gate.most.get()).isEqualTo(2);
    }

    @Test
    void shouldLetNoneWaitWhenNoneMay() throws Exception {
        Bulkhead bulkhead = bulkhead(1, 0, LONG);
        Gate gate = new Gate();
        CompletableFuture<Term> running = submit(bulkhead, gate, LONG);

        assertThat(get(submit(bulkhead, gate, LONG)).toString()).contains("class => overload");

        gate.open.countDown();
        assertThat(get(running)).isEqualTo(atom("done"));
    }

    @Test
    void shouldTakeTheNextRequestOfWhoHasJustGotAnAnswer() throws Exception {
        Bulkhead bulkhead = bulkhead(1, 0, LONG);
        Gate gate = new Gate();
        gate.open.countDown();
        for (int i = 0; i < 2_000; i++) {
            assertThat(get(submit(bulkhead, gate, LONG))).isEqualTo(atom("done"));
        }
    }

    @Test
    void shouldNeverStartWhatHasWaitedBeyondItsDeadline() throws Exception {
        Bulkhead bulkhead = bulkhead(1, 1, LONG);
        Gate gate = new Gate();
        CompletableFuture<Term> running = submit(bulkhead, gate, LONG);
        Gate never = new Gate();

        Term expired = get(submit(bulkhead, never, Duration.ofMillis(50)));

        assertThat(expired.toString()).contains("class => timeout", "at => queue", "50 ms");
        // Its place in the queue is free again, though the first one still runs.
        CompletableFuture<Term> next = submit(bulkhead, gate, LONG);
        gate.open.countDown();
        assertThat(get(running)).isEqualTo(atom("done"));
        assertThat(get(next)).isEqualTo(atom("done"));
        assertThat(never.most.get()).isZero();
    }

    @Test
    void shouldRefuseWhatHasWaitedAsLongAsAnyMay() throws Exception {
        Bulkhead bulkhead = bulkhead(1, 1, Duration.ofMillis(50));
        Gate gate = new Gate();
        CompletableFuture<Term> running = submit(bulkhead, gate, LONG);

        Term tired = get(submit(bulkhead, gate, LONG));

        assertThat(tired.toString()).contains("class => overload", "at => queue", "no worker was free within 50 ms");
        assertThat(running).as("the limit is on waiting, not on running").isNotDone();
        gate.open.countDown();
        assertThat(get(running)).isEqualTo(atom("done"));
    }

    @Test
    void shouldAnswerAtTheDeadlineAndCancelTheStepThatRuns() throws Exception {
        Bulkhead bulkhead = bulkhead(1, 1, LONG);
        Gate gate = new Gate();
        Instant start = Instant.now();

        Term answer = get(submit(bulkhead, gate, ENOUGH_TO_START));

        assertThat(answer.toString()).contains("class => timeout", "at => execute", "1000 ms");
        assertThat(Duration.between(start, Instant.now())).isGreaterThanOrEqualTo(ENOUGH_TO_START);
        assertThat(gate.cancelled.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void shouldAnswerAtTheDeadlineEvenWhenTheStepCannotBeCancelled() throws Exception {
        Bulkhead bulkhead = bulkhead(1, 1, LONG);
        CountDownLatch end = new CountDownLatch(1);
        Work stubborn = work(call -> {
            call.enter(Stage.EXECUTE, () -> {
                throw new IllegalStateException("no");
            });
            await(end);
            call.leave();
            return atom("late");
        });

        CompletableFuture<Term> answer = submit(bulkhead, stubborn, ENOUGH_TO_START);

        assertThat(get(answer).toString()).contains("class => timeout", "at => execute");
        end.countDown();
        assertThat(get(submit(bulkhead, work(_ -> atom("next")), LONG))).isEqualTo(atom("next"));
    }

    @Test
    void shouldNotCancelAStepThatIsOver() throws Exception {
        Bulkhead bulkhead = bulkhead(1, 1, LONG);
        AtomicInteger cancels = new AtomicInteger();
        CountDownLatch isLeft = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Work work = work(call -> {
            call.enter(Stage.EXECUTE, cancels::incrementAndGet);
            call.leave();
            isLeft.countDown();
            await(end);
            call.enter(Stage.FETCH, cancels::incrementAndGet);
            throw new AssertionError("a call that was cut short enters no further step");
        });

        assertThat(get(submit(bulkhead, work, ENOUGH_TO_START)).toString()).contains("class => timeout");
        end.countDown();
        assertThat(get(submit(bulkhead, work(_ -> atom("next")), LONG))).isEqualTo(atom("next"));

        assertThat(isLeft.getCount()).isZero();
        assertThat(cancels).hasValue(0);
    }

    @Test
    void shouldAnswerNobodyWhenTheCallerIsGone() throws Exception {
        Bulkhead bulkhead = bulkhead(1, 1, LONG);
        Gate gate = new Gate();
        CompletableFuture<Term> first = new CompletableFuture<>();
        CompletableFuture<Term> second = new CompletableFuture<>();
        CountDownLatch ended = new CountDownLatch(2);
        Call running = bulkhead.submit(gate, LONG, first::complete, _ -> ended.countDown());
        Call waiting = bulkhead.submit(gate, LONG, second::complete, _ -> ended.countDown());
        gate.started.await();

        bulkhead.abandon(waiting);
        bulkhead.abandon(running);

        assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(gate.cancelled.getCount()).isZero();
        assertThat(first).isNotDone();
        assertThat(second).isNotDone();
    }

    @Test
    void shouldAnswerWhatFailsInAnyWay() throws Exception {
        Bulkhead bulkhead = bulkhead(1, 9, LONG);

        assertThat(get(submit(bulkhead, work(_ -> fail(new IllegalStateException("broken"))), LONG))
                        .toString())
                .contains("class => internal", "broken");
        assertThat(get(submit(bulkhead, work(_ -> fail(new StackOverflowError())), LONG))
                        .toString())
                .contains("class => internal");
        assertThat(get(submit(bulkhead, work(_ -> fail(new OutOfMemoryError())), LONG))
                        .toString())
                .contains("class => limit");
        assertThat(get(submit(bulkhead, work(_ -> atom("next")), LONG))).isEqualTo(atom("next"));
    }

    @Test
    void shouldLetRunningCallsEndAndRefuseNewOnesWhenItDrains() throws Exception {
        Bulkhead bulkhead = bulkhead(1, 1, LONG);
        Gate gate = new Gate();
        CompletableFuture<Term> running = submit(bulkhead, gate, LONG);
        gate.started.await();
        Thread drain = Thread.startVirtualThread(() -> drain(bulkhead, LONG));
        CompletableFuture<Term> refused = submit(bulkhead, gate, LONG);
        while (!refused.isDone()) {
            refused = submit(bulkhead, gate, LONG);
        }

        assertThat(get(refused).toString()).contains("class => ");
        gate.open.countDown();
        assertThat(get(running)).isEqualTo(atom("done"));
        drain.join();
        assertThat(get(submit(bulkhead, gate, LONG)).toString()).contains("class => unavailable", "is stopping");
    }

    @Test
    void shouldCutShortWhatDoesNotEndInTimeWhenItDrains() throws Exception {
        Bulkhead bulkhead = bulkhead(1, 1, LONG);
        Gate gate = new Gate();
        CompletableFuture<Term> running = submit(bulkhead, gate, LONG);
        CompletableFuture<Term> waiting = submit(bulkhead, gate, LONG);

        bulkhead.drain(Duration.ofMillis(50));

        assertThat(get(running).toString()).contains("class => unavailable");
        assertThat(get(waiting).toString()).contains("class => unavailable");
        assertThat(gate.cancelled.getCount()).isZero();
    }

    private static void drain(Bulkhead bulkhead, Duration timeout) {
        try {
            bulkhead.drain(timeout);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private Bulkhead bulkhead(int inFlight, int waiting, Duration queueTimeout) {
        Bulkhead bulkhead = new Bulkhead("test", new QueueLimits(inFlight, waiting, queueTimeout), new Service() {
            @Override
            public Work accept(Term request) {
                throw new AssertionError("the bulkhead reads no requests");
            }

            @Override
            public void close() {}
        });
        opened.add(bulkhead);
        return bulkhead;
    }

    private static CompletableFuture<Term> submit(Bulkhead bulkhead, Work work, Duration timeout) {
        CompletableFuture<Term> answer = new CompletableFuture<>();
        bulkhead.submit(
                work,
                timeout,
                term -> {
                    if (!answer.complete(term)) {
                        throw new AssertionError("answered twice");
                    }
                },
                _ -> {});
        return answer;
    }

    private static Term get(CompletableFuture<Term> answer) throws Exception {
        return answer.get(20, TimeUnit.SECONDS);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Term fail(RuntimeException e) {
        throw e;
    }

    private static Term fail(Error e) {
        throw e;
    }

    private interface Body {
        Term run(Call call) throws FailureException;
    }

    private static Work work(Body body) {
        return new Work() {
            @Override
            public Optional<Duration> timeout() {
                return Optional.empty();
            }

            @Override
            public Term run(Call call) throws FailureException {
                return body.run(call);
            }
        };
    }

    /// Work that blocks until the gate opens or the step is cancelled.
    private static final class Gate implements Work {
        private final CountDownLatch open = new CountDownLatch(1);
        private final CountDownLatch started = new CountDownLatch(1);
        private final CountDownLatch cancelled = new CountDownLatch(1);
        private final AtomicInteger now = new AtomicInteger();
        private final AtomicInteger most = new AtomicInteger();

        @Override
        public Optional<Duration> timeout() {
            return Optional.empty();
        }

        @Override
        public Term run(Call call) throws FailureException {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            started.countDown();
            Thread worker = Thread.currentThread();
            call.enter(Stage.EXECUTE, worker::interrupt);
            try {
                open.await();
                return atom("done");
            } catch (InterruptedException e) {
                cancelled.countDown();
                throw new FailureException(Failure.of(Failure.Kind.INTERNAL, Stage.EXECUTE, "interrupted"));
            } finally {
                call.leave();
                now.decrementAndGet();
            }
        }
    }
}
