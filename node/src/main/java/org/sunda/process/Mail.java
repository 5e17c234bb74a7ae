package org.sunda.process;

import org.jspecify.annotations.Nullable;
import org.sunda.signal.Payload;
import org.sunda.term.Term;

/// A message in a [Mailbox]. Who puts it in links it to the one before it; the receiver turns the links round.
class Mail {
    /// Null once it is received, so that a mailbox keeps nothing alive.
    private @Nullable Term term;

    /// Guarded by the way through the mailbox: first the sender's, then the receiver's.
    @Nullable
    Mail next;

    /// Whether the receiver has seen it on top of the mailbox, and so all before it.
    boolean isTaken;

    /// Which message of the mailbox it is, counted from 1 and wrapping.
    int number;

    Mail(@Nullable Term term) {
        this.term = term;
    }

    /// A message that may still have to be decoded, by the receiver.
    static Mail of(Payload payload) {
        return payload instanceof Payload.Decoded(Term term) ? new Mail(term) : new Encoded(payload);
    }

    /// For the receiver: the message, or null when its bytes are not a term.
    @Nullable
    Term term() {
        return term;
    }

    /// For the receiver: the message, unless it has still to be decoded. What this node tells a process never has.
    final @Nullable Term decoded() {
        return term;
    }

    /// For the receiver: empties it. Answers what [#term] does.
    @Nullable
    Term open() {
        @Nullable Term content = term();
        term = null;
        return content;
    }

    /// Decoded when it is first looked at.
    private static final class Encoded extends Mail {
        private @Nullable Payload payload;

        Encoded(Payload payload) {
            super(null);
            this.payload = payload;
        }

        @Override
        @Nullable
        Term term() {
            @Nullable Payload encoded = payload;
            if (encoded != null) {
                payload = null;
                super.term = encoded.term();
            }
            return super.term;
        }
    }
}
