package org.sunda.memory;

import java.util.concurrent.atomic.AtomicInteger;

/// How many handles there are on one piece of memory.
final class Owners {
    private final AtomicInteger count = new AtomicInteger(1);

    void join() {
        count.incrementAndGet();
    }

    /// Answers whether nobody is left.
    boolean leave() {
        return count.decrementAndGet() == 0;
    }
}
