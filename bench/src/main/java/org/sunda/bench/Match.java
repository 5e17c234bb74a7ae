package org.sunda.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What players answered who were asked in turns; each answer has several figures. Each round begins with another
/// player, so that none always comes after the same neighbour.
public final class Match {
    /// Who takes part.
    public interface Player {
        /// Who it is.
        String name();
    }

    /// Asks a player.
    ///
    /// @param <P> who is asked
    public interface Question<P> {
        /// The figures.
        Map<String, Double> ask(P player) throws FailedTurnException, IOException;
    }

    private final String task;
    private final Map<String, List<Map<String, Double>>> answers = new LinkedHashMap<>();
    private final Map<String, String> failures = new HashMap<>();

    /// How long each has been asked.
    private final Map<String, Long> nanos = new HashMap<>();

    private Match(String task) {
        this.task = task;
    }

    /// Asks all of them, as often as the plan says. A turn is as long as the question takes: those for warming up go on
    /// until each has had as much time as the plan gives them.
    ///
    /// @param <P> who is asked
    /// @throws IOException when one cannot be asked at all
    public static <P extends Player> Match play(String task, List<P> players, Plan plan, Question<P> question)
            throws IOException {
        Match match = new Match(task);
        players.forEach(each -> match.answers.put(each.name(), new ArrayList<>()));
        int round = match.warmUp(players, plan, question);
        match.answers.values().forEach(List::clear);
        for (int i = 0; i < plan.rounds(); i++) {
            match.round(round + i, players, question);
        }
        return match;
    }

    /// Turns that do not count. Who has had its time waits for the others.
    ///
    /// @return how many rounds that were
    private <P extends Player> int warmUp(List<P> players, Plan plan, Question<P> question) throws IOException {
        int round = 0;
        List<P> cold = cold(players, plan, round);
        while (!cold.isEmpty()) {
            round(round, cold, question);
            round++;
            cold = cold(players, plan, round);
        }
        return round;
    }

    private <P extends Player> List<P> cold(List<P> players, Plan plan, int rounds) {
        long time = plan.warmups() * plan.warmup().toNanos();
        return players.stream()
                .filter(each -> !failures.containsKey(each.name()))
                .filter(each -> rounds < plan.warmups() || nanos.getOrDefault(each.name(), 0L) < time)
                .toList();
    }

    private <P extends Player> void round(int number, List<P> players, Question<P> question) throws IOException {
        for (int i = 0; i < players.size(); i++) {
            turn(players.get((i + number) % players.size()), question);
        }
    }

    private <P extends Player> void turn(P player, Question<P> question) throws IOException {
        if (failures.containsKey(player.name())) {
            return;
        }
        long start = System.nanoTime();
        try {
            Map<String, Double> figures = question.ask(player);
            answers.computeIfAbsent(player.name(), _ -> new ArrayList<>()).add(figures);
        } catch (FailedTurnException e) {
            failures.put(player.name(), e.getMessage());
        }
        nanos.merge(player.name(), System.nanoTime() - start, Long::sum);
    }

    /// What they were asked to do.
    public String task() {
        return task;
    }

    /// All that was said about one figure.
    public Comparison on(String figure) {
        List<Series> series = new ArrayList<>();
        answers.forEach((name, rounds) -> {
            List<Sample> samples = rounds.stream()
                    .filter(each -> each.containsKey(figure))
                    .map(each -> Sample.ofNanos(each.get(figure)))
                    .toList();
            boolean failed = failures.containsKey(name);
            series.add(new Series(name, failed ? List.of() : samples, failures.get(name)));
        });
        return new Comparison(task, series);
    }

    /// The median of a figure; NaN when there is none.
    public double median(String player, String figure) {
        return on(figure).of(player).map(Series::nanos).orElse(Double.NaN);
    }
}
