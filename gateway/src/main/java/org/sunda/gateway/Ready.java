package org.sunda.gateway;

import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sunda.Node;

/// A node that is there until the process is told to end.
final class Ready {
    private static final Logger LOG = LoggerFactory.getLogger(Ready.class);

    private Ready() {}

    /// Says on standard output that the node is ready, and waits for the signal that ends this process (SIGTERM, or
    /// ctrl-C): then all is closed in order, before the process exits.
    ///
    /// @param contents what the node has to offer
    static void serve(Node node, String contents, AutoCloseable all) throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().name("stop").unstarted(() -> close(all)));
        System.out.println("SUNDA READY node=" + node.name() + " port=" + node.port() + " " + contents);
        System.out.flush();
        new CountDownLatch(1).await();
    }

    private static void close(AutoCloseable all) {
        try {
            all.close();
        } catch (Exception e) {
            LOG.error("not everything was closed: {}", e.getMessage());
        }
    }
}
