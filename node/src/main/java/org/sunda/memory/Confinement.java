package org.sunda.memory;

import org.jspecify.annotations.Nullable;

/// Who may use a pool: one thread, or any.
///
/// @param owner the only thread, null for any
record Confinement(@Nullable Thread owner) {
    static final Confinement NONE = new Confinement(null);

    /// @throws WrongThreadException when this is not the owner
    @SuppressWarnings("ReferenceEquality") // a thread is itself, whatever its class makes of equals
    void check() {
        if (owner != null && owner != Thread.currentThread()) {
            throw refusal();
        }
    }

    WrongThreadException refusal() {
        return new WrongThreadException("This memory belongs to a ConfinedPool of " + owner + ", and this is "
                + Thread.currentThread() + ": use it there, or allocate from a SharedPool.");
    }
}
