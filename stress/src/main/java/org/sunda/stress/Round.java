package org.sunda.stress;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.sunda.process.Handler;
import org.sunda.process.ProcessSettings;
import org.sunda.process.Processes;
import org.sunda.process.Self;
import org.sunda.process.SpawnOptions;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.SmallInt;
import org.sunda.term.Term;

/// Processes of both kinds on one node, all at it until their messages are through: rings large and small, and many
/// that send to one.
final class Round implements AutoCloseable {
    private static final int RING = 1_000;
    private static final int TOKENS = 16;
    private static final int SENDERS = 100;

    /// How many messages a sender has on their way before it hears from the receiver.
    private static final int WINDOW = 100;

    private static final long LONGEST_SECONDS = 120;

    private final Processes processes = new Processes(
            Atom.of("soak@stress"),
            1,
            (node, signal) -> {
                throw new IllegalStateException("there is no node " + node);
            },
            request -> self -> {},
            ProcessSettings.DEFAULT);
    private final List<Tally> tallies = new ArrayList<>();

    /// Counts what is still under way: each has seen all that was counted before.
    private final List<CountDownLatch> ends = new ArrayList<>();

    private final AtomicReference<String> mistake = new AtomicReference<>("");

    /// What came of a round.
    ///
    /// @param mistake what was wrong besides, or the empty text
    record Outcome(long sent, long received, String mistake) {
        boolean isRight() {
            return sent == received && mistake.isEmpty();
        }

        Outcome plus(Outcome other) {
            return new Outcome(sent + other.sent, received + other.received, mistake + other.mistake);
        }
    }

    /// Starts about so many messages.
    void start(long messages) {
        ring(RING, messages * 4 / 10, false);
        ring(2, messages * 3 / 10, false);
        ring(2, messages * 2 / 100, true);
        ring(100, messages * 2 / 100, true);
        fanIn(messages * 26 / 100);
    }

    /// Waits for the end.
    Outcome outcome() throws InterruptedException {
        String stalled = "";
        for (CountDownLatch end : ends) {
            if (!end.await(LONGEST_SECONDS, TimeUnit.SECONDS)) {
                stalled = "a round has come to a standstill; ";
            }
        }
        return new Outcome(
                tallies.stream().mapToLong(Tally::sent).sum(),
                tallies.stream().mapToLong(Tally::received).sum(),
                stalled + mistake.get());
    }

    @Override
    public void close() {
        processes.close();
    }

    private Tally tally() {
        Tally tally = new Tally();
        tallies.add(tally);
        return tally;
    }

    private CountDownLatch end(int count) {
        CountDownLatch end = new CountDownLatch(count);
        ends.add(end);
        return end;
    }

    // -- Rings --------------------------------------------------------------------------------------------------------

    /// @param mixed whether every second process is a blocking one
    private void ring(int size, long messages, boolean mixed) {
        CountDownLatch end = end(TOKENS);
        Pid[] members = new Pid[size];
        for (int i = 0; i < size; i++) {
            int next = (i + 1) % size;
            Tally tally = tally();
            Handler handler = (message, self) -> {
                tally.countReceived();
                long left = ((SmallInt) message).value();
                if (left == 0) {
                    end.countDown();
                } else {
                    tally.countSent();
                    self.send(members[next], new SmallInt(left - 1));
                }
            };
            members[i] = start(handler, mixed && i % 2 == 0);
        }
        Tally outside = tally();
        for (int i = 0; i < TOKENS; i++) {
            outside.countSent();
            processes.send(members[i % size], new SmallInt(messages / TOKENS));
        }
    }

    private Pid start(Handler handler, boolean blocking) {
        return blocking
                ? processes.spawn(self -> {
                    while (true) {
                        handleNext(handler, self.receive(), self);
                    }
                })
                : processes.react(SpawnOptions.DEFAULT, handler);
    }

    private static void handleNext(Handler handler, Term message, Self self) throws InterruptedException {
        try {
            handler.handle(message, self);
        } catch (RuntimeException | InterruptedException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("a handler failed", e);
        }
    }

    // -- Many to one --------------------------------------------------------------------------------------------------

    private void fanIn(long messages) {
        long each = Math.max(1, messages / SENDERS / WINDOW) * WINDOW;
        CountDownLatch end = end(SENDERS);
        Pid[] senders = new Pid[SENDERS];
        Tally tally = tally();
        long[] expected = new long[SENDERS];
        Pid receiver = processes.react(SpawnOptions.DEFAULT, (message, self) -> {
            tally.countReceived();
            long value = ((SmallInt) message).value();
            int from = (int) (value % SENDERS);
            if (value / SENDERS != expected[from]++) {
                mistake.compareAndSet("", "messages of one sender came out of order; ");
            }
            if (expected[from] % WINDOW == 0) {
                tally.countSent();
                self.send(senders[from], message);
            }
        });
        for (int i = 0; i < SENDERS; i++) {
            senders[i] = start(new Sender(receiver, i, each, tally(), end), i % 10 == 0);
        }
        Tally outside = tally();
        for (Pid sender : senders) {
            outside.countSent();
            processes.send(sender, new SmallInt(0));
        }
    }

    /// Sends a window full for each answer.
    private static final class Sender implements Handler {
        private final Pid receiver;
        private final int number;
        private final long each;
        private final Tally tally;
        private final CountDownLatch end;
        private long next;

        Sender(Pid receiver, int number, long each, Tally tally, CountDownLatch end) {
            this.receiver = receiver;
            this.number = number;
            this.each = each;
            this.tally = tally;
            this.end = end;
        }

        @Override
        public void handle(Term message, Self self) {
            tally.countReceived();
            if (next == each) {
                end.countDown();
                return;
            }
            for (int i = 0; i < WINDOW; i++) {
                tally.countSent();
                self.send(receiver, new SmallInt(next++ * SENDERS + number));
            }
        }
    }
}
