package org.sunda.bench.ring;

import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.sunda.process.BlockingSelf;
import org.sunda.process.Processes;
import org.sunda.term.Int;
import org.sunda.term.Pid;
import org.sunda.term.Term;

/// Sunda's processes with a virtual thread each.
final class SundaBlocking implements Actors<Pid> {
    private final Processes processes = SundaNode.alone();

    @Override
    public void begin(Consumer<Context<Pid>> what) {
        processes.spawn(self -> what.accept(new Acting(self)));
    }

    @Override
    public Pid idle(Context<Pid> context, CountDownLatch started, CountDownLatch handled) {
        return processes.spawn(self -> {
            started.countDown();
            while (((Int) self.receive()).toLong() != END) {
                handled.countDown();
            }
        });
    }

    /// The processes, for what only they can do.
    Processes processes() {
        return processes;
    }

    @Override
    public void close() {
        processes.close();
    }

    private static void run(BlockingSelf self, Behaviour<Pid> behaviour) throws InterruptedException {
        Acting acting = new Acting(self);
        Term message;
        do {
            message = self.receive();
        } while (behaviour.handle(((Int) message).toLong(), acting));
    }

    private record Acting(BlockingSelf process) implements Context<Pid> {
        @Override
        public Pid self() {
            return process.pid();
        }

        @Override
        public Pid spawn(Behaviour<Pid> behaviour) {
            return process.spawn(child -> run(child, behaviour));
        }

        @Override
        public void send(Pid to, long message) {
            process.send(to, Int.of(message));
        }
    }
}
