package org.sunda.bench.ring;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
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

/// What the report did not ask, but who builds with processes does.
final class OtherParts {
    private static final int THOUSAND = 1_000;
    private static final int WEIGHED = 100_000;
    private static final double FAN_IN_NANOS = 100;
    private static final double REACTIVE_BYTES = 256;
    private static final double BLOCKING_BYTES = 1.2 * 1024;

    private final Session session;
    private final Parties parties;
    private final Rows rows;
    private final Plan plan;

    OtherParts(Session session, Parties parties, Rows rows) {
        this.session = session;
        this.parties = parties;
        this.rows = rows;
        this.plan = session.choose(Plan.ofMillis(1, 2, 0, 5, 0), Plan.ofMillis(1, 4, 0, 9, 0));
    }

    private Match play(String task, String experiment, int... numbers) throws IOException {
        return play(task, plan, experiment, numbers);
    }

    private Match play(String task, Plan own, String experiment, int... numbers) throws IOException {
        session.progress(task);
        return Match.play(task, parties.of(experiment, 1), own, party -> party.ask(experiment, numbers));
    }

    private Section compared(String title, String note, List<Comparison> comparisons) {
        comparisons.forEach(each -> rows.add(each.task(), each));
        List<String> rivals = Stream.concat(parties.beams().stream(), Stream.of(Parties.PEKKO))
                .toList();
        return Section.of(title, note, comparisons, rivals);
    }

    /// Round trips, and how they are spread.
    Report trips() throws IOException {
        int count = session.choose(50_000, 500_000);
        List<Match> matches = List.of(
                play("round trip", "trip", count, 0),
                play("round trip beside 100 numbers in a ring of 1,000", "trip", count, 100));
        List<List<String>> cells = new ArrayList<>();
        List<Comparison> means = new ArrayList<>();
        for (Match match : matches) {
            Comparison mean = match.on(Answer.TRIP);
            means.add(mean);
            for (Series each : mean.series()) {
                cells.add(spread(match, each));
            }
        }
        String note = """
            Two processes: a message to one, and its answer. `half` is the median, `99 %` what all but one in a hundred took
            at most; each figure is the median of all rounds, but the longest, which is the median of the longest of each.
            """;
        String title = "round trips of two processes";
        Table table = new Table(List.of("task", "by", "mean", "half", "99 %", "99.9 %", "longest"), cells);
        return Report.of(
                new Section(title, note, table, compared(title, note, means).rows()));
    }

    private static List<String> spread(Match match, Series mean) {
        List<String> row = new ArrayList<>(List.of(match.task(), mean.contender(), Figures.time(mean.nanos())));
        for (String figure : List.of(Answer.HALF, Answer.P99, Answer.P999, Answer.LONGEST)) {
            row.add(Figures.time(match.median(mean.contender(), figure)));
        }
        return row;
    }

    /// Many to one, and one to many.
    Report fans() throws IOException {
        int each = session.choose(THOUSAND, 10 * THOUSAND);
        Match in = play("fan-in", "fan_in", THOUSAND, each);
        Match out = play("fan-out", "fan_out", THOUSAND, each);
        String note = """
            1,000 processes send %,d numbered messages each to one, which checks that none is lost and that those of each
            sender come in order; one process sends as many messages to 1,000 in turn. Time for each message. Go's channels
            have room for 1,024 messages, so its senders wait; all others' mailboxes take everything.
            """.formatted(each);
        return Report.of(
                compared("fan-in and fan-out", note, List.of(in.on(Answer.MESSAGE), out.on(Answer.MESSAGE))),
                Target.atMostNanos(
                        "fan-in of 1,000, for each message, " + Parties.REACTIVE,
                        FAN_IN_NANOS,
                        in.median(Parties.REACTIVE, Answer.MESSAGE)));
    }

    /// Processes that come and go.
    Report churn() throws IOException {
        Match match = play("life of a process", "churn", session.choose(100, 500) * THOUSAND, THOUSAND);
        return Report.of(compared("processes that come and go", """
                1,000 at once are started by one process, get a message each, answer it and end. Time for each life.
                """, List.of(match.on(Answer.LIFE))));
    }

    /// Selective receive.
    Report behind() throws IOException {
        Match match = play("round trip behind 10,000 messages", "behind", 10 * THOUSAND, session.choose(300, 2_000));
        return Report.of(compared("selective receive", """
                The answer to each request arrives behind 10,000 messages that nobody takes, and is looked for among them all.
                Only Erlang and Sunda's blocking processes have mailboxes that can be searched.
                """, List.of(match.on(Answer.TRIP))));
    }

    /// Work that lies with few processes.
    Report skew() throws IOException {
        Match match = play("skewed work", "skew", session.choose(100, 500), 300);
        List<List<String>> cells = new ArrayList<>();
        for (Series each : match.on(Answer.ALL).series()) {
            double one = match.median(each.contender(), Answer.ONE);
            cells.add(List.of(
                    each.contender(),
                    Figures.time(one),
                    Figures.time(each.nanos()),
                    Figures.ratio(one / each.nanos())));
        }
        String note = """
            60 processes, all started by one, send themselves a message for each piece of work; 6 of them have nine tenths of
            it. How much faster they are together than one that does it all: on two cores, twice is perfect.
            """;
        Table table = new Table(List.of("by", "one process", "60 processes", "times faster"), cells);
        return Report.of(new Section(
                "skewed work",
                note,
                table,
                Section.of("", "", List.of(match.on(Answer.ALL)), List.of()).rows()));
    }

    /// What a process weighs.
    Report size() throws IOException {
        Plan own = session.choose(Plan.ofMillis(1, 1, 0, 1, 0), Plan.ofMillis(1, 1, 0, 3, 0));
        Match match = play("size", own, "size", WEIGHED);
        List<List<String>> cells = new ArrayList<>();
        for (Series each : match.on(Answer.IDLE).series()) {
            String name = each.contender();
            cells.add(List.of(
                    name,
                    Figures.bytes(each.nanos()),
                    Figures.bytes(match.median(name, Answer.AFTER_MAIL)),
                    Figures.bytes(Math.max(0, match.median(name, Answer.RESIDENT)))));
        }
        cells.add(List.of("Erlang 4.7.3 (1998)", "1.00 KiB", Figures.NONE, Figures.NONE));
        cells.add(List.of("Java, JDK 1.1 (1998)", "8.00 KiB", Figures.NONE, Figures.NONE));
        Table table = new Table(List.of("by", "idle", "after mail", "resident"), cells);
        rows.add("size", match.on(Answer.IDLE));
        String note = """
            Bytes for each of 100,000 processes that wait: what is in use after a full collection (in Erlang
            `erlang:memory(processes)`, in Go heap and stacks), before and after each has handled a message, and how much more
            real memory the operating system gave; a JVM has it from the start. The report's figures are those of 1998, on FreeBSD:
            on Solaris a thread took 16 KB.
            """;
        return Report.of(
                new Section(
                        "size of a process",
                        note,
                        table,
                        Section.of("", "", List.of(match.on(Answer.IDLE)), List.of())
                                .rows()),
                Target.atMostBytes(
                        "size of an idle process, " + Parties.REACTIVE,
                        REACTIVE_BYTES,
                        match.median(Parties.REACTIVE, Answer.IDLE)),
                Target.atMostBytes(
                        "size of an idle process, " + Parties.BLOCKING,
                        BLOCKING_BYTES,
                        match.median(Parties.BLOCKING, Answer.IDLE)));
    }
}
