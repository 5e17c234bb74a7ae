package org.sunda.bench.alloc;

/// Allocates nothing: what is left is what the measuring itself costs.
final class NothingRival extends AddressRival {
    private final UnsafeRival unsafe = new UnsafeRival();
    private final long address = unsafe.allocate(1 << 20);

    @Override
    long allocate(long size) {
        return address;
    }

    @Override
    void free(long there) {
        // It is always the same piece.
    }

    @Override
    public void close() {
        unsafe.free(address);
    }
}
