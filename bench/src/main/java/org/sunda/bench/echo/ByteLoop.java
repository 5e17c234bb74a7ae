package org.sunda.bench.echo;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/// The least that Java can do to answer `{echo, Node} ! {self(), Payload}`: one thread that reads into one buffer,
/// finds where frames end, puts what has to stand before an answer into the same buffer in front of the payload, and
/// sends all answers of a read in one write. No terms, no objects, no checks.
///
/// The answer's beginning is shorter than the request's, so the first payload of a read stays where it is, and the
/// others move a few bytes to the front.
final class ByteLoop implements Runnable {
    private static final int FIRST_CAPACITY = 256 << 10;

    /// A request's bytes: its length, then pass through, `{6, Pid, '', echo}`, and the payload with its version.
    private static final int OPERATION_AT = 9;

    private static final int PID_AT = 10;
    private static final int REG_SEND = 6;

    /// An answer's bytes up to the pid: its length, then pass through, `{2, '', Pid}`, and the payload.
    private static final byte[] BEFORE_PID = {0, 0, 0, 0, 'p', (byte) 131, 104, 3, 97, 2, 119, 0};

    /// What is in a pid beside its node's name: two tags, a length, and three numbers.
    private static final int PID_BYTES = 3 + 3 * Integer.BYTES;

    private final SocketChannel channel;
    private final ByteBuffer head = ByteBuffer.allocate(512).put(BEFORE_PID);
    private ByteBuffer buffer = ByteBuffer.allocateDirect(FIRST_CAPACITY);

    /// Where the answers to the frames of a read begin and end.
    private int first;

    private int last;

    ByteLoop(SocketChannel channel) {
        this.channel = channel;
    }

    @Override
    public void run() {
        try (channel) {
            while (channel.read(buffer) >= 0) {
                answer();
            }
        } catch (IOException e) {
            System.err.println("the connection is gone: " + e.getMessage());
        }
    }

    private void answer() throws IOException {
        int end = buffer.position();
        int at = 0;
        first = -1;
        last = 0;
        while (end - at >= Integer.BYTES && end - at - Integer.BYTES >= buffer.getInt(at)) {
            int next = at + Integer.BYTES + buffer.getInt(at);
            frame(at, next);
            at = next;
        }
        if (first >= 0) {
            buffer.limit(last).position(first);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        }
        keep(at, end);
    }

    private void frame(int at, int next) {
        if (next - at == Integer.BYTES) {
            // A tick is answered with one.
            head.putInt(0, 0);
            append(Integer.BYTES, next, next);
        } else if (buffer.get(at + OPERATION_AT) == REG_SEND) {
            int pidBytes = PID_BYTES + buffer.get(at + PID_AT + 2);
            int name = at + PID_AT + pidBytes + 2;
            int payload = name + 2 + buffer.get(name + 1);
            int headBytes = BEFORE_PID.length + pidBytes;
            head.putInt(0, headBytes - Integer.BYTES + next - payload);
            head.put(BEFORE_PID.length, buffer, at + PID_AT, pidBytes);
            append(headBytes, payload, next);
        }
    }

    private void append(int headBytes, int payload, int end) {
        if (first < 0) {
            first = payload - headBytes;
            last = first;
        }
        if (last + headBytes < payload) {
            buffer.put(last + headBytes, buffer, payload, end - payload);
        }
        buffer.put(last, head, 0, headBytes);
        last += headBytes + end - payload;
    }

    /// Moves what is no whole frame to the front of a buffer in which there is room for the frame.
    private void keep(int from, int to) {
        buffer.clear();
        int rest = to - from;
        int needed = rest < Integer.BYTES ? 0 : Integer.BYTES + buffer.getInt(from);
        boolean grows = needed > buffer.capacity();
        ByteBuffer next = grows ? ByteBuffer.allocateDirect(needed + FIRST_CAPACITY) : buffer;
        if (rest > 0 && (from > 0 || grows)) {
            next.put(0, buffer, from, rest);
        }
        buffer = next.position(rest);
    }
}
