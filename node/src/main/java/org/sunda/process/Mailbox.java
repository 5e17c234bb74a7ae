package org.sunda.process;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The messages that wait for one process. Any thread puts, without a lock; one thread at a time receives.
///
/// What is put forms a stack, newest on top. The receiver takes over what it has not seen yet in one piece, turns it
/// round and appends it to its own list, which is in order of arrival. The top also says whether the receiver
/// *rests*: then the next one to put a message has to wake it, and nobody else has. So a message costs one atomic
/// instruction on its way in, and a receiver one for each rest.
///
/// What the receiver has taken over is marked in the message itself, and to rest is to have nothing on top: a mailbox
/// is old, messages are young, and a collector makes each reference from the old to the young expensive.
@SuppressWarnings("ReferenceEquality") // each message is itself and no other
final class Mailbox {
    /// What became of a message.
    enum Put {
        /// The receiver will find it.
        QUEUED,
        /// The receiver rested, and the caller is to wake it.
        WAKE,
        /// It was not put: as many wait as may.
        FULL
    }

    private static final VarHandle TOP;
    private static final VarHandle RECEIVED;

    /// On top when the receiver has been woken by something other than a message.
    private static final Mail AWAKE = new Mail(null);

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            TOP = lookup.findVarHandle(Mailbox.class, "top", Mail.class);
            RECEIVED = lookup.findVarHandle(Mailbox.class, "received", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /// The newest message, or [#AWAKE]; null while the receiver rests.
    private volatile @Nullable Mail top;

    private @Nullable Mail first;
    private @Nullable Mail last;

    /// The last message that was passed over: the next one to look at comes after it.
    private @Nullable Mail passed;

    /// How many messages the receiver has taken over, wrapping: the number of the newest one.
    private int arrived;

    /// How many messages have been received, wrapping.
    private int received;

    // -- For senders --------------------------------------------------------------------------------------------------

    /// Puts a message, unless so many wait.
    Put put(Mail mail, int bound) {
        while (true) {
            @Nullable Mail before = top;
            mail.number = numberOf(before) + 1;
            if (mail.number - (int) RECEIVED.getOpaque(this) > bound) {
                return Put.FULL;
            }
            mail.next = before;
            if (TOP.compareAndSet(this, before, mail)) {
                return before == null ? Put.WAKE : Put.QUEUED;
            }
        }
    }

    /// Ends the rest of the receiver. Answers whether it rested: then the caller is the one to wake it.
    boolean wake() {
        return top == null && TOP.compareAndSet(this, null, AWAKE);
    }

    /// How many wait: a moment ago, for any thread but the receiver.
    int size() {
        return Math.max(0, numberOf(top) - (int) RECEIVED.getOpaque(this));
    }

    /// How many messages have been received, modulo 2^32.
    long received() {
        return Integer.toUnsignedLong((int) RECEIVED.getOpaque(this));
    }

    /// Whether the receiver rests.
    boolean isResting() {
        return top == null;
    }

    private int numberOf(@Nullable Mail mail) {
        return mail == null || mail == AWAKE ? arrived : mail.number;
    }

    // -- For the receiver ---------------------------------------------------------------------------------------------

    /// For a receiver that passes nothing over: takes the next message out, or answers null.
    @Nullable
    Mail poll() {
        @Nullable Mail newest = first == null ? top : null;
        if (newest == null || isOld(newest) || !isOld(newest.next)) {
            @Nullable Mail next = peek();
            if (next != null) {
                remove(next);
            }
            return next;
        }
        // The only one there is: it needs no list.
        newest.next = null;
        newest.number = ++arrived;
        newest.isTaken = true;
        RECEIVED.setOpaque(this, received + 1);
        return newest;
    }

    /// The next message that has not been passed over, or null.
    @Nullable
    Mail peek() {
        @Nullable Mail next = afterPassed();
        return next == null && takeOver() ? afterPassed() : next;
    }

    private @Nullable Mail afterPassed() {
        return passed == null ? first : passed.next;
    }

    /// Takes the message out that [#peek] has answered.
    void remove(Mail mail) {
        if (passed == null) {
            first = mail.next;
        } else {
            passed.next = mail.next;
        }
        if (mail == last) {
            last = passed;
        }
        mail.next = null;
        RECEIVED.setOpaque(this, received + 1);
    }

    /// Leaves the message where it is that [#peek] has answered.
    void pass(Mail mail) {
        passed = mail;
    }

    /// Passes over all that is there.
    void passAll() {
        takeOver();
        passed = last;
    }

    /// Begins again with the oldest message.
    void rewind() {
        passed = null;
    }

    /// Takes out what has arrived and is such, whether or not it was passed over.
    void removeIf(Predicate<Mail> unwanted) {
        takeOver();
        @Nullable Mail lastPassed = passed;
        @Nullable Mail kept = null;
        rewind();
        for (Mail mail = first; mail != null; mail = afterPassed()) {
            boolean wasLastPassed = mail == lastPassed;
            if (unwanted.test(mail)) {
                remove(mail);
            } else {
                pass(mail);
            }
            if (wasLastPassed) {
                kept = passed;
            }
        }
        passed = kept;
    }

    /// Forgets all messages, for good.
    void clear() {
        top = AWAKE;
        first = null;
        last = null;
        passed = null;
    }

    /// Comes to rest, unless more has arrived since [#peek] answered null. Once this has answered true the caller
    /// receives no more until it, or the run that it has made room for, is woken.
    boolean rest() {
        @Nullable Mail newest = top;
        return isOld(newest) && (newest == null || TOP.compareAndSet(this, newest, null));
    }

    /// Whether the receiver knows of it, and of all before it.
    private static boolean isOld(@Nullable Mail mail) {
        return mail == null || mail == AWAKE || mail.isTaken;
    }

    /// Appends what has been put to the receiver's list. Answers whether there was anything.
    private boolean takeOver() {
        @Nullable Mail newest = top;
        if (newest == null || isOld(newest)) {
            return false;
        }
        Mail oldest = turnRound(newest);
        // A sender that was very slow may have counted from a former rest.
        newest.number = arrived;
        newest.isTaken = true;
        if (last == null) {
            first = oldest;
        } else {
            last.next = oldest;
        }
        last = newest;
        return true;
    }

    /// Links each message with the one after it, down to what was taken over before. Answers the oldest.
    private Mail turnRound(Mail newest) {
        @Nullable Mail after = null;
        Mail mail = newest;
        while (true) {
            @Nullable Mail before = mail.next;
            mail.next = after;
            arrived++;
            if (before == null || isOld(before)) {
                return mail;
            }
            after = mail;
            mail = before;
        }
    }
}
