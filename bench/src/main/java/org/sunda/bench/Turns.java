package org.sunda.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Lets the contenders of one task take turns. Each round begins with another one, so that none always comes after the
/// same neighbour.
final class Turns {
    private static final int LEAST_ROUNDS = 2;

    private final Task task;
    private final Plan plan;
    private final Map<Contender, List<Sample>> samples = new LinkedHashMap<>();
    private final Map<Contender, String> failures = new LinkedHashMap<>();

    private Turns(Task task, Plan plan) {
        this.task = task;
        this.plan = plan;
        task.contenders().forEach(each -> samples.put(each, new ArrayList<>()));
    }

    /// @param limit how long this may take: rounds that would begin later are left out, but never the first two
    static Comparison take(Task task, Plan plan, Duration limit) throws Exception {
        return new Turns(task, plan).take(System.nanoTime() + limit.toNanos());
    }

    private Comparison take(long end) throws Exception {
        for (int i = 0; i < plan.warmups(); i++) {
            round(i, plan.warmup());
        }
        samples.values().forEach(List::clear);
        for (int i = 0; i < plan.rounds() && (i < LEAST_ROUNDS || System.nanoTime() < end); i++) {
            round(i, plan.turn());
        }
        List<Series> series = new ArrayList<>();
        samples.forEach((contender, rounds) -> {
            boolean failed = failures.containsKey(contender);
            series.add(new Series(contender.name(), failed ? List.of() : rounds, failures.get(contender)));
        });
        return new Comparison(task.name(), series);
    }

    private void round(int number, Duration time) throws Exception {
        int count = task.contenders().size();
        for (int i = 0; i < count; i++) {
            Contender contender = task.contenders().get((i + number) % count);
            if (!failures.containsKey(contender)) {
                turn(contender, time);
            }
        }
    }

    private void turn(Contender contender, Duration time) throws Exception {
        try {
            samples.computeIfAbsent(contender, each -> new ArrayList<>())
                    .add(contender.turn().take(time));
        } catch (FailedTurnException e) {
            failures.put(contender, e.getMessage());
        }
    }
}
