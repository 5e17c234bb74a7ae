package org.sunda.memory;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// One owner's handle on a piece of memory. Each allocation, [#transfer] and [#share] makes a fresh handle,
/// and a handle ends once: what is done with it afterwards is an [IllegalStateException], whoever has the
/// memory by then.
///
/// A handle belongs to one owner at a time, who may be any thread (for a [ConfinedPool], only the pool's
/// own). Two threads that release the same handle at once are told apart: one succeeds, the other gets the
/// exception.
///
/// A [MemorySegment] that was taken from [#memory] is only good until the release. The handle cannot guard
/// it any longer: [PoolSettings#tracking] finds those who keep it.
public final class Segment {
    private static final int LIVE = 0;
    private static final int SHARING = 1;
    private static final int RELEASED = 2;
    private static final int TRANSFERRED = 3;

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Segment.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Home home;

    /// Which part of its home this is.
    final int slot;

    private final MemorySegment memory;

    /// Counts the handles on this memory, when there ever was more than one.
    private @Nullable Owners owners;

    private int state;

    Segment(Home home, int slot, MemorySegment memory) {
        this.home = home;
        this.slot = slot;
        this.memory = memory;
    }

    /// The memory itself.
    ///
    /// @throws IllegalStateException after the release or transfer
    public MemorySegment memory() {
        if (state > SHARING) {
            throw ended();
        }
        return memory;
    }

    /// How large it is, at least what was asked for.
    ///
    /// @throws IllegalStateException after the release or transfer
    public long byteSize() {
        return memory().byteSize();
    }

    /// Ends this handle, and answers one for the next owner.
    ///
    /// @throws IllegalStateException after the release or transfer
    /// @throws WrongThreadException when this is another thread than the confined pool's
    public Segment transfer() {
        home.checkThread();
        if (!STATE.compareAndSet(this, LIVE, TRANSFERRED)) {
            throw ended();
        }
        Segment next = new Segment(home, slot, memory);
        next.owners = owners;
        home.transferred(this, next);
        return next;
    }

    /// Answers a handle for a further owner of the same memory, which goes back when all of them have
    /// released theirs.
    ///
    /// @throws IllegalStateException after the release or transfer
    /// @throws WrongThreadException when this is another thread than the confined pool's
    public Segment share() {
        home.checkThread();
        // In between, a release by another thread must fail: it would not know of the further owner.
        if (!STATE.compareAndSet(this, LIVE, SHARING)) {
            throw ended();
        }
        Owners all = owners;
        if (all == null) {
            all = new Owners();
            owners = all;
        }
        all.join();
        Segment next = new Segment(home, slot, memory);
        next.owners = all;
        home.shared(next);
        STATE.setRelease(this, LIVE);
        return next;
    }

    /// Ends this handle. The memory goes back to where it came from when this was its last owner.
    ///
    /// @throws IllegalStateException when it was released or transferred before
    /// @throws WrongThreadException when this is another thread than the confined pool's
    public void release() {
        home.release(this);
    }

    /// Ends the handle when only one thread can hold it.
    ///
    /// @return whether the memory has no other owner
    boolean endConfined() {
        if (state != LIVE) {
            throw ended();
        }
        state = RELEASED;
        Owners all = owners;
        return all == null || all.leave();
    }

    /// Ends the handle, which other threads may be trying as well.
    ///
    /// @return whether the memory has no other owner
    boolean endShared() {
        if (!STATE.compareAndSet(this, LIVE, RELEASED)) {
            throw ended();
        }
        Owners all = owners;
        return all == null || all.leave();
    }

    /// Undoes an end that could not be carried out.
    void revive() {
        Owners all = owners;
        if (all != null) {
            all.join();
        }
        STATE.setRelease(this, LIVE);
    }

    private IllegalStateException ended() {
        return new IllegalStateException(
                switch ((int) STATE.getAcquire(this)) {
                    case RELEASED ->
                        "This segment was released: its memory may belong to somebody else by now. Use it before the"
                                + " release, and release it once.";
                    case TRANSFERRED -> "This segment was transferred: use the handle that transfer() returned.";
                    default ->
                        "This segment is being used by two threads at once: share() it, and give each thread a handle"
                                + " of its own.";
                });
    }
}
