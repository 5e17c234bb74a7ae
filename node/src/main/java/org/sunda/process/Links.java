package org.sunda.process;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;
import org.sunda.term.Pid;

/// The links of one process, by the rules of protocol section b.6. A link that this side has ended stays, inactive,
/// until the other side acknowledges that, so that an exit signal which was on its way meanwhile is told from one of a
/// newer link. Guarded by the process.
final class Links {
    private static final long ACTIVE = 0;

    /// For each linked process [#ACTIVE], or the id under which this side has ended the link.
    private final Map<Pid, Long> links = new HashMap<>();

    private long lastUnlinkId;

    int size() {
        return links.size();
    }

    boolean isLinked(Pid other) {
        @Nullable Long state = links.get(other);
        return state != null && state == ACTIVE;
    }

    /// This side links. Answers whether the other side must be told.
    boolean link(Pid other) {
        @Nullable Long before = links.put(other, ACTIVE);
        return before == null || before != ACTIVE;
    }

    /// The other side links. An end of the link by this side that is not yet acknowledged stands.
    void linked(Pid other) {
        links.putIfAbsent(other, ACTIVE);
    }

    /// This side ends the link. Answers the id under which, or 0 when there is no link.
    long unlink(Pid other) {
        if (!isLinked(other)) {
            return 0;
        }
        links.put(other, ++lastUnlinkId);
        return lastUnlinkId;
    }

    /// The other side ends the link.
    void unlinked(Pid other) {
        links.remove(other, ACTIVE);
    }

    /// The other side acknowledges the end of the link under that id.
    void acknowledged(Pid other, long id) {
        if (id != ACTIVE) {
            links.remove(other, id);
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
            if (!link.getKey().node().equals(node)) {
                return false;
            }
            if (link.getValue() == ACTIVE) {
                gone.add(link.getKey());
            }
            return true;
        });
        return gone;
    }
}
