package org.sunda.dist;

import java.util.random.RandomGenerator;

/// Creations: what tells the incarnations of a node apart. Numbers of 32 bits, of which the lowest are
/// not used: 0 is none, and 1 to 3 were those of old nodes (protocol section a.4).
final class Creation {
    /// What a node says that has no name yet.
    static final int NONE = 0;

    private static final int FIRST = 4;

    private Creation() {}

    /// Any of them.
    static int random(RandomGenerator random) {
        return valid(random.nextInt());
    }

    /// Another one, for the next who has the same name.
    static int after(int creation) {
        return valid(creation + 1);
    }

    private static int valid(int creation) {
        return Integer.compareUnsigned(creation, FIRST) < 0 ? creation + FIRST : creation;
    }
}
