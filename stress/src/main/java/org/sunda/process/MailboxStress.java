package org.sunda.process;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.IL_Result;
import org.openjdk.jcstress.infra.results.L_Result;
import org.sunda.term.SmallInt;

/// A mailbox between two threads: nothing is lost, nobody sleeps over a message, and no more is taken than may.
public final class MailboxStress {
    private static final int ROOM = 100;

    private MailboxStress() {}

    private static Mail mail(int number) {
        return new Mail(new SmallInt(number));
    }

    private static int taken(Mailbox mailbox, int number, int bound) {
        return mailbox.put(mail(number), bound) == Mailbox.Put.FULL ? 0 : 1;
    }

    private static boolean isWake(Mailbox mailbox, int number) {
        return mailbox.put(mail(number), ROOM) == Mailbox.Put.WAKE;
    }

    /// What is left in it, in order.
    static String drain(Mailbox mailbox) {
        StringBuilder numbers = new StringBuilder();
        mailbox.rewind();
        for (Mail mail = mailbox.peek(); mail != null; mail = mailbox.peek()) {
            mailbox.remove(mail);
            numbers.append(mail.open());
        }
        return numbers.toString();
    }

    /// The receiver rests, and two send.
    @JCStressTest
    @Outcome(
            id = "1, (1234|1324|1342|3124|3142|3412)",
            expect = ACCEPTABLE,
            desc = "one wakes the receiver, all arrives, each sender's in order")
    @Outcome(expect = FORBIDDEN, desc = "lost, out of order, or woken by none or two")
    @State
    public static class TwoSenders {
        private final Mailbox mailbox = new Mailbox();
        private int wakes;
        private int otherWakes;

        @Actor
        public void one() {
            wakes = (isWake(mailbox, 1) ? 1 : 0) + (isWake(mailbox, 2) ? 1 : 0);
        }

        @Actor
        public void other() {
            otherWakes = (isWake(mailbox, 3) ? 1 : 0) + (isWake(mailbox, 4) ? 1 : 0);
        }

        @Arbiter
        public void end(IL_Result result) {
            result.r1 = wakes + otherWakes;
            result.r2 = drain(mailbox);
        }
    }

