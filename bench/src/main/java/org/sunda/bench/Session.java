package org.sunda.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sunda.bench.process.Children;

/// One run of a suite: how thorough it is, what it tells on the way, and what is to be known about it afterwards.
public final class Session implements AutoCloseable {
    /// The longest that one task may take, where a machine is slower than the plans think.
    private static final Duration QUICK_TASK = Duration.ofSeconds(20);

    private static final Duration THOROUGH_TASK = Duration.ofMinutes(10);

    private final boolean quick;
    private final String only;
    private final List<String> rivals;
    private final PrintWriter progress;
    private final Path folder;
    private final Map<String, String> facts = new LinkedHashMap<>();
    private final long start = System.nanoTime();
    private @Nullable String chart;

    Session(boolean quick, String only, List<String> rivals, PrintWriter progress) throws IOException {
        this.quick = quick;
        this.only = only;
        this.rivals = rivals;
        this.progress = progress;
        this.folder = Files.createTempDirectory("sunda-bench");
    }

    /// Who measures together: starts processes, which end with `children`, and says what they do.
    public interface Group {
        /// Called once for each fork.
        List<Task> start(Children children) throws Exception;
    }

    /// Whether all is to be done within minutes.
    public boolean quick() {
        return quick;
    }

    /// A part of a suite.
    public interface Part {
        /// Measures it.
        Report run() throws Exception;
    }

    /// Runs the parts that are wanted: all of them, or one.
    ///
    /// @param parts by their names, in their order
    public Report run(Map<String, Part> parts) throws Exception {
        if (!only.isEmpty() && !parts.containsKey(only)) {
            throw new IOException("there is no part '" + only + "', only " + String.join(", ", parts.keySet()));
        }
        Report report = new Report(List.of(), List.of());
        for (Map.Entry<String, Part> part : parts.entrySet()) {
            if (only.isEmpty() || only.equals(part.getKey())) {
                report = report.and(part.getValue().run());
            }
        }
        return report;
    }

    /// Those of the rivals who are wanted: all of them, or some.
    ///
    /// @throws IOException when one is wanted who is not there
    public List<String> chosen(Collection<String> all) throws IOException {
        for (String each : rivals) {
            if (!all.contains(each)) {
                throw new IOException("there is no rival '" + each + "', only " + String.join(", ", all));
            }
        }
        return all.stream()
                .filter(each -> rivals.isEmpty() || rivals.contains(each))
                .toList();
    }

    /// One of two, by [#quick].
    public <T> T choose(T quickly, T thoroughly) {
        return quick ? quickly : thoroughly;
    }

    /// A folder for files, gone after the run.
    public Path folder() {
        return folder;
    }

    /// Tells how far the run is.
    public void progress(String what) {
        long seconds = (System.nanoTime() - start) / 1_000_000_000;
        progress.printf("%4d s  %s%n", seconds, what);
        progress.flush();
    }

    /// Something to be known about the run: the version of a rival, for one.
    public void fact(String name, String value) {
        facts.put(name, value);
    }

    Map<String, String> facts() {
        return facts;
    }

    /// Shows what was found, for who wants a chart.
    public void draw(String svg) {
        chart = svg;
    }

    /// What was drawn, or null.
    @Nullable
    String chart() {
        return chart;
    }

    /// Lets the contenders of each task take turns, fork by fork.
    public List<Comparison> compare(String title, Plan plan, Group group) throws Exception {
        List<Comparison> all = new ArrayList<>();
        for (int fork = 0; fork < plan.forks(); fork++) {
            try (Children children = new Children(folder)) {
                progress(title + (plan.forks() > 1 ? ", fork " + (fork + 1) + " of " + plan.forks() : ""));
                List<Task> tasks = group.start(children);
                for (int i = 0; i < tasks.size(); i++) {
                    progress("  " + tasks.get(i).name());
                    Comparison found = Turns.take(tasks.get(i), plan, choose(QUICK_TASK, THOROUGH_TASK));
                    if (fork == 0) {
                        all.add(found);
                    } else {
                        all.set(i, all.get(i).and(found));
                    }
                }
            }
        }
        return all;
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
