package org.sunda.dist;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.sunda.memory.Bytes;
import org.sunda.memory.Input;
import org.sunda.memory.Output;
import org.sunda.term.Term;

/// What waits to be written to a connection.
///
/// Senders append whole messages, and whoever finds nobody writing writes what waits, its own and those
/// that others append meanwhile: many small messages leave in one write. The channel does not block.
/// Once it takes no more, the output is *stalled*: appending goes on, and only the reader thread writes
/// again, when the channel says that it can.
///
/// Messages lie side by side in one direct buffer while another is written. What does not fit waits in
/// segments, and what is long enough for fragments in [Lanes]: then short messages and fragments leave
/// by turns.
@SuppressWarnings("NonAtomicVolatileUpdate") // all updates are made under the lock
final class Outbound {
    /// A message on its way here. For the thread that appends it.
    interface Message {
        /// How many bytes it takes as one frame, with its length.
        long size();

        /// Which process it comes from, whose messages to one receiver keep their order: its pid, or the
        /// name it is monitored by; null when it does not matter.
        @Nullable
        Term sender();

        /// Copies it as one frame, with its length, if there is room for it and it lies together.
        ///
        /// @return whether it was copied
        boolean copyTo(ByteBuffer target);

        /// Copies it as one frame, with its length. What is long in it is not copied but linked.
        void moveTo(Output target);

        /// The same as one frame, with its length, to be kept.
        Bytes takeFrame();

        /// Whether it may be sent in fragments.
        boolean mayBeFragmented();

        /// It cut into fragments of so many bytes.
        Fragmented takeFragments(int bytesPerFragment);

        /// It is on its way before all that are made from now on.
        void sent();
    }

    /// What happened to a message.
    enum Appended {
        /// It waits, and will leave.
        YES,
        /// More waits than the caller allows.
        TOO_MUCH,
        /// The connection has ended.
        CLOSED
    }

    /// Longer messages go in fragments. A shorter one holds up others no longer than a turn of the writer does, and
    /// costs both sides less in one piece.
    static final int LONGEST_WHOLE = 256 * 1024;

    /// How many bytes of a payload each fragment has, as with a BEAM.
    static final int FRAGMENT_BYTES = 64 * 1024;

    /// Room for a fragment with the longest header, and for small messages by the hundred.
    private static final int BUFFER_BYTES = 128 * 1024;

    private final WritableByteChannel channel;
    private final long busyBytes;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition drained = lock.newCondition();

    // Guarded by the lock, though some may be read without it.

    /// What was appended first.
    private ByteBuffer filling = ByteBuffer.allocateDirect(BUFFER_BYTES);

    /// What found no room there, or came after such.
    private final Output overflow = new Output();

    /// How many messages were ever appended.
    private volatile long appendedMessages;

    private final Lanes lanes = new Lanes();

    /// Appended, in no lane, and not written yet.
    private volatile long waitingBytes;

    private volatile long laneBytes;

    /// All that was ever written.
    private volatile long writtenBytes;

    /// Somebody writes.
    private volatile boolean flushing;

    /// The channel took no more.
    private volatile boolean stalled;

    private boolean closed;

    // Owned by whoever set `flushing`.

    /// Ready to be written from its position to its limit.
    private ByteBuffer writing = ByteBuffer.allocateDirect(BUFFER_BYTES).limit(0);

    /// Taken from `overflow`: older than all that is in `filling`.
    private final Input taken = Bytes.EMPTY.open();

    /// Whose fragment is being copied.
    private Lanes.@Nullable Lane lane;

    private boolean fragmentNext;

    /// Bytes that have left a lane, and bytes that were written, of which the lock does not know yet.
    private int copied;

    private int written;

    /// When the channel was last written to.
    private volatile long lastWriteNanos = System.nanoTime();

    /// @param busyBytes from how many waiting bytes on the connection is busy
    Outbound(WritableByteChannel channel, long busyBytes) {
        this.channel = channel;
        this.busyBytes = busyBytes;
    }