    /// The receiver comes to rest while a message arrives.
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "it was received before the rest")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the sender is to wake the receiver")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "the receiver sleeps over a message")
    @Outcome(expect = FORBIDDEN, desc = "woken for nothing")
    @State
    public static class Rest {
        private final Mailbox mailbox = new Mailbox();

        public Rest() {
            mailbox.wake();
        }

        @Actor
        public void send(II_Result result) {
            result.r1 = isWake(mailbox, 1) ? 1 : 0;
        }

        @Actor
        public void receive(II_Result result) {
            do {
                while (mailbox.poll() != null) {
                    result.r2++;
                }
            } while (!mailbox.rest());
        }
    }

    /// As [Rest], and what was there before is not what the receiver waits for.
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "it was received before the rest")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the sender is to wake the receiver")
    @Outcome(expect = FORBIDDEN, desc = "the receiver sleeps over a message, or is woken for nothing")
    @State
    public static class SelectiveRest {
        private final Mailbox mailbox = new Mailbox();

        public SelectiveRest() {
            mailbox.put(mail(2), ROOM);
            mailbox.passAll();
        }

        @Actor
        public void send(II_Result result) {
            result.r1 = isWake(mailbox, 1) ? 1 : 0;
        }

        @Actor
        public void receive(II_Result result) {
            do {
                for (Mail mail = mailbox.peek(); mail != null; mail = mailbox.peek()) {
                    mailbox.pass(mail);
                    result.r2++;
                }
            } while (!mailbox.rest());
        }
    }

    /// The receiver takes messages one by one while they come.
    @JCStressTest
    @Outcome(id = "123", expect = ACCEPTABLE, desc = "all arrive in order")
    @Outcome(expect = FORBIDDEN, desc = "lost, doubled or out of order")
    @State
    public static class Order {
        private final Mailbox mailbox = new Mailbox();
        private final StringBuilder received = new StringBuilder();

        @Actor
        public void send() {
            mailbox.put(mail(1), ROOM);
            mailbox.put(mail(2), ROOM);
            mailbox.put(mail(3), ROOM);
        }

        @Actor
        public void receive() {
            for (int i = 0; i < 3; i++) {
                Mail mail = mailbox.poll();
                if (mail != null) {
                    received.append(mail.open());
                }
            }
        }

        @Arbiter
        public void end(L_Result result) {
            result.r1 = received + drain(mailbox);
        }
    }

    /// A message and something else end the same rest.
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 1"},
            expect = ACCEPTABLE,
            desc = "one of them is to wake the receiver")
    @Outcome(expect = FORBIDDEN, desc = "none or both are")
    @State
    public static class TwoWake {
        private final Mailbox mailbox = new Mailbox();

        @Actor
        public void send(II_Result result) {
            result.r1 = isWake(mailbox, 1) ? 1 : 0;
        }

        @Actor
        public void wake(II_Result result) {
            result.r2 = mailbox.wake() ? 1 : 0;
        }
    }

    /// A process is ended while it comes to rest: its last run is that run, or another one.
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 1"},
            expect = ACCEPTABLE,
            desc = "there is one last run")
    @Outcome(expect = FORBIDDEN, desc = "there is none, or there are two")
    @State
    public static class EndAtRest {
        private final Mailbox mailbox = new Mailbox();
        private volatile boolean hasEnded;

        public EndAtRest() {
            mailbox.wake();
        }

        @Actor
        public void end(II_Result result) {
            hasEnded = true;
            result.r1 = mailbox.wake() ? 1 : 0;
        }

        @Actor
        public void run(II_Result result) {
            while (!hasEnded) {
                if (mailbox.rest() && (!hasEnded || !mailbox.wake())) {
                    return;
                }
            }
            result.r2 = 1;
        }
    }

    /// Two senders of two messages each, and room for three.
    @JCStressTest
    @Outcome(id = "3, 3, 3", expect = ACCEPTABLE, desc = "three are taken")
    @Outcome(expect = FORBIDDEN, desc = "more or fewer are")
    @State
    public static class Bound {
        private final Mailbox mailbox = new Mailbox();
        private int taken;
        private int otherTaken;

        @Actor
        public void one() {
            taken = taken(mailbox, 1, 3) + taken(mailbox, 2, 3);
        }

        @Actor
        public void other() {
            otherTaken = taken(mailbox, 3, 3) + taken(mailbox, 4, 3);
        }

        @Arbiter
        public void end(III_Result result) {
            result.r1 = taken + otherTaken;
            result.r2 = mailbox.size();
            result.r3 = drain(mailbox).length();
        }
    }

    /// A message is sent to a full mailbox while one is received from it.
    @JCStressTest
    @Outcome(id = "0, 0, 0", expect = ACCEPTABLE, desc = "there was no room yet")
    @Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "there was room again")
    @Outcome(expect = FORBIDDEN, desc = "lost or counted wrongly")
    @State
    public static class Room {
        private final Mailbox mailbox = new Mailbox();

        public Room() {
            mailbox.put(mail(1), 1);
        }

        @Actor
        public void send(III_Result result) {
            result.r1 = taken(mailbox, 2, 1);
        }

        @Actor
        public void receive() {
            Mail mail = mailbox.peek();
            if (mail != null) {
                mailbox.remove(mail);
            }
            mailbox.rest();
        }

        @Arbiter
        public void end(III_Result result) {
            result.r2 = mailbox.size();
            result.r3 = drain(mailbox).length();
        }
    }

    /// The receiver takes some messages out, wherever they stand, while others arrive.
    @JCStressTest
    @Outcome(
            id = {"24", "234"},
            expect = ACCEPTABLE,
            desc = "it may have looked before the third came")
    @Outcome(expect = FORBIDDEN, desc = "the wrong ones are gone")
    @State
    public static class RemoveIf {
        private final Mailbox mailbox = new Mailbox();

        public RemoveIf() {
            mailbox.put(mail(1), ROOM);
            mailbox.put(mail(2), ROOM);
            mailbox.passAll();
        }

        @Actor
        public void send() {
            mailbox.put(mail(3), ROOM);
            mailbox.put(mail(4), ROOM);
        }

        @Actor
        public void remove() {
            mailbox.removeIf(mail -> mail.term() instanceof SmallInt(long number) && number % 2 == 1);
        }

        @Arbiter
        public void end(L_Result result) {
            result.r1 = drain(mailbox);
        }
    }
}
