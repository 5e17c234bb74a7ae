package org.sunda.dist;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;

/// The names that this node gives to peers that have none (protocol section a.4, NAME_ME): `RANDOM@host`,
/// each to one peer at a time. Who comes back from a host gets the name that a peer of that host had
/// last, with another creation, so a peer that reconnects does not leave a new atom on each node each
/// time. Guarded by the lock of the [PeerBook].
final class DynamicNames {
    /// Names that are remembered while nobody has them.
    private static final int MOST_FREE = 1024;

    private static final int RADIX = 36;

    /// @param isProved whether the peer has proved the cookie
    /// @param wasFree whether somebody had the name before
    private record Lent(int creation, boolean isProved, boolean wasFree) {}

    private final RandomGenerator random;
    private final Map<Atom, Lent> lent = new HashMap<>();

    /// With the creation that comes next; whose name came back first stands first.
    private final SequencedMap<Atom, Integer> free = new LinkedHashMap<>();

    DynamicNames(RandomGenerator random) {
        this.random = random;
    }

    /// A name for a peer.
    ///
    /// @param isTaken whether some other peer has that name
    Handshake.Event.Named lend(String host, Predicate<Atom> isTaken) {
        Map.Entry<Atom, Integer> last = lastOf(host, isTaken);
        Atom node = last == null ? fresh(host, isTaken) : last.getKey();
        int creation = last == null ? Creation.random(random) : last.getValue();
        free.remove(node);
        lent.put(node, new Lent(creation, false, last != null));
        return new Handshake.Event.Named(node, creation);
    }

    private Map.@Nullable Entry<Atom, Integer> lastOf(String host, Predicate<Atom> isTaken) {
        String end = "@" + host;
        for (Map.Entry<Atom, Integer> each : free.reversed().entrySet()) {
            if (each.getKey().text().endsWith(end) && !isTaken.test(each.getKey())) {
                return Map.entry(each.getKey(), each.getValue());
            }
        }
        return null;
    }

    private Atom fresh(String host, Predicate<Atom> isTaken) {
        Atom node;
        do {
            String alive = Long.toUnsignedString(random.nextLong(), RADIX).toUpperCase(Locale.ROOT);
            node = Atom.of(alive + "@" + host);
        } while (isTaken.test(node) || gave(node));
        return node;
    }

    /// The peer has proved the cookie: from now on the name is worth remembering.
    void proved(Atom node) {
        lent.computeIfPresent(node, (_, had) -> new Lent(had.creation(), true, had.wasFree()));
    }

    /// Nobody has that name any longer, if it is one of these.
    void takeBack(Atom node) {
        Lent had = lent.remove(node);
        if (had == null || !had.isProved() && !had.wasFree()) {
            return;
        }
        free.putLast(node, had.isProved() ? Creation.after(had.creation()) : had.creation());
        if (free.size() > MOST_FREE) {
            free.pollFirstEntry();
        }
    }

    /// Whether this node gave that name: who has it listens nowhere.
    boolean gave(Atom node) {
        return lent.containsKey(node) || free.containsKey(node);
    }
}
