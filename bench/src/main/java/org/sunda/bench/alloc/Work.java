package org.sunda.bench.alloc;

/// What is done with the memory.
enum Work {
    /// Freed at once.
    ONCE("allocate, touch, free", "once", AllocBenchmark.class),
    /// Kept until there are 64 pieces.
    BURST("64 pieces allocated, then 64 freed", "burst", AllocBenchmark.class),
    /// Freed in another thread.
    HAND_OVER("freed by another thread", "handOver", HandOverBenchmark.class);

    private final String label;
    private final String method;
    private final Class<?> state;

    Work(String label, String method, Class<?> state) {
        this.label = label;
        this.method = method;
        this.state = state;
    }

    String label() {
        return label;
    }

    /// What to know when reading its table.
    String note() {
        return switch (this) {
            case ONCE -> """
                    Nanoseconds for each piece. Everyone writes the first byte; only the arena and the heap fill the \
                    rest with zeros. `(nothing)` is what the measuring itself takes.""";
            case BURST -> """
                    Nanoseconds for each piece, its allocation and its release. What an allocator remembers of the \
                    last few pieces is not enough here.""";
            case HAND_OVER -> """
                    Nanoseconds for each piece. One thread allocates and hands over through a ring, another one \
                    frees, both at the same time: the slower of both sets the pace. `(nothing)` is the ring alone. \
                    A confined pool and a confined arena belong to one thread and cannot take part.""";
        };
    }

    /// The class with the benchmark.
    Class<?> state() {
        return state;
    }

    /// The benchmark.
    String method() {
        return method;
    }

    /// Whether that one can take part.
    boolean suits(Contestant contestant) {
        return this != HAND_OVER || contestant.crossesThreads();
    }
}