    /// Waits while the connection is busy: until half of [#busyBytes] has left, or it ends. Not for reader
    /// threads. Short messages wait only for short ones, unless one of their own sender is on its way in
    /// fragments.
    ///
    /// @return false when the deadline passed first
    boolean awaitRoom(Message message, Duration longest) throws InterruptedException {
        if (waitingBytes() <= busyBytes) {
            return true;
        }
        Deadline deadline = Deadline.in(longest);
        lock.lock();
        try {
            boolean inLane = isLong(message) || lanes.hold(message.sender());
            if (waiting(inLane) <= busyBytes) {
                return true;
            }
            while (waiting(inLane) > busyBytes / 2 && !closed) {
                if (drained.awaitNanos(deadline.remainingNanos()) <= 0) {
                    return false;
                }
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /// Whether so much waits that senders should not add that to it.
    boolean isBusy(Message message) {
        if (waitingBytes() <= busyBytes) {
            return false;
        }
        lock.lock();
        try {
            return waiting(isLong(message) || lanes.hold(message.sender())) > busyBytes;
        } finally {
            lock.unlock();
        }
    }

    private long waiting(boolean inLane) {
        return inLane ? Math.max(waitingBytes, laneBytes) : waitingBytes;
    }

    private static boolean isLong(Message message) {
        return message.size() > LONGEST_WHOLE && message.mayBeFragmented() && message.sender() != null;
    }

    /// Puts a message behind all others of its sender, unless more than `mostBytes` would wait then: of
    /// short messages for a short one, in the lanes for one that goes there. One message always may,
    /// however long.
    Appended append(Message message, long mostBytes) {
        lock.lock();
        try {
            if (closed) {
                return Appended.CLOSED;
            }
            boolean isLong = isLong(message);
            boolean inLane = isLong || lanes.hold(message.sender());
            long before = inLane ? laneBytes : waitingBytes;
            if (before > mostBytes - Math.min(message.size(), mostBytes)) {
                return Appended.TOO_MUCH;
            }
            appendedMessages++;
            if (inLane) {
                lanes.add(message, isLong);
                laneBytes = lanes.bytes();
            } else {
                waitingBytes += message.size();
                if (overflow.position() > 0 || !message.copyTo(filling)) {
                    message.moveTo(overflow);
                }
                message.sent();
            }
            return Appended.YES;
        } finally {
            lock.unlock();
        }
    }

    /// Puts a tick, unless something waits that is as good.
    void appendTick() {
        lock.lock();
        try {
            if (waitingBytes + laneBytes == 0 && !closed) {
                filling.putInt(0);
                waitingBytes += Integer.BYTES;
            }
        } finally {
            lock.unlock();
        }
    }

    /// Writes what waits, so many bytes or somewhat more, unless somebody else does, or the output is
    /// stalled.
    ///
    /// @return true when something is left that only the reader thread will write: it must be told
    boolean flush(long mostBytes) throws IOException {
        return flush(mostBytes, false);
    }

    /// For the reader thread: writes also after the output has stalled.
    void flushStalled(long mostBytes) throws IOException {
        flush(mostBytes, true);
    }

    private boolean flush(long mostBytes, boolean evenStalled) throws IOException {
        if (!begin(evenStalled)) {
            return false;
        }
        boolean done = false;
        try {
            long left = mostBytes;
            while (writing.hasRemaining() || refill(left > 0)) {
                int count = channel.write(writing);
                written += count;
                left -= count;
                if (writing.hasRemaining()) {
                    stall();
                    break;
                }
            }
            if (left < mostBytes) {
                lastWriteNanos = System.nanoTime();
            }
            done = true;
            return waitingBytes + laneBytes > 0;
        } finally {
            if (!done) {
                close();
            }
        }
    }

    private boolean begin(boolean evenStalled) {
        lock.lock();
        try {
            if (flushing || closed || stalled && !evenStalled) {
                return false;
            }
            flushing = true;
            stalled = false;
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void stall() {
        lock.lock();
        try {
            count();
            stalled = true;
            flushing = false;
        } finally {
            lock.unlock();
        }
    }

    /// Fills the empty buffer; false, and nobody writes any more, when there is nothing to fill it with
    /// or the caller would not go on.
    private boolean refill(boolean goesOn) {
        Source source = Source.NONE;
        lock.lock();
        try {
            count();
            if (goesOn && !closed) {
                source = choose();
            }
            if (source == Source.NONE) {
                flushing = false;
                return false;
            }
        } finally {
            lock.unlock();
        }
        copyFrom(source);
        return true;
    }

    /// Where the next bytes come from.
    private enum Source {
        NONE,
        BUFFER,
        TAKEN,
        LANE
    }

    private Source choose() {
        if (lane != null && !lane.isInFragment()) {
            lanes.back(lane, overflow);
            countLanes();
            lane = null;
        }
        boolean hasShort = taken.remaining() > 0 || filling.position() > 0 || overflow.position() > 0;
        // What was taken may be in the middle of a frame.
        if (lane == null && taken.remaining() == 0 && (fragmentNext || !hasShort)) {
            lane = lanes.next();
        }
        if (lane != null) {
            fragmentNext = false;
            return Source.LANE;
        }
        fragmentNext = hasShort;
        if (taken.remaining() > 0) {
            return Source.TAKEN;
        }
        if (filling.position() > 0) {
            ByteBuffer full = filling;
            filling = writing.clear();
            writing = full.flip();
            return Source.BUFFER;
        }
        if (overflow.position() > 0) {
            taken.reset(overflow.take());
            return Source.TAKEN;
        }
        return Source.NONE;
    }

    private void copyFrom(Source source) {
        switch (source) {
            case NONE, BUFFER -> {}
            case TAKEN -> {
                taken.read(writing.clear());
                writing.flip();
            }
            case LANE -> {
                Objects.requireNonNull(lane).copyTo(writing.clear());
                copied += writing.flip().remaining();
            }
        }
    }

    /// Counts what was copied and written since the last time.
    private void count() {
        if (copied > 0) {
            lanes.copied(copied);
            copied = 0;
            countLanes();
        }
        waitingBytes -= written;
        writtenBytes += written;
        written = 0;
        if (waitingBytes <= busyBytes / 2) {
            drained.signalAll();
        }
    }

    /// What has left the lanes waits still.
    private void countLanes() {
        waitingBytes += laneBytes - lanes.bytes();
        laneBytes = lanes.bytes();
    }

    /// Whether the reader thread has to write when the channel can take more.
    boolean isStalled() {
        return stalled;
    }

    /// Whether something waits that somebody could write, and nobody does.
    boolean hasWork() {
        return waitingBytes + laneBytes > 0 && !flushing && !stalled;
    }

    /// Whether the last write was less than that ago.
    boolean wroteWithin(long nanos) {
        return System.nanoTime() - lastWriteNanos < nanos;
    }

    /// How many bytes wait.
    long waitingBytes() {
        return waitingBytes + laneBytes;
    }

    /// How many bytes have ever been written.
    long writtenBytes() {
        return writtenBytes;
    }

    /// How many frames have ever been appended.
    long appendedMessages() {
        return appendedMessages;
    }

    /// Takes nothing more; who waits for room goes on.
    void close() {
        lock.lock();
        try {
            closed = true;
            flushing = false;
            overflow.take();
            drained.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
