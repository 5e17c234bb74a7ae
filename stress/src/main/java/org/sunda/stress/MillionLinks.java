package org.sunda.stress;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.sunda.process.Handler;
import org.sunda.process.ProcessSettings;
import org.sunda.process.Processes;
import org.sunda.process.Self;
import org.sunda.process.SpawnOptions;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Term;

/// A process with as many links as it may have, all of which end with it.
final class MillionLinks {
    private static final int LINKS = ProcessSettings.DEFAULT.links();
    private static final Atom GO = Atom.of("go");
    private static final Atom BOOM = Atom.of("boom");

    private MillionLinks() {}

    /// Links when it is told to, and says when it has ended.
    private record Linked(Pid hub, CountDownLatch links, CountDownLatch ends) implements Handler {
        @Override
        public void handle(Term message, Self self) {
            self.link(hub);
            links.countDown();
        }

        @Override
        public void stopped(Term reason) {
            if (reason.equals(BOOM)) {
                ends.countDown();
            }
        }
    }

    /// Answers whether each was told, with the reason of the one it was linked with.
    static boolean run() throws InterruptedException {
        try (Processes processes = new Processes(
                Atom.of("links@stress"), 1, (node, signal) -> {}, request -> self -> {}, ProcessSettings.DEFAULT)) {
            CountDownLatch links = new CountDownLatch(LINKS);
            CountDownLatch ends = new CountDownLatch(LINKS);
            Pid hub = processes.react(SpawnOptions.DEFAULT, (message, self) -> {});
            Linked linked = new Linked(hub, links, ends);
            long begin = System.nanoTime();
            for (int i = 0; i < LINKS; i++) {
                processes.send(processes.react(SpawnOptions.DEFAULT, linked), GO);
            }
            boolean areLinked = links.await(60, TimeUnit.SECONDS);
            long end = System.nanoTime();
            processes.exit(hub, BOOM);
            boolean areTold = ends.await(60, TimeUnit.SECONDS);
            System.out.printf(
                    "links n=%d linked_s=%.1f died_s=%.1f left=%d%n",
                    LINKS,
                    (end - begin) / 1e9,
                    (System.nanoTime() - end) / 1e9,
                    processes.pids().size());
            return areLinked && areTold && processes.pids().isEmpty();
        }
    }
}
