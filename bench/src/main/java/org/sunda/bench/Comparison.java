package org.sunda.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What all contenders of a task did.
///
/// On a machine that others use too, times go up and down together. So contenders take turns, and the ratio of two is
/// the median of the ratios of each round.
public record Comparison(String task, List<Series> series) {
    /// What that contender did, if it took part.
    public Optional<Series> of(String contender) {
        return series.stream()
                .filter(each -> each.contender().equals(contender))
                .findFirst();
    }

    /// How many times faster the contender was than the rival; NaN when one of them has no figures.
    public double faster(String contender, String rival) {
        List<Sample> own = of(contender).map(Series::rounds).orElse(List.of());
        List<Sample> others = of(rival).map(Series::rounds).orElse(List.of());
        double[] ratios = new double[Math.min(own.size(), others.size())];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = others.get(i).nanos() / own.get(i).nanos();
        }
        return Figures.median(ratios);
    }

    /// This comparison with the rounds of another one of the same task and contenders behind its own.
    Comparison and(Comparison later) {
        List<Series> all = new ArrayList<>();
        for (Series first : series) {
            Series second = later.of(first.contender()).orElseThrow();
            List<Sample> rounds = new ArrayList<>(first.rounds());
            rounds.addAll(second.rounds());
            @Nullable String failure = first.failure() == null ? second.failure() : first.failure();
            all.add(new Series(first.contender(), failure == null ? rounds : List.of(), failure));
        }
        return new Comparison(task, all);
    }
}
