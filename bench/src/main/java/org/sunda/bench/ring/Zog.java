package org.sunda.bench.ring;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;

/// The fourth report's ring in Java, with threads of today: each member is a thread and a monitor, has room for one
/// number, and is woken by `notify`.
final class Zog implements Runnable {
    private Zog next = this;
    private boolean hasMessage;
    private long message;
    private long last;
    private long ended;

    private Zog() {}

    @Override
    public void run() {
        try {
            do {
                last = relay();
            } while (last > 0);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        ended = System.nanoTime();
    }

    /// Sends while it holds its own monitor, as in the report: only one member at a time has anything to send.
    private synchronized long relay() throws InterruptedException {
        while (!hasMessage) {
            wait();
        }
        hasMessage = false;
        long number = message;
        next.send(number - 1);
        return number;
    }

    private synchronized void send(long number) {
        message = number;
        hasMessage = true;
        notify();
    }

    /// Runs a ring.
    ///
    /// @throws OutOfMemoryError when there cannot be so many threads
    static Map<String, Double> ring(ThreadFactory factory, int n, long m) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        Zog first = new Zog();
        try {
            long began = System.nanoTime();
            threads.add(start(factory, first));
            Zog old = first;
            for (int i = 1; i < n; i++) {
                Zog zog = new Zog();
                zog.next = old;
                threads.add(start(factory, zog));
                old = zog;
            }
            first.next = old;
            long spawned = System.nanoTime();
            old.send(m);
            threads.getFirst().join();
            long hops = m + 1 - first.last;
            return Map.of(
                    Answer.SPAWN, (double) (spawned - began) / n,
                    Answer.MESSAGE, (double) (first.ended - spawned) / hops,
                    Answer.HOPS, (double) hops);
        } finally {
            // Those that wait for a message, or for a ring that could not be closed.
            threads.forEach(Thread::interrupt);
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    private static Thread start(ThreadFactory factory, Zog zog) {
        Thread thread = factory.newThread(zog);
        thread.start();
        return thread;
    }
}
