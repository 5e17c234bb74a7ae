package org.sunda.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.tuple;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sunda.otp.From;
import org.sunda.otp.GenServer;
import org.sunda.otp.Reply;
import org.sunda.process.ProcessInfo.Kind;
import org.sunda.process.ProcessInfo.Status;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;

/// What a node tells of its processes.
@Timeout(60)
class ProcessInfoTest {
    private static ProcessInfo info(Nodes nodes, Pid pid) {
        return nodes.here().info(pid).orElseThrow();
    }

    @Test
    void shouldTellWhatTiesAProcessToOthers() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Probe a = Probe.on(nodes.here(), SpawnOptions.DEFAULT.named("a"));
            Probe b = Probe.trapping(nodes.here());
            Term absent = tuple(atom("absent"), nodes.there().node());
            a.runs(self -> self.link(b.pid()));
            Ref first = a.does(self -> self.monitor(b.pid()));
            Ref second = a.does(self -> self.monitor(b.pid()));

            ProcessInfo of = info(nodes, a.pid());
            assertThat(of.pid()).isEqualTo(a.pid());
            assertThat(of.name()).isEqualTo(atom("a"));
            assertThat(of.kind()).isEqualTo(Kind.BLOCKING);
            assertThat(of.code().getName()).startsWith("org.sunda.process.Probe$$Lambda");
            assertThat(of.trapExit()).isFalse();
            assertThat(of.groupLeader()).isEqualTo(a.pid());
            assertThat(of.links()).containsExactly(b.pid());
            assertThat(of.monitors()).containsExactly(b.pid(), b.pid());
            assertThat(of.monitoredBy()).isEmpty();
            ProcessInfo ofOther = info(nodes, b.pid());
            assertThat(ofOther.name()).isNull();
            assertThat(ofOther.trapExit()).isTrue();
            assertThat(ofOther.links()).containsExactly(a.pid());
            assertThat(ofOther.monitoredBy()).containsExactly(a.pid(), a.pid());
            assertThat(ofOther.memory()).isGreaterThan(1_000);

            a.runs(self -> {
                self.demonitor(first);
                self.demonitor(second);
                self.unlink(b.pid());
                self.monitor(absent);
            });
            assertThat(info(nodes, b.pid()).monitoredBy()).isEmpty();
            assertThat(info(nodes, a.pid()).links()).isEmpty();
        }
    }

    @Test
    void shouldTellWhatABlockingProcessDoes() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            CountDownLatch goOn = new CountDownLatch(1);
            Pid pid = nodes.here().spawn(self -> {
                self.receive();
                goOn.await();
                self.receive(message -> message.equals(atom("never")) ? message : null);
            });
            Await.until("it waits for a message", () -> info(nodes, pid).status() == Status.WAITING);
            assertThat(info(nodes, pid).received()).isZero();
            for (int i = 0; i < 3; i++) {
                nodes.here().send(pid, integer(i));
            }
            Await.until("it has received one", () -> info(nodes, pid).messages() == 2);
            assertThat(info(nodes, pid).received()).isEqualTo(1);
            goOn.countDown();
            Await.until("it waits for another", () -> info(nodes, pid).status() == Status.WAITING);
            assertThat(info(nodes, pid).messages()).isEqualTo(2);
            ProcessInfo own =
                    nodes.here().asProcess(self -> nodes.here().info(self.pid()).orElseThrow());
            assertThat(own.status()).isEqualTo(Status.RUNNING);
            assertThat(own.code().getName()).startsWith(ProcessInfoTest.class.getName());
        }
    }

    @Test
    void shouldTellWhatAReactiveProcessDoes() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Queue<Runnable> runs = new ArrayDeque<>();
            CountDownLatch isAt = new CountDownLatch(1);
            CountDownLatch goOn = new CountDownLatch(1);
            Pid pid = nodes.here().react(SpawnOptions.DEFAULT.on(runs::add), (message, self) -> {
                isAt.countDown();
                goOn.await();
            });
            assertThat(info(nodes, pid).kind()).isEqualTo(Kind.REACTIVE);
            assertThat(info(nodes, pid).status()).isEqualTo(Status.WAITING);
            nodes.here().send(pid, integer(1));
            nodes.here().send(pid, integer(2));
            assertThat(info(nodes, pid).status()).isEqualTo(Status.RUNNABLE);
            assertThat(info(nodes, pid).messages()).isEqualTo(2);
            long memory = info(nodes, pid).memory();
            Thread runner = Thread.ofVirtual().start(runs.remove());
            isAt.await();
            assertThat(info(nodes, pid).status()).isEqualTo(Status.RUNNING);
            assertThat(info(nodes, pid).messages()).isEqualTo(1);
            goOn.countDown();
            runner.join();
            assertThat(info(nodes, pid).status()).isEqualTo(Status.WAITING);
            assertThat(info(nodes, pid).received()).isEqualTo(2);
            assertThat(info(nodes, pid).memory()).isLessThan(memory);
        }
    }

    @Test
    void shouldTellNothingOfTheDead() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Probe a = Probe.on(nodes.here());
            int before = nodes.here().count();
            a.exits(Atom.NORMAL);
            Await.until("it has left", () -> nodes.here().info(a.pid()).isEmpty());
            assertThat(nodes.here().count()).isEqualTo(before - 1);
            assertThat(nodes.here().info(nodes.here().newPid())).isEmpty();
        }
    }

    @Test
    void shouldTellOfTheServerAndNotOfWhatAdaptsIt() {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Pid pid = Servers.serve(nodes.here(), new Deaf());
            assertThat(info(nodes, pid).code()).isEqualTo(Deaf.class);
        }
    }

    private static final class Deaf implements GenServer {
        @Override
        public Reply handleCall(Term request, From from, Self self) {
            return Reply.later();
        }
    }
}
