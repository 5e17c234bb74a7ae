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
import org.openjdk.jcstress.infra.results.L_Result;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.SmallInt;
import org.sunda.term.Tuple;

/// Links and monitors between two processes, each of which acts, or is ended, by a thread of its own.
public final class LinkStress {
    private LinkStress() {}

    /// Two processes that never run.
    static class Two {
        final Processes processes = Alone.node();
        final ReactiveProcess one = Alone.frozen(processes);
        final ReactiveProcess other = Alone.frozen(processes);

        final void endOther() {
            processes.exit(other.pid(), ExitReason.KILL);
        }
    }

    private static int ends(LocalProcess process, Pid other) {
        return process.relations().links.isActive(other) ? 1 : 0;
    }

    /// How many messages of that kind there are.
    private static int count(LocalProcess process, String tag, int size) {
        int count = 0;
        process.mailbox.rewind();
        for (Mail mail = process.mailbox.peek(); mail != null; mail = process.mailbox.peek()) {
            process.mailbox.remove(mail);
            count += mail.open() instanceof Tuple tuple && tuple.isTagged(tag, size) ? 1 : 0;
        }
        return count;
    }

    /// Both link.
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "there is a link")
    @Outcome(expect = FORBIDDEN, desc = "a link has two ends")
    @State
    public static class BothLink extends Two {
        @Actor
        public void one() {
            one.link(other.pid());
        }

        @Actor
        public void other() {
            other.link(one.pid());
        }

        @Arbiter
        public void look(II_Result result) {
            result.r1 = ends(one, other.pid());
            result.r2 = ends(other, one.pid());
        }
    }

    /// One links while the other ends the link there was.
    @JCStressTest
    @Outcome(
            id = {"1, 1, 0", "0, 0, 0"},
            expect = ACCEPTABLE,
            desc = "there is a link or there is none")
    @Outcome(expect = FORBIDDEN, desc = "a link has two ends, and nothing waits to be acknowledged")
    @State
    public static class LinkAndUnlink extends Two {
        public LinkAndUnlink() {
            one.link(other.pid());
        }

        @Actor
        public void unlink() {
            one.unlink(other.pid());
            one.link(other.pid());
        }

        @Actor
        public void otherUnlink() {
            other.unlink(one.pid());
        }

        @Arbiter
        public void look(III_Result result) {
            result.r1 = ends(one, other.pid());
            result.r2 = ends(other, one.pid());
            result.r3 = one.relations().links.size()
                    - result.r1
                    + other.relations().links.size()
                    - result.r2;
        }
    }

    /// One links with another that is ended.
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "it is told once")
    @Outcome(expect = FORBIDDEN, desc = "it is told never or twice, or thinks that there is a link")
    @State
    public static class LinkAtTheEnd extends Two {
        @Actor
        public void link() {
            one.link(other.pid());
        }

        @Actor
        public void end() {
            endOther();
        }

        @Arbiter
        public void look(II_Result result) {
            result.r2 = one.relations().links.size();
            result.r1 = count(one, "EXIT", 3);
        }
    }

    /// One ends the link with another that is ended.
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 0"},
            expect = ACCEPTABLE,
            desc = "the end of the process was first, or that of the link")
    @Outcome(expect = FORBIDDEN, desc = "it is told twice, or a link stays")
    @State
    public static class UnlinkAtTheEnd extends Two {
        public UnlinkAtTheEnd() {
            one.link(other.pid());
        }

        @Actor
        public void unlink() {
            one.unlink(other.pid());
        }

        @Actor
        public void end() {
            endOther();
        }

        @Arbiter
        public void look(II_Result result) {
            result.r2 = one.relations().links.size();
            result.r1 = count(one, "EXIT", 3);
        }
    }

    /// Once unlink has returned, no exit signal of that link comes any more.
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 0"},
            expect = ACCEPTABLE,
            desc = "none comes after it")
    @Outcome(expect = FORBIDDEN, desc = "one came after it")
    @State
    public static class NoExitAfterUnlink extends Two {
        private int before;

        public NoExitAfterUnlink() {
            other.link(one.pid());
        }

        @Actor
        public void unlink() {
            one.unlink(other.pid());
            before = count(one, "EXIT", 3);
        }

        @Actor
        public void end() {
            endOther();
        }

        @Arbiter
        public void look(II_Result result) {
            result.r1 = before;
            result.r2 = count(one, "EXIT", 3);
        }
    }

    /// One monitors another that is ended.
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "it is told once")
    @Outcome(expect = FORBIDDEN, desc = "it is told never or twice, or the monitor stays")
    @State
    public static class MonitorAtTheEnd extends Two {
        @Actor
        public void monitor() {
            one.monitor(other.pid());
        }

        @Actor
        public void end() {
            endOther();
        }

        @Arbiter
        public void look(II_Result result) {
            result.r2 = one.relations().monitors.heldCount();
            result.r1 = count(one, "DOWN", 5);
        }
    }

    /// A process ends its monitor on another that is ended.
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "it hears nothing after that")
    @Outcome(expect = FORBIDDEN, desc = "it is told of what it does not want to know any more")
    @State
    public static class DemonitorAtTheEnd {
        private final Processes processes = Alone.node();
        private final ReactiveProcess other = Alone.frozen(processes);

        @Actor
        public void demonitor(II_Result result) {
            Alone.asProcess(processes, self -> {
                Ref ref = self.monitor(other.pid());
                self.demonitor(ref);
                LocalProcess me = (LocalProcess) self;
                result.r1 = me.mailbox.size();
                result.r2 = me.relations().monitors.heldCount();
            });
        }

        @Actor
        public void end() {
            processes.exit(other.pid(), ExitReason.KILL);
        }
    }

    /// A process is ended while it sends, links and is watched: what it sent comes before the news.
    @JCStressTest
    @Outcome(
            id = {"1E", "E"},
            expect = ACCEPTABLE,
            desc = "the message came before the news, or never")
    @Outcome(expect = FORBIDDEN, desc = "the message came after the news, or there was no news")
    @State
    public static class SendAtTheEnd {
        private final Processes processes = Alone.node();
        private final ReactiveProcess receiver = Alone.frozen(processes);
        private volatile Pid sender;

        @Actor
        public void send() {
            Alone.asProcess(processes, self -> {
                self.link(receiver.pid());
                sender = self.pid();
                self.send(receiver.pid(), new SmallInt(1));
            });
        }

        @Actor
        public void end() {
            while (sender == null) {
                Thread.onSpinWait();
            }
            processes.exit(sender, ExitReason.KILL);
        }

        @Arbiter
        public void look(L_Result result) {
            StringBuilder seen = new StringBuilder();
            for (Mail mail = receiver.mailbox.peek(); mail != null; mail = receiver.mailbox.peek()) {
                receiver.mailbox.remove(mail);
                seen.append(mail.open() instanceof Tuple ? "E" : "1");
            }
            result.r1 = seen.toString();
        }
    }
}
