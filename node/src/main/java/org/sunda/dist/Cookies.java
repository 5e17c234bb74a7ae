package org.sunda.dist;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.sunda.term.Atom;

/// The shared secrets by which nodes know each other: one for all, and others for single peers. Immutable;
/// the text form shows none of them.
public final class Cookies {
    private final String common;
    private final Map<Atom, String> perPeer;

    private Cookies(String common, Map<Atom, String> perPeer) {
        this.common = common;
        this.perPeer = perPeer;
    }

    /// One cookie for all peers.
    ///
    /// @throws IllegalArgumentException when it is empty or has characters beyond Latin-1
    public static Cookies of(String common) {
        return new Cookies(checked(common), Map.of());
    }

    /// These, with another cookie for one peer.
    ///
    /// @throws IllegalArgumentException when it is empty or has characters beyond Latin-1
    public Cookies with(Atom peer, String cookie) {
        Map<Atom, String> more = new HashMap<>(perPeer);
        more.put(peer, checked(cookie));
        return new Cookies(common, Map.copyOf(more));
    }

    /// The bytes that go into the digest for that peer.
    byte[] bytesFor(Atom peer) {
        return perPeer.getOrDefault(peer, common).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String checked(String cookie) {
        if (cookie.isEmpty() || !StandardCharsets.ISO_8859_1.newEncoder().canEncode(cookie)) {
            throw new IllegalArgumentException("a cookie has at least one character, and only such of Latin-1");
        }
        return cookie;
    }

    @Override
    public String toString() {
        return "Cookies[hidden, " + perPeer.size() + " for single peers]";
    }
}
