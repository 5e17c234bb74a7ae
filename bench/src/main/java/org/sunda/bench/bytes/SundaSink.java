package org.sunda.bench.bytes;

import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;
import org.sunda.memory.Bytes;
import org.sunda.memory.Input;
import org.sunda.memory.InputAdapter;
import org.sunda.memory.Output;
import org.sunda.memory.OutputAdapter;
import org.sunda.memory.SharedPool;

/// Sunda's output: in memory of a pool of its own, whose close gives everything back to the system, or garbage
/// collected.
final class SundaSink implements Sink {
    private final @Nullable SharedPool pool;
    private final Output output;
    private Bytes bytes = Bytes.EMPTY;

    private SundaSink(@Nullable SharedPool pool) {
        this.pool = pool;
        this.output = pool == null ? new Output() : new Output(pool);
    }

    static SundaSink pooled() {
        return new SundaSink(new SharedPool());
    }

    static SundaSink heap() {
        return new SundaSink(null);
    }

    @Override
    public void write(byte[] single) {
        output.write(single, 0, single.length);
    }

    @Override
    public OutputStream stream() {
        return new OutputAdapter(output);
    }

    @Override
    public void finish() {
        // Who grows by copying gives the old memory back: here nothing may have come back yet.
        if (pool != null && pool.counters().releases() > 0) {
            throw new IllegalStateException("memory was given back while the output grew");
        }
        bytes = output.take();
    }

    @Override
    public long size() {
        return bytes.size();
    }

    /// What was written, as a stream.
    InputStream inputStream() {
        return new InputAdapter(bytes.open());
    }

    @Override
    public Source source() {
        Input input = bytes.open();
        return into -> input.read(into, 0, into.length);
    }

    @Override
    public void close() {
        bytes.release();
        if (pool != null) {
            pool.close();
        }
    }
}
