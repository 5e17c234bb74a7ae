package org.sunda.bench.bytes;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// All that was found so far.
final class Results {
    private final Map<Cell, Outcome> outcomes = new LinkedHashMap<>();

    void put(Cell cell, Outcome outcome) {
        outcomes.put(cell, outcome);
    }

    /// What came out of a cell; null when it was not planned.
    @Nullable
    Outcome of(Cell cell) {
        return outcomes.get(cell);
    }

    /// A figure of a cell; none when it has no figures.
    OptionalDouble figure(Cell cell, ToDoubleFunction<Outcome.Done> figure) {
        return outcomes.get(cell) instanceof Outcome.Done done
                ? OptionalDouble.of(figure.applyAsDouble(done))
                : OptionalDouble.empty();
    }

    /// All cells, in the order of their measurement.
    List<Cell> cells() {
        return List.copyOf(outcomes.keySet());
    }

    /// The cell of the same that failed, if there is one: what fails with few bytes fails with more.
    Optional<Cell> failed(Kind kind, Load load) {
        return outcomes.keySet().stream()
                .filter(cell -> cell.kind() == kind && cell.load() == load)
                .filter(cell -> outcomes.get(cell) instanceof Outcome.Failed)
                .findFirst();
    }
}
