package org.sunda.bench.alloc;

/// All ways to allocate that are compared.
public enum Contestant {
    /// A pool of the thread's own.
    SUNDA_CONFINED("Sunda confined", false),
    /// The pool of the process.
    SUNDA_SHARED("Sunda shared", true),
    /// `sun.misc.Unsafe.allocateMemory`.
    UNSAFE("Unsafe", true),
    /// JNA's `Native.malloc`.
    JNA("JNA malloc", true),
    /// `malloc` through the foreign function interface.
    FFM("FFM malloc", true),
    /// The same as a critical function.
    FFM_CRITICAL("FFM malloc, critical", true),
    /// A confined arena for each.
    ARENA("Arena.ofConfined", false),
    /// Netty's `PooledByteBufAllocator`.
    NETTY_POOLED("Netty pooled", true),
    /// Netty's `AdaptiveByteBufAllocator`.
    NETTY_ADAPTIVE("Netty adaptive", true),
    /// Garbage collected arrays, for reference.
    HEAP("heap byte[]", true),
    /// Nothing at all: what the measuring costs.
    NOTHING("(nothing)", true);

    private final String label;
    private final boolean crossesThreads;

    Contestant(String label, boolean crossesThreads) {
        this.label = label;
        this.crossesThreads = crossesThreads;
    }

    String label() {
        return label;
    }

    /// Whether one thread may free what another one allocated.
    boolean crossesThreads() {
        return crossesThreads;
    }

    /// One for the thread that asks.
    Rival open() {
        return switch (this) {
            case SUNDA_CONFINED -> new SundaConfinedRival();
            case SUNDA_SHARED -> new SundaSharedRival();
            case UNSAFE -> new UnsafeRival();
            case JNA -> new JnaRival();
            case FFM -> new MallocRival();
            case FFM_CRITICAL -> new CriticalMallocRival();
            case ARENA -> new ArenaRival();
            case NETTY_POOLED -> NettyRival.pooled();
            case NETTY_ADAPTIVE -> NettyRival.adaptive();
            case HEAP -> new HeapRival();
            case NOTHING -> new NothingRival();
        };
    }
}
