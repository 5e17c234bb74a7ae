package org.sunda.bench.ring;

import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.sunda.process.Handler;
import org.sunda.process.Processes;
import org.sunda.process.Self;
import org.sunda.process.SpawnOptions;
import org.sunda.term.Atom;
import org.sunda.term.Int;
import org.sunda.term.Pid;
import org.sunda.term.Term;

/// Sunda's processes without a thread.
final class SundaReactive implements Actors<Pid> {
    private final Processes processes = SundaNode.alone();

    @Override
    public void begin(Consumer<Context<Pid>> what) {
        processes.react(SpawnOptions.DEFAULT, new Handler() {
            @Override
            public void started(Self self) {
                what.accept(new Acting(processes, self));
                throw self.exit(Atom.NORMAL);
            }

            @Override
            public void handle(Term message, Self self) {}
        });
    }

    @Override
    public Pid idle(Context<Pid> context, CountDownLatch started, CountDownLatch handled) {
        return processes.react(SpawnOptions.DEFAULT, new Idle(started, handled));
    }

    @Override
    public void close() {
        processes.close();
    }

    private record Acting(Processes processes, Self process) implements Context<Pid> {
        @Override
        public Pid self() {
            return process.pid();
        }

        @Override
        public Pid spawn(Behaviour<Pid> behaviour) {
            return processes.react(SpawnOptions.DEFAULT, new Member(processes, behaviour));
        }

        @Override
        public void send(Pid to, long message) {
            process.send(to, Int.of(message));
        }
    }

    private record Member(Processes processes, Behaviour<Pid> behaviour) implements Handler {
        @Override
        public void handle(Term message, Self self) {
            if (!behaviour.handle(((Int) message).toLong(), new Acting(processes, self))) {
                throw self.exit(Atom.NORMAL);
            }
        }
    }

    private record Idle(CountDownLatch started, CountDownLatch handled) implements Handler {
        @Override
        public void started(Self self) {
            started.countDown();
        }

        @Override
        public void handle(Term message, Self self) {
            if (((Int) message).toLong() == END) {
                throw self.exit(Atom.NORMAL);
            }
            handled.countDown();
        }
    }
}
