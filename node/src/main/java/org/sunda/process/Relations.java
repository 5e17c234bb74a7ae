package org.sunda.process;

import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import org.sunda.term.Ref;

/// What ties a process to others. Most processes have no ties: they share [#NONE]. Guarded by the process.
final class Relations {
    /// Of a process that has never had any. Nothing is ever added to it: see [LocalProcess#ownRelations].
    static final Relations NONE = new Relations();

    final Links links = new Links();
    final Monitors monitors = new Monitors();
    final Outbox outbox = new Outbox();
    private Set<Ref> aliases = Collections.emptySet();

    Set<Ref> aliases() {
        return aliases;
    }

    void addAlias(Ref ref) {
        if (aliases.isEmpty()) {
            aliases = new HashSet<>(2);
        }
        aliases.add(ref);
    }

    boolean removeAlias(Ref ref) {
        return aliases.remove(ref);
    }
}
