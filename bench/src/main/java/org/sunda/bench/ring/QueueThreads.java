package org.sunda.bench.ring;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedTransferQueue;
import java.util.function.Consumer;

/// A virtual thread for each process, and a queue of the JDK as its mailbox.
final class QueueThreads implements Actors<LinkedTransferQueue<Long>> {
    @Override
    public void begin(Consumer<Context<LinkedTransferQueue<Long>>> what) {
        Thread.startVirtualThread(() -> what.accept(new Acting(new LinkedTransferQueue<>())));
    }

    @Override
    public LinkedTransferQueue<Long> idle(
            Context<LinkedTransferQueue<Long>> context, CountDownLatch started, CountDownLatch handled) {
        LinkedTransferQueue<Long> mailbox = new LinkedTransferQueue<>();
        Thread.startVirtualThread(() -> {
            started.countDown();
            while (take(mailbox) != END) {
                handled.countDown();
            }
        });
        return mailbox;
    }

    @Override
    public void close() {
        // There is nothing but threads, which end by messages.
    }

    private static long take(LinkedTransferQueue<Long> mailbox) {
        try {
            return mailbox.take();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts it", e);
        }
    }

    private record Acting(LinkedTransferQueue<Long> mailbox) implements Context<LinkedTransferQueue<Long>> {
        @Override
        public LinkedTransferQueue<Long> self() {
            return mailbox;
        }

        @Override
        public LinkedTransferQueue<Long> spawn(Behaviour<LinkedTransferQueue<Long>> behaviour) {
            LinkedTransferQueue<Long> own = new LinkedTransferQueue<>();
            Thread.startVirtualThread(() -> {
                Acting acting = new Acting(own);
                long message;
                do {
                    message = take(own);
                } while (behaviour.handle(message, acting));
            });
            return own;
        }

        @Override
        public void send(LinkedTransferQueue<Long> to, long message) {
            to.put(message);
        }
    }
}
