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
    private static final byte LIVE = 0;

    /// Live as well, but only if its ticket still counts: two threads may have used the first handle at the
    /// same time.
    private static final byte LIVE_BY_TICKET = 1;

    private static final byte SHARING = 2;
    private static final byte RELEASED = 3;
    private static final byte TRANSFERRED = 4;

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Segment.class, "state", byte.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Home home;

    /// Which part of its home this is, and since when.
    final long ticket;

    private final MemorySegment memory;

    /// Counts the handles on this memory, when there ever was more than one.
    private @Nullable Owners owners;

    private byte state;

    Segment(Home home, long ticket, MemorySegment memory) {
        this.home = home;
        this.ticket = ticket;
        this.memory = memory;
    }

    /// The memory itself.
    ///
    /// @throws IllegalStateException after the release or transfer
    public MemorySegment memory() {
        if (state != LIVE) {
            checkLive();
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
        leaveLive(TRANSFERRED);
        Segment next = next();
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
        leaveLive(SHARING);
        Owners all = owners;
        if (all == null) {
            all = new Owners();
            owners = all;
        }
        all.join();
        Segment next = next();
        home.shared(next);
        STATE.setRelease(this, LIVE_BY_TICKET);
        return next;
    }

    /// Ends this handle. The memory goes back to where it came from when this was its last owner.
    ///
    /// @throws IllegalStateException when it was released or transferred before
    /// @throws WrongThreadException when this is another thread than the confined pool's
    public void release() {
        home.release(this);
    }

    /// Ends the handle, for the thread that its memory is at home with, without an atomic. Another thread
    /// may be doing the same, or transferring or sharing it, at this very moment: then the memory goes back
    /// now, and what the other one made of the handle is [void][#isVoid()].
    ///
    /// @return whether the memory has no other owner
    boolean endOwned() {
        if (state != LIVE) {
            checkLive();
        }
        state = RELEASED;
        return isLast();
    }

    /// Ends the handle, for any other thread.
    ///
    /// @return whether the memory has no other owner
    boolean endShared() {
        leaveLive(RELEASED);
        return isLast();
    }

    private void leaveLive(byte next) {
        checkLive();
        if (!STATE.compareAndSet(this, LIVE, next) && !STATE.compareAndSet(this, LIVE_BY_TICKET, next)) {
            throw ended();
        }
    }

    private void checkLive() {
        byte now = (byte) STATE.getAcquire(this);
        if (now > LIVE_BY_TICKET || isVoid()) {
            throw ended();
        }
    }

    private boolean isLast() {
        Owners all = owners;
        return all == null || all.leave();
    }

    /// Whether the memory was put back after this handle was made.
    boolean isVoid() {
        return home.isVoid(ticket);
    }

    private Segment next() {
        Segment next = new Segment(home, ticket, memory);
        next.owners = owners;
        next.state = LIVE_BY_TICKET;
        return next;
    }

    /// Undoes an end that could not be carried out.
    void revive() {
        Owners all = owners;
        if (all != null) {
            all.join();
        }
        STATE.setRelease(this, LIVE_BY_TICKET);
    }

    private IllegalStateException ended() {
        return new IllegalStateException(
                switch ((byte) STATE.getAcquire(this)) {
                    case RELEASED ->
                        "This segment was released: its memory may belong to somebody else by now. Use it before the"
                                + " release, and release it once.";
                    case TRANSFERRED -> "This segment was transferred: use the handle that transfer() returned.";
                    case LIVE, LIVE_BY_TICKET ->
                        "This segment was released by another thread at the same time: share() it, and give each thread"
                                + " a handle of its own.";
                    default ->
                        "This segment is being used by two threads at once: share() it, and give each thread a handle"
                                + " of its own.";
                });
    }
}
