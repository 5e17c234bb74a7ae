package org.sunda.bench.ring;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sunda.bench.Comparison;
import org.sunda.bench.FailedTurnException;
import org.sunda.bench.Plan;
import org.sunda.bench.Sample;
import org.sunda.bench.Series;

/// What parties answered who were asked in turns; each answer has several figures. Each round begins with another
/// party,
/// so that none always comes after the same neighbour.
final class Match {
    /// Asks a party.
    interface Question {
        /// The figures.
        Map<String, Double> ask(Party party) throws FailedTurnException, IOException;
    }

    private final String task;
    private final List<Party> parties;
    private final Map<Party, List<Map<String, Double>>> answers = new LinkedHashMap<>();
    private final Map<Party, String> failures = new HashMap<>();

    private Match(String task, List<Party> parties) {
        this.task = task;
        this.parties = parties;
        parties.forEach(each -> answers.put(each, new ArrayList<>()));
    }

    /// Asks all of them, as often as the plan says.
    static Match play(String task, List<Party> parties, Plan plan, Question question) throws IOException {
        Match match = new Match(task, parties);
        for (int round = 0; round < plan.warmups() + plan.rounds(); round++) {
            if (round == plan.warmups()) {
                match.answers.values().forEach(List::clear);
            }
            for (int i = 0; i < parties.size(); i++) {
                match.turn(parties.get((i + round) % parties.size()), question);
            }
        }
        return match;
    }

    private void turn(Party party, Question question) throws IOException {
        if (failures.containsKey(party)) {
            return;
        }
        try {
            answers.computeIfAbsent(party, _ -> new ArrayList<>()).add(question.ask(party));
        } catch (FailedTurnException e) {
            failures.put(party, e.getMessage());
        }
    }

    String task() {
        return task;
    }

    /// All that was said about one figure.
    Comparison on(String figure) {
        List<Series> series = new ArrayList<>();
        for (Party party : parties) {
            List<Sample> rounds = answers.getOrDefault(party, List.of()).stream()
                    .filter(each -> each.containsKey(figure))
                    .map(each -> Sample.ofNanos(each.get(figure)))
                    .toList();
            boolean failed = failures.containsKey(party);
            series.add(new Series(party.name(), failed ? List.of() : rounds, failures.get(party)));
        }
        return new Comparison(task, series);
    }

    /// The median of a figure; NaN when there is none.
    double median(String party, String figure) {
        return on(figure).of(party).map(Series::nanos).orElse(Double.NaN);
    }
}
