package org.sunda.dist;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sunda.memory.Bytes;
import org.sunda.memory.Output;
import org.sunda.term.Pid;
import org.sunda.term.Term;

/// Where messages in fragments wait, and what must not overtake them (protocol sections b.2 and b.5): a
/// lane for each process that is sending one. What that process sends next waits in its lane too, so
/// that its signals keep their order; those of others pass. The lanes take turns, fragment by fragment.
/// Guarded by the lock of [Outbound].
final class Lanes {
    /// What waits in a lane.
    private sealed interface Item {
        long bytes();

        /// Goes in fragments, of which `sequence` is the id.
        record Cut(Fragmented message, long sequence) implements Item {
            @Override
            public long bytes() {
                return message.frameBytes();
            }
        }

        /// Frames as they are.
        record Whole(Bytes frame) implements Item {
            @Override
            public long bytes() {
                return frame.size();
            }
        }
    }

    /// A message whose sender is known by a name only, which may be that of any process here: it waits
    /// until all lanes that were there before it have ended.
    private record Nameless(Term sender, Item item, long after) {}

    /// The lane of one process, whose first item goes in fragments.
    static final class Lane {
        private final Term sender;
        private final Deque<Item> items = new ArrayDeque<>();

        private Lane(Term sender) {
            this.sender = sender;
        }

        private Item.Cut first() {
            return (Item.Cut) items.getFirst();
        }

        /// Copies what there is room for of the open fragment, or of the next. Done by whoever writes,
        /// without the lock.
        void copyTo(ByteBuffer target) {
            first().message.copyTo(target, first().sequence);
        }

        /// Whether the open fragment has not been copied to its end.
        boolean isInFragment() {
            return first().message.isInFragment();
        }
    }

    private final Map<Term, Lane> bySender = new HashMap<>();

    private final Deque<Lane> turns = new ArrayDeque<>();
    private final Deque<Nameless> nameless = new ArrayDeque<>();
    private long lastSequence;
    private long bytes;

    boolean isEmpty() {
        return bySender.isEmpty();
    }

    /// How many bytes wait in all lanes, but for what was copied.
    long bytes() {
        return bytes;
    }

    /// Whether what comes from that sender must wait in a lane, be it short.
    boolean hold(@Nullable Term sender) {
        return sender != null && !bySender.isEmpty() && (!(sender instanceof Pid) || bySender.containsKey(sender));
    }

    /// A message that goes in fragments, or that must wait, as [#hold] says of its sender.
    void add(Outbound.Message message, boolean inFragments) {
        Term sender = Objects.requireNonNull(message.sender());
        add(
                sender,
                inFragments
                        ? new Item.Cut(message.takeFragments(Outbound.FRAGMENT_BYTES), ++lastSequence)
                        : new Item.Whole(message.takeFrame()));
    }

    private void add(Term sender, Item item) {
        bytes += item.bytes();
        if (!(sender instanceof Pid) && !bySender.isEmpty()) {
            nameless.add(new Nameless(sender, item, lastSequence));
        } else {
            lane(sender).items.add(item);
        }
    }

    private Lane lane(Term sender) {
        Lane lane = bySender.get(sender);
        if (lane == null) {
            lane = new Lane(sender);
            bySender.put(sender, lane);
            turns.add(lane);
        }
        return lane;
    }

    /// The lane whose turn it is, for one fragment: then call [#back]. Null when there is none.
    @Nullable
    Lane next() {
        return turns.poll();
    }

    /// So many bytes of a lane have been copied.
    void copied(long count) {
        bytes -= count;
    }

    /// A fragment of that lane has been copied. What waited for the end of its message goes on.
    ///
    /// @param out gets the frames that may leave now, in their order
    void back(Lane lane, Output out) {
        if (!lane.first().message.isDone()) {
            turns.add(lane);
            return;
        }
        lane.items.removeFirst();
        while (lane.items.peekFirst() instanceof Item.Whole whole) {
            leave(whole, out);
            lane.items.removeFirst();
        }
        if (lane.items.isEmpty()) {
            bySender.remove(lane.sender);
        } else {
            turns.add(lane);
        }
        releaseNameless(out);
    }

    private void releaseNameless(Output out) {
        while (!nameless.isEmpty() && isAfterAll(nameless.getFirst())) {
            Nameless free = nameless.removeFirst();
            switch (free.item) {
                case Item.Whole whole -> leave(whole, out);
                case Item.Cut _ -> lane(free.sender).items.add(free.item);
            }
        }
    }

    private boolean isAfterAll(Nameless waiting) {
        return bySender.values().stream().allMatch(lane -> lane.first().sequence > waiting.after);
    }

    private void leave(Item.Whole whole, Output out) {
        out.write(whole.frame);
        bytes -= whole.bytes();
    }
}
