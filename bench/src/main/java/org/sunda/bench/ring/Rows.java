package org.sunda.bench.ring;

import java.util.ArrayList;
import java.util.List;
import org.sunda.bench.Comparison;
import org.sunda.bench.Target;

/// Who was faster in each row of all tables: Sunda's reactive processes, or Pekko's actors.
final class Rows {
    private int all;
    private final List<String> lost = new ArrayList<>();

    void add(String what, Comparison comparison) {
        double faster = comparison.faster(Parties.REACTIVE, Parties.PEKKO);
        if (!Double.isNaN(faster)) {
            all++;
            if (faster <= 1) {
                lost.add(what);
            }
        }
    }

    List<Target> targets() {
        if (all == 0) {
            return List.of();
        }
        String reached =
                (all - lost.size()) + " of " + all + (lost.isEmpty() ? "" : ", not " + String.join(", ", lost));
        return List.of(new Target(
                Parties.REACTIVE + ", rows in which it is faster than " + Parties.PEKKO,
                "all",
                reached,
                lost.isEmpty()));
    }
}
