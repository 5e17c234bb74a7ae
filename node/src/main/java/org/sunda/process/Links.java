package org.sunda.process;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;
import org.sunda.term.Pid;

/// The links of one process, by the rules of protocol section b.6. A link that this side has ended stays,
/// inactive, until the other side acknowledges that, so that an exit signal which was on its way meanwhile is
/// told from one of a newer link. Guarded by the process.
final class Links {
    private static final long ACTIVE = 0;

    /// For each linked process [#ACTIVE], or the id under which this side has ended the link. Most processes
    /// have none, and no map of their own.
    private Map<Pid, Long> links = Collections.emptyMap();

    private long lastUnlinkId;

    int size() {
        return links.size();
    }

    /// Whether there is room for that link, by that bound. One that was ended but not acknowledged has its place.
    boolean hasRoomFor(Pid other, int most) {
        return links.size() < most || links.containsKey(other);
    }

    boolean isActive(Pid other) {
        @Nullable Long state = links.get(other);
        return state != null && state == ACTIVE;
    }

    private Map<Pid, Long> own() {
        if (links.isEmpty()) {
            links = new HashMap<>(2);
        }
        return links;
    }

    /// This side links. Answers whether the other side must be told.
    boolean link(Pid other) {
        @Nullable Long before = own().put(other, ACTIVE);
        return before == null || before != ACTIVE;
    }

    /// The other side links. An end of the link by this side that is not yet acknowledged stands.
    void linked(Pid other) {
        own().putIfAbsent(other, ACTIVE);
    }

    /// This side ends the link. Answers the id under which, or 0 when there is no link.
    long unlink(Pid other) {
        if (!isActive(other)) {
            return 0;
        }
        links.put(other, ++lastUnlinkId);
        return lastUnlinkId;
    }

    /// This side makes sure that the other one has no link either. Answers the id under which it ends that, or 0 when
    /// this side knows of a link.
    long unlinkUnknown(Pid other) {
        if (links.containsKey(other)) {
            return 0;
        }
        own().put(other, ++lastUnlinkId);
        return lastUnlinkId;
    }

    /// The other side ends the link.
    void unlinked(Pid other) {
        if (isActive(other)) {
            links.remove(other);
        }
    }

    /// The other side acknowledges the end of the link under that id.
    void acknowledged(Pid other, long id) {
        @Nullable Long state = links.get(other);
        if (state != null && state != ACTIVE && state == id) {
            links.remove(other);
        }
    }

    /// The other side has exited. Answers whether the link stood.
    boolean exited(Pid other) {
        @Nullable Long state = links.remove(other);
        return state != null && state == ACTIVE;
    }

    void forEachActive(Consumer<Pid> action) {
        links.forEach((other, state) -> {
            if (state == ACTIVE) {
                action.accept(other);
            }
        });
    }

    /// Removes the links with processes of that node. Answers those that stood.
    List<Pid> removeNode(Atom node) {
        List<Pid> gone = new ArrayList<>();
        links.entrySet().removeIf(link -> {
            boolean isGone = link.getKey().node().equals(node);
            if (isGone && link.getValue() == ACTIVE) {
                gone.add(link.getKey());
            }
            return isGone;
        });
        return gone;
    }
}
