package org.sunda.dist;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.sunda.memory.Bytes;
import org.sunda.memory.Output;

/// What waits to be written to a connection.
///
/// Senders append whole frames, and whoever finds nobody writing writes all that waits, its own frame and
/// those that others append meanwhile: no thread is handed anything, and many small frames leave in one
/// write. The channel does not block. Once it takes no more, the output is *stalled*: appending goes on, and
/// only the reader thread writes again, when the channel says that it can.
///
/// Frames are copied into one direct buffer on their way: the JDK would copy them into one of its own.
final class Outbound {
    /// What happened to a frame.
    enum Appended {
        /// It waits, and will leave.
        YES,
        /// More waits than the caller allows.
        TOO_MUCH,
        /// The connection has ended.
        CLOSED
    }

    /// As much as sockets take at once on most systems, and small messages by the hundred.
    private static final int STAGING_BYTES = 128 * 1024;

    private final WritableByteChannel channel;
    private final long busyBytes;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition drained = lock.newCondition();

    /// Guarded by `lock`: what nobody has taken yet. Small frames lie side by side in it, so that what waits
    /// takes hardly more memory than it has bytes.
    private final Output waiting = new Output();

    /// Guarded by `lock`: appended and not written yet, wherever the bytes are.
    private long waitingBytes;

    /// Guarded by `lock`: all that was ever written.
    private long writtenBytes;

    /// Guarded by `lock`: how many frames were ever appended.
    private long appendedFrames;

    /// Guarded by `lock`: somebody writes.
    private boolean flushing;

    /// Guarded by `lock`: the channel took no more.
    private boolean stalled;

    /// Guarded by `lock`.
    private boolean closed;

    /// Owned by whoever set `flushing`: taken from `waiting`, oldest first, the first one from `offset` on.
    private final ArrayDeque<MemorySegment> taken = new ArrayDeque<>();

    private long offset;

    /// Owned by whoever set `flushing`: ready to be written from its position to its limit.
    private final ByteBuffer staging = ByteBuffer.allocateDirect(STAGING_BYTES).limit(0);

    /// @param busyBytes from how many waiting bytes on the connection is busy
    Outbound(WritableByteChannel channel, long busyBytes) {
        this.channel = channel;
        this.busyBytes = busyBytes;
    }

    /// Waits while the connection is busy: until half of [#busyBytes] has left, or it ends. Not for reader
    /// threads.
    ///
    /// @return false when the deadline passed first
    boolean awaitRoom(Deadline deadline) throws InterruptedException {
        lock.lock();
        try {
            if (waitingBytes <= busyBytes) {
                return true;
            }
            while (waitingBytes > busyBytes / 2 && !closed) {
                if (drained.awaitNanos(deadline.remainingNanos()) <= 0) {
                    return false;
                }
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /// Whether so much waits that senders should not add to it.
    boolean isBusy() {
        return waitingBytes() > busyBytes;
    }

    /// Puts a frame behind all others, unless more than `mostBytes` would wait then.
    Appended append(Bytes frame, long mostBytes) {
        lock.lock();
        try {
            if (closed) {
                return Appended.CLOSED;
            }
            if (waitingBytes > mostBytes - frame.size()) {
                return Appended.TOO_MUCH;
            }
            waiting.write(frame);
            waitingBytes += frame.size();
            appendedFrames++;
            return Appended.YES;
        } finally {
            lock.unlock();
        }
    }

    /// Writes what waits, unless somebody else does, or the output is stalled.
    ///
    /// @return true when the output has stalled by this: the reader thread must be told
    boolean flush() throws IOException {
        return flush(false);
    }

    /// Writes what waits also when the output was stalled; for the reader thread.
    void flushStalled() throws IOException {
        flush(true);
    }

    private boolean flush(boolean evenStalled) throws IOException {
        lock.lock();
        try {
            if (flushing || closed || stalled && !evenStalled) {
                return false;
            }
            flushing = true;
        } finally {
            lock.unlock();
        }
        boolean done = false;
        try {
            while (stage()) {
                int count = channel.write(staging);
                if (wrote(count)) {
                    done = true;
                    return true;
                }
            }
            done = true;
            return false;
        } finally {
            if (!done) {
                close();
            }
        }
    }

    /// Fills the staging buffer when it is empty; false, and nobody writes any more, when there is nothing to
    /// fill it with.
    private boolean stage() {
        while (!staging.hasRemaining()) {
            if (taken.isEmpty() && !takeWaiting()) {
                return false;
            }
            staging.clear();
            while (staging.hasRemaining() && !taken.isEmpty()) {
                stageSome(taken.getFirst());
            }
            staging.flip();
        }
        return true;
    }

    private void stageSome(MemorySegment first) {
        int count = (int) Math.min(staging.remaining(), first.byteSize() - offset);
        MemorySegment.copy(first, offset, MemorySegment.ofBuffer(staging), 0, count);
        staging.position(staging.position() + count);
        offset += count;
        if (offset == first.byteSize()) {
            taken.removeFirst();
            offset = 0;
        }
    }

    private boolean takeWaiting() {
        lock.lock();
        try {
            if (waiting.position() == 0) {
                flushing = false;
                stalled = false;
                return false;
            }
            taken.addAll(waiting.take().segments());
            return true;
        } finally {
            lock.unlock();
        }
    }

    /// Counts, and answers whether the channel took less than was there: then nobody writes any more.
    private boolean wrote(int count) {
        lock.lock();
        try {
            waitingBytes -= count;
            writtenBytes += count;
            if (waitingBytes <= busyBytes / 2) {
                drained.signalAll();
            }
            if (staging.hasRemaining()) {
                flushing = false;
                stalled = true;
            }
            return staging.hasRemaining();
        } finally {
            lock.unlock();
        }
    }

    /// Whether the reader thread has to write when the channel can take more.
    boolean isStalled() {
        lock.lock();
        try {
            return stalled;
        } finally {
            lock.unlock();
        }
    }

    /// How many bytes wait.
    long waitingBytes() {
        lock.lock();
        try {
            return waitingBytes;
        } finally {
            lock.unlock();
        }
    }

    /// How many bytes have ever been written.
    long writtenBytes() {
        lock.lock();
        try {
            return writtenBytes;
        } finally {
            lock.unlock();
        }
    }

    /// How many frames have ever been appended.
    long appendedFrames() {
        lock.lock();
        try {
            return appendedFrames;
        } finally {
            lock.unlock();
        }
    }

    /// Takes nothing more; who waits for room goes on.
    void close() {
        lock.lock();
        try {
            closed = true;
            flushing = false;
            waiting.take();
            drained.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
