package org.sunda.dist;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The encoders of a connection: each is lent to one thread at a time, and most often it is the same
/// one. Any thread may use it, without a lock.
final class Encoders {
    /// As many threads may send at once without making another.
    private static final int KEPT = 4;

    private final Supplier<ControlEncoder> maker;
    private final AtomicReferenceArray<@Nullable ControlEncoder> idle = new AtomicReferenceArray<>(KEPT);

    Encoders(Supplier<ControlEncoder> maker) {
        this.maker = maker;
    }

    /// One that nobody else uses, until it is given back.
    ControlEncoder take() {
        for (int i = 0; i < KEPT; i++) {
            ControlEncoder encoder = idle.get(i);
            if (encoder != null && idle.compareAndSet(i, encoder, null)) {
                return encoder;
            }
        }
        return maker.get();
    }

    void giveBack(ControlEncoder encoder) {
        for (int i = 0; i < KEPT; i++) {
            if (idle.get(i) == null && idle.compareAndSet(i, null, encoder)) {
                return;
            }
        }
    }
}
