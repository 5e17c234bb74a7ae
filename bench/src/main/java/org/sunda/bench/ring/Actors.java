package org.sunda.bench.ring;

import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/// Processes of one kind, as the experiments see them: each has a mailbox, and handles one message after another. A
/// message is a number, which each kind carries as it carries messages.
///
/// @param <A> where messages are sent to
interface Actors<A> extends AutoCloseable {
    /// The message that ends an idle process.
    long END = Long.MIN_VALUE;

    /// Runs something in a process of its own, which then ends.
    void begin(Consumer<Context<A>> what);

    /// Starts a process with as little state as there can be, which tells that it has started and handled messages.
    A idle(Context<A> context, CountDownLatch started, CountDownLatch handled);

    @Override
    void close();

    /// What a process can do.
    interface Context<A> {
        /// The process itself.
        A self();

        /// Starts a process.
        A spawn(Behaviour<A> behaviour);

        /// Sends a message.
        void send(A to, long message);
    }

    /// What a process does with a message.
    interface Behaviour<A> {
        /// Answers whether the process goes on.
        boolean handle(long message, Context<A> context);
    }
}
