package org.sunda.dist;

import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;

/// Reads and writes a blocking socket until a deadline, which slow single bytes do not put off. It never
/// reads further than it is asked to.
final class TimedSocket {
    private final Socket socket;
    private final Deadline deadline;

    TimedSocket(Socket socket, Deadline deadline) {
        this.socket = socket;
        this.deadline = deadline;
    }

    /// The next bytes, exactly that many.
    ///
    /// @throws EOFException when the peer closes before the last of them
    /// @throws SocketTimeoutException when the deadline passes first
    byte[] read(int length) throws IOException {
        byte[] bytes = new byte[length];
        int done = 0;
        while (done < length) {
            int count = readSome(bytes, done);
            if (count < 0) {
                throw new EOFException("closed by the other side after " + done + " of " + length + " bytes");
            }
            done += count;
        }
        return bytes;
    }

    /// All that comes until the peer closes.
    ///
    /// @throws IOException also when that is more than `most` bytes
    byte[] readAll(int most) throws IOException {
        byte[] bytes = new byte[most + 1];
        int done = 0;
        for (int count = 0; count >= 0; count = readSome(bytes, done)) {
            done += count;
            if (done > most) {
                throw new IOException("more than " + most + " bytes came");
            }
        }
        return java.util.Arrays.copyOf(bytes, done);
    }

    /// Writes all of them.
    void write(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    private int readSome(byte[] bytes, int offset) throws IOException {
        socket.setSoTimeout(deadline.remainingMillis());
        try {
            return socket.getInputStream().read(bytes, offset, bytes.length - offset);
        } catch (SocketTimeoutException e) {
            SocketTimeoutException passed = deadline.passed();
            passed.initCause(e);
            throw passed;
        }
    }
}
