package org.sunda.bench;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// What a contender did in all rounds of a task.
///
/// @param rounds one for each round, in their order
/// @param failure why there are no rounds, or null
public record Series(
        String contender, List<Sample> rounds, @Nullable String failure) {
    /// Wall time for each operation in nanoseconds, the median; NaN when there is none.
    public double nanos() {
        return median(Sample::nanos);
    }

    /// CPU time for each operation in nanoseconds, the median; NaN when it is not known.
    public double cpuNanos() {
        return median(Sample::cpuNanos);
    }

    /// Bytes of garbage for each operation, the median; NaN when they are not known.
    public double garbage() {
        return median(Sample::garbage);
    }

    /// The shortest wall time.
    public double fastest() {
        return rounds.stream().mapToDouble(Sample::nanos).min().orElse(Double.NaN);
    }

    /// The longest wall time.
    public double slowest() {
        return rounds.stream().mapToDouble(Sample::nanos).max().orElse(Double.NaN);
    }

    private double median(ToDoubleFunction<Sample> figure) {
        return Figures.median(rounds.stream().mapToDouble(figure).toArray());
    }
}
