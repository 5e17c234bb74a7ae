package org.sunda.bench.bytes;

/// Who takes the bytes.
enum Kind {
    /// Off heap.
    SUNDA_POOLED("Sunda, pooled", Growth.LINKED),
    /// Garbage collected.
    SUNDA_HEAP("Sunda, heap", Growth.LINKED_ON_HEAP),
    /// Off heap, as a stream.
    SUNDA_STREAM("Sunda, pooled, as stream", Growth.LINKED),
    /// `java.io.ByteArrayOutputStream`, its bytes left where they are.
    ARRAY_STREAM("ByteArrayOutputStream", Growth.DOUBLING),
    /// The same, with its bytes taken as an array.
    ARRAY_STREAM_TAKEN("ByteArrayOutputStream, toByteArray()", Growth.DOUBLING_AND_COPY),
    /// `okio.Buffer`.
    OKIO("okio Buffer", Growth.LINKED_ON_HEAP),
    /// Netty's `CompositeByteBuf`.
    NETTY_COMPOSITE("Netty composite", Growth.LINKED),
    /// Netty's plain `ByteBuf`.
    NETTY_BUFFER("Netty ByteBuf", Growth.STEPS),
    /// Thrift's `TSerializer`.
    THRIFT("TSerializer", Growth.DOUBLING_AND_COPY);

    private static final long LONGEST_ARRAY = 1L << 31;

    private final String label;
    private final Growth growth;

    Kind(String label, Growth growth) {
        this.label = label;
        this.growth = growth;
    }

    /// How memory grows, which tells how much of it there must be before one tries.
    private enum Growth {
        LINKED,
        LINKED_ON_HEAP,
        STEPS,
        DOUBLING,
        DOUBLING_AND_COPY
    }

    String label() {
        return label;
    }

    /// An empty one.
    Sink open() {
        return switch (this) {
            case SUNDA_POOLED -> SundaSink.pooled();
            case SUNDA_HEAP -> SundaSink.heap();
            case SUNDA_STREAM -> new StreamSink(SundaSink.pooled());
            case ARRAY_STREAM -> new ArraySink(false);
            case ARRAY_STREAM_TAKEN -> new ArraySink(true);
            case OKIO -> new OkioSink();
            case NETTY_COMPOSITE -> NettySink.composite();
            case NETTY_BUFFER -> NettySink.plain();
            case THRIFT -> new ThriftSink();
        };
    }

    /// About how much memory it takes to hold so many bytes, counted at the worst moment.
    long need(long total) {
        return switch (growth) {
            case LINKED -> total + total / 16;
            // Garbage collectors want room to move things to.
            case LINKED_ON_HEAP -> total + total / 4;
            case STEPS -> 2 * total;
            case DOUBLING -> doubling(total);
            case DOUBLING_AND_COPY -> doubling(total) + Math.min(total, LONGEST_ARRAY);
        };
    }

    /// The last array, and the one before it. Beyond 2 GiB it fails with what 1 GiB takes.
    private static long doubling(long total) {
        return Math.min(3 * Long.highestOneBit(Math.max(total - 1, 1)), 3L << 30);
    }

    /// Whether it is ours.
    boolean isSunda() {
        return switch (this) {
            case SUNDA_POOLED, SUNDA_HEAP, SUNDA_STREAM -> true;
            case ARRAY_STREAM, ARRAY_STREAM_TAKEN, OKIO, NETTY_COMPOSITE, NETTY_BUFFER, THRIFT -> false;
        };
    }

    /// Whether it takes what is written in this way.
    boolean takes(Load load) {
        return switch (this) {
            case THRIFT -> load == Load.THRIFT;
            // Thrift writes to a stream in any case; TSerializer is the one that takes the array.
            case SUNDA_STREAM, ARRAY_STREAM_TAKEN -> load != Load.THRIFT;
            default -> true;
        };
    }
}
