package org.sunda.faults;

import java.time.Duration;
import java.util.Optional;
import org.sunda.Node;
import org.sunda.process.BlockingSelf;
import org.sunda.process.ProcessBody;
import org.sunda.signal.BusyException;
import org.sunda.term.Atom;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Terms;
import org.sunda.term.Tuple;

/// Sends numbered messages to the sink of one peer, in sessions: a session begins with a monitor of the
/// sink and ends when that says that it, or the connection, is gone. Says when each ends, and at the end
/// how far the last one went.
record Sender(Atom self, long life, String peer) implements ProcessBody {
    private static final Duration PACE = Duration.ofMillis(20);
    private static final Duration REST = Duration.ofMillis(300);
    private static final int BATCH = 4;
    static final Atom STOP = Atom.of("stop");
    private static final Atom NUMBERED = Atom.of("numbered");

    @Override
    public void run(BlockingSelf process) throws InterruptedException {
        boolean goesOn = true;
        for (long session = 1; goesOn; session++) {
            goesOn = session(process, session);
        }
    }

    /// Answers false when there is to be no further one.
    private boolean session(BlockingSelf process, long session) throws InterruptedException {
        Tuple sink = Node.name("sink", peer);
        Ref monitor = process.monitor(sink);
        long sent = 0;
        while (true) {
            Optional<Term> news = process.receive(PACE);
            if (news.isPresent() && news.get().equals(STOP)) {
                Line.say("last", peer, life, session, sent);
                return false;
            }
            if (news.isPresent()
                    && news.get() instanceof Tuple down
                    && down.element(1).equals(monitor)) {
                Line.say("down", peer, life, session, sent, down.element(4));
                return !process.receive(message -> message.equals(STOP) ? message : null, REST)
                        .isPresent();
            }
            for (int i = 0; i < BATCH; i++) {
                sent += send(process, sink, session, sent + 1);
            }
        }
    }

    private int send(BlockingSelf process, Tuple sink, long session, long number) {
        try {
            process.send(
                    sink,
                    Terms.tuple(
                            NUMBERED,
                            self,
                            Terms.integer(life),
                            Terms.integer(session),
                            Terms.integer(number),
                            Payloads.of(number)));
            return 1;
        } catch (BusyException e) {
            return 0;
        }
    }
}
