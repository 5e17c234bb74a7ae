package org.sunda.bench.ring;

import java.util.Map;
import org.sunda.process.BlockingSelf;
import org.sunda.process.Processes;
import org.sunda.term.Atom;
import org.sunda.term.Int;
import org.sunda.term.Pid;
import org.sunda.term.Tuple;
import org.sunda.term.Tuple2;

/// Requests whose answers come behind messages that nobody takes.
final class Selective {
    private static final Atom LEFT = Atom.of("left");
    private static final Atom ANSWER = Atom.of("answer");

    private Selective() {}

    /// @param backlog how many messages stay in the mailbox
    /// @param count how many requests
    static Map<String, Double> behind(Processes processes, int backlog, int count) throws InterruptedException {
        return processes.asProcess(self -> {
            for (int i = 0; i < backlog; i++) {
                self.send(self.pid(), Tuple.of(LEFT, Int.of(i)));
            }
            Pid echo = self.spawnLink(Selective::echo);
            long start = System.nanoTime();
            for (int i = 0; i < count; i++) {
                Int number = Int.of(i);
                self.send(echo, Tuple.of(self.pid(), number));
                self.receive(message ->
                        message instanceof Tuple2(Atom tag, Int answer) && tag.equals(ANSWER) && answer.equals(number)
                                ? answer
                                : null);
            }
            double time = System.nanoTime() - start;
            self.unlink(echo);
            self.exit(echo, Atom.of("kill"));
            return Map.of(Answer.TRIP, time / count);
        });
    }

    private static void echo(BlockingSelf self) throws InterruptedException {
        while (true) {
            if (self.receive() instanceof Tuple2(Pid from, Int number)) {
                self.send(from, Tuple.of(ANSWER, number));
            }
        }
    }
}
