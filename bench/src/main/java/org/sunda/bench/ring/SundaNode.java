package org.sunda.bench.ring;

import org.sunda.process.ProcessSettings;
import org.sunda.process.Processes;
import org.sunda.term.Atom;

/// Sunda's processes without a network.
final class SundaNode {
    /// A mailbox takes what 1,000 senders send at most: whether they are held up is not what is measured.
    private static final ProcessSettings SETTINGS = new ProcessSettings(20_000_000, 1_000_000, 1_000_000);

    private SundaNode() {}

    static Processes alone() {
        return new Processes(
                Atom.of("bench@localhost"),
                1,
                (node, _) -> {
                    throw new IllegalStateException("there is no way to " + node);
                },
                _ -> self -> self.exit(Atom.UNDEFINED),
                SETTINGS);
    }
}
