package org.sunda.memory;

import org.jspecify.annotations.Nullable;

/// The stripes of a [SharedPool]. Half a table is for platform threads, each of which keeps one of its own
/// as long as there are enough; the other stripes are for everyone, and nobody keeps them.
final class Stripes {
    /// How many stripes a thread looks at before it does without one of its own.
    private static final int PROBES = 8;

    private final Stripe[] own;
    private final Stripe[] open;

    Stripes(Reserve reserve, int processors) {
        // A server has some threads for each processor; with twice the room they seldom look for the same one.
        own = fill(reserve, Math.clamp(8L * processors, 16, 128));
        // Of those that keep none, no more than there are processors are inside at once.
        open = fill(reserve, Math.clamp(4L * processors, 8, 64));
    }

    private static Stripe[] fill(Reserve reserve, int atLeast) {
        Stripe[] stripes = new Stripe[Integer.highestOneBit(atLeast - 1) << 1];
        for (int i = 0; i < stripes.length; i++) {
            stripes[i] = new Stripe(reserve);
        }
        return stripes;
    }

    /// Where a thread's own stripe is, if nothing was in the way when it looked for one.
    Stripe first(long threadId) {
        return own[(int) threadId & (own.length - 1)];
    }

    /// The stripe that a thread keeps.
    @Nullable
    Stripe kept(long threadId) {
        for (int i = 0; i < PROBES; i++) {
            Stripe stripe = first(threadId + i);
            if (stripe.owner == threadId) {
                return stripe;
            }
        }
        return null;
    }

    /// Claims a stripe that the calling thread may keep.
    @Nullable
    Stripe claimOwn(long threadId) {
        return claim(own, threadId, PROBES);
    }

    /// Claims a stripe for a moment.
    @Nullable
    Stripe claimOpen(long threadId) {
        return claim(open, threadId, open.length);
    }

    private static @Nullable Stripe claim(Stripe[] stripes, long threadId, int probes) {
        for (int i = 0; i < probes; i++) {
            Stripe stripe = stripes[(int) (threadId + i) & (stripes.length - 1)];
            if (stripe.claim()) {
                return stripe;
            }
        }
        return null;
    }

    /// Gives back what is idle where nobody is.
    void trim() {
        trim(own);
        trim(open);
    }

    private static void trim(Stripe[] stripes) {
        for (Stripe stripe : stripes) {
            if (stripe.claim()) {
                try {
                    stripe.trim();
                } finally {
                    stripe.unclaim();
                }
            }
        }
    }

    /// What was done beside the slabs.
    MemoryCounters counters() {
        MemoryCounters sum = new MemoryCounters(0, 0, 0, 0, 0, 0, 0, 0);
        for (Stripe stripe : own) {
            sum = sum.plus(stripe.waiting());
        }
        for (Stripe stripe : open) {
            sum = sum.plus(stripe.waiting());
        }
        return sum;
    }
}
