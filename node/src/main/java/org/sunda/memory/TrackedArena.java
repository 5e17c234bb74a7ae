package org.sunda.memory;

import java.lang.ref.Cleaner;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A segment's own block, of whose handles each is watched: one that becomes unreachable before it is
/// released is reported, with the stack of where it came from. Since the block is closed at the release, a
/// [java.lang.foreign.MemorySegment] that somebody kept throws from then on.
final class TrackedArena extends OwnArena {
    /// Shared by all pools that track; its thread starts with the first of them.
    private static final class Watch {
        private static final Cleaner CLEANER = Cleaner.create();
    }

    /// Where a handle was made.
    private static final class Origin extends Throwable {
        private static final long serialVersionUID = 1;

        Origin(String what) {
            super(what + " in " + Thread.currentThread());
        }
    }

    /// Watches one handle, without holding it.
    private static final class Trace implements Runnable {
        private final WeakReference<Segment> handle;
        private final Origin origin;
        private final Reserve reserve;
        private final long byteSize;
        private Cleaner.@Nullable Cleanable cleanable;
        private volatile boolean ended;

        Trace(Segment handle, Origin origin, Reserve reserve, long byteSize) {
            this.handle = new WeakReference<>(handle);
            this.origin = origin;
            this.reserve = reserve;
            this.byteSize = byteSize;
        }

        void start(Segment segment) {
            cleanable = Watch.CLEANER.register(segment, this);
        }

        void end() {
            ended = true;
            if (cleanable != null) {
                cleanable.clean();
            }
        }

        @Override
        public void run() {
            if (!ended) {
                reserve.leaked(byteSize, origin);
            }
        }
    }

    private final Reserve reserve;

    /// Guarded by itself: those of the live handles, seldom more than one.
    private final List<Trace> traces = new ArrayList<>(1);

    TrackedArena(Reserve reserve, long owner, long byteSize) {
        super(reserve, owner, byteSize);
        this.reserve = reserve;
    }

    @Override
    Segment allocate() {
        Segment segment = super.allocate();
        watch(segment, "allocated");
        return segment;
    }

    @Override
    void transferred(Segment from, Segment to) {
        watch(to, "transferred");
        ended(from);
    }

    @Override
    void shared(Segment added) {
        watch(added, "shared");
    }

    @Override
    void ended(Segment segment) {
        synchronized (traces) {
            traces.removeIf(trace -> {
                boolean found = trace.handle.refersTo(segment);
                if (found) {
                    trace.end();
                }
                return found;
            });
        }
    }

    private void watch(Segment segment, String how) {
        Trace trace = new Trace(segment, new Origin(how), reserve, segment.byteSize());
        synchronized (traces) {
            traces.add(trace);
        }
        trace.start(segment);
    }
}
