package org.sunda.dist;

/// A thread that reads a connection. It must never wait for output: two nodes whose readers wait for each
/// other would wait for ever.
final class ReaderThread extends Thread {
    ReaderThread(Runnable task, String name) {
        super(task, name);
        setDaemon(true);
    }

    /// Whether the caller runs on such a thread.
    static boolean isCurrent() {
        return Thread.currentThread() instanceof ReaderThread;
    }
}
