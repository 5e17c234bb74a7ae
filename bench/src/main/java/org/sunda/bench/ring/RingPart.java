package org.sunda.bench.ring;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.sunda.bench.Comparison;
import org.sunda.bench.Figures;
import org.sunda.bench.Match;
import org.sunda.bench.Plan;
import org.sunda.bench.Report;
import org.sunda.bench.Section;
import org.sunda.bench.Series;
import org.sunda.bench.Session;
import org.sunda.bench.Table;
import org.sunda.bench.Target;

/// The report's experiment: a ring of more and more processes.
final class RingPart {
    private static final List<Integer> ALL = List.of(
            1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 100_000, 1_000_000);
    private static final List<Integer> FEW = List.of(1, 2, 10, 100, 1_000, 10_000, 100_000, 1_000_000);

    private static final int MESSAGES_AT = 1_000;
    private static final int SPAWNS_AT = 10_000;
    private static final int MANY = 1_000_000;

    /// Where a lap takes long, and fewer are enough.
    private static final int LARGE = 10_000;

    /// Some laps of a million.
    private static final int LAPS_MILLIS = 1_000;

    private static final double SECOND = 1e9;

    private static final String MESSAGE_NOTE = """
            A number goes round until it is used up: each row is a ring of so many processes, each figure the time from the
            first message to the end of the first process, for each message. Times in ns. `flags` stands for
            `%s`. `Zog` is the report's own Java program (a thread, a monitor, `wait` and
            `notify` for each member), `queues` a `LinkedTransferQueue` for each virtual thread; Go has a channel for each
            goroutine. Everybody proves by the number that came back that no message was lost. A virtual thread that is
            handed from carrier to carrier waits for the operating system to wake that one: tens of us here.
            """.formatted(String.join(" ", Parties.CARRIER_FLAGS));

    private static final String SPAWN_NOTE = """
            The same rings: the time to start all members, for each member, in ns. Pekko, Go, and what has a thread, start
            them when they are asked to; whether they run already is their own affair, as it was in the report.
            """;

    private final Session session;
    private final Parties parties;
    private final Rows rows;
    private final Map<Integer, Match> matches = new TreeMap<>();

    RingPart(Session session, Parties parties, Rows rows) {
        this.session = session;
        this.parties = parties;
        this.rows = rows;
    }

    Report report() throws IOException {
        Plan plan = session.choose(Plan.ofMillis(1, 1, 0, 4, 60), Plan.ofMillis(1, 2, 0, 9, 300));
        warmUp(plan);
        for (int n : session.choose(FEW, ALL)) {
            session.progress("ring of " + n);
            Plan own = n < LARGE ? plan : session.choose(large(n, 2, 30), large(n, 3, 100));
            matches.put(n, Match.play("ring of " + n, parties.of("ring", n), own, party -> ring(party, n, own)));
        }
        draw();
        return new Report(
                List.of(
                        section("ring: time for a message", MESSAGE_NOTE, Answer.MESSAGE),
                        section("ring: time to start a process", SPAWN_NOTE, Answer.SPAWN),
                        Report1998.section()),
                targets());
    }

    /// A lap of the largest takes longer than a turn. It goes round several times, or the end of all members, of which
    /// each has one, would be half of what is measured.
    private static Plan large(int n, int rounds, int millis) {
        return Plan.ofMillis(1, 1, 0, rounds, n < MANY ? millis : LAPS_MILLIS);
    }

    /// Compilers have their time before anything counts.
    private void warmUp(Plan plan) throws IOException {
        session.progress("ring, warm-up");
        Match.play("warm-up", parties.of("ring", MESSAGES_AT), Plan.ofMillis(1, 0, 0, 5, 0), party -> {
            ring(party, 2, plan);
            return ring(party, MESSAGES_AT, plan);
        });
    }

    private static Map<String, Double> ring(Party party, int n, Plan plan)
            throws IOException, org.sunda.bench.FailedTurnException {
        return party.ring(n, (double) plan.turn().toNanos());
    }

    private Section section(String title, String note, String figure) {
        List<String> columns = new ArrayList<>(List.of("processes"));
        columns.addAll(parties.names());
        List<List<String>> cells = new ArrayList<>();
        List<Comparison> comparisons = new ArrayList<>();
        Set<String> failures = new LinkedHashSet<>();
        matches.forEach((n, match) -> {
            Comparison comparison = match.on(figure);
            comparisons.add(comparison);
            rows.add("the " + match.task() + " (" + figure + ")", comparison);
            List<String> row = new ArrayList<>(List.of(Integer.toString(n)));
            parties.names().forEach(name -> row.add(cell(comparison, name)));
            cells.add(row);
            comparison.series().stream()
                    .filter(each -> each.failure() != null)
                    .forEach(each -> failures.add(each.contender() + ", " + n + ": " + each.failure()));
        });
        String whole = failures.isEmpty() ? note : note + "\nFailed: " + String.join("; ", failures) + "\n";
        return new Section(
                title,
                whole,
                new Table(columns, cells),
                Section.of(title, note, comparisons, parties.beams()).rows());
    }

    private static String cell(Comparison comparison, String party) {
        double nanos = comparison.of(party).map(Series::nanos).orElse(Double.NaN);
        return Double.isNaN(nanos)
                ? Figures.NONE
                : String.format(java.util.Locale.ROOT, nanos < 100 ? "%.1f" : "%.0f", nanos);
    }

    private void draw() {
        Chart chart = new Chart("Time for a message, by the number of processes in the ring");
        for (String name : parties.names()) {
            SortedMap<Double, Double> points = new TreeMap<>();
            matches.forEach((n, match) -> {
                double nanos = match.median(name, Answer.MESSAGE);
                if (!Double.isNaN(nanos)) {
                    points.put((double) n, nanos);
                }
            });
            chart.solid(name, points);
        }
        Report1998.draw(chart);
        session.draw(chart.svg());
    }

    private List<Target> targets() {
        List<Target> targets = new ArrayList<>();
        Match messages = Objects.requireNonNull(matches.get(MESSAGES_AT));
        Match spawns = Objects.requireNonNull(matches.get(SPAWNS_AT));
        Match many = Objects.requireNonNull(matches.get(MANY));
        for (String beam : parties.beams()) {
            targets.add(against(beam, messages, Answer.MESSAGE, Parties.REACTIVE, 0.2));
            targets.add(against(beam, spawns, Answer.SPAWN, Parties.REACTIVE, 0.1));
            targets.add(against(beam, messages, Answer.MESSAGE, Parties.FLAGS, 0.85));
            targets.add(against(beam, spawns, Answer.SPAWN, Parties.FLAGS, 0.5));
            targets.add(against(beam, messages, Answer.MESSAGE, Parties.BLOCKING, 2));
            targets.add(against(beam, spawns, Answer.SPAWN, Parties.BLOCKING, 1));
            targets.add(Target.atMost(
                    "message in a ring of 1,000,000, " + Parties.REACTIVE + ", time against " + beam + " at 1,000",
                    1,
                    many.median(Parties.REACTIVE, Answer.MESSAGE) / messages.median(beam, Answer.MESSAGE)));
        }
        targets.add(Target.atMostNanos(
                "1,000,000 processes started, " + Parties.REACTIVE,
                SECOND,
                MANY * many.median(Parties.REACTIVE, Answer.SPAWN)));
        return targets;
    }

    private static Target against(String beam, Match match, String figure, String party, double wanted) {
        return Target.atMost(
                figure + " in a " + match.task() + ", " + party + ", time against " + beam,
                wanted,
                match.on(figure).faster(beam, party));
    }
}
