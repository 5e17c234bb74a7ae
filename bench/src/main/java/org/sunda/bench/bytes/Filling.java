package org.sunda.bench.bytes;

import java.util.Arrays;

/// Writes into a sink until it holds so many bytes, and reads them back.
final class Filling {
    /// What is written or read without looking at anything else, so that the loop around it costs nothing. Growth is
    /// looked for in between; what is copied before the first look is missed.
    private static final int BLOCK = 64 * 1024;

    private Filling() {}

    /// Writes, and answers how many bytes the sink copied to grow.
    static long fill(Sink sink, int writeSize, long total, Watch watch) throws Exception {
        byte[] bytes = new byte[writeSize];
        Arrays.fill(bytes, (byte) 'a');
        long copied = 0;
        long piece = 0;
        for (long done = 0; done < total; done += BLOCK) {
            watch.between(done);
            writeBlock(sink, bytes);
            long now = sink.copiedPiece();
            if (now != piece) {
                copied += done;
                piece = now;
            }
        }
        sink.finish();
        return copied;
    }

    /// Reads, and answers the sum of the first byte of each read: that something was read at all.
    static long read(Sink.Source source, int readSize, long total) throws Exception {
        byte[] bytes = new byte[readSize];
        long sum = 0;
        for (long done = 0; done < total; done += BLOCK) {
            sum += readBlock(source, bytes);
        }
        return sum;
    }

    /// A method of its own: it is compiled as any method that is called often, not in the middle of a loop.
    private static void writeBlock(Sink sink, byte[] bytes) throws Exception {
        for (int i = 0; i < BLOCK; i += bytes.length) {
            sink.write(bytes);
        }
    }

    private static long readBlock(Sink.Source source, byte[] bytes) throws Exception {
        long sum = 0;
        for (int i = 0; i < BLOCK; i += bytes.length) {
            source.read(bytes);
            sum += bytes[0];
        }
        return sum;
    }
}
